/** The call of a dialog that blocks or reports a person: once at a time, and its failure in words. */
import { useRef, useState } from "react";
import { failureCode } from "../../api/error";
import { asMember } from "../../person/identify-member";

type Failure = ReturnType<typeof failureCode>;

interface SafetyCall {
  isBusy: boolean;
  /** The code of the last failure, or null. */
  failure: Failure | null;
  /** Returns true if the call succeeded. A second tap while it runs does nothing. */
  run: (call: () => Promise<void>) => Promise<boolean>;
}

export function useSafetyCall(): SafetyCall {
  const [state, setState] = useState({ isBusy: false, failure: null as Failure | null });
  const isRunning = useRef(false);
  const run = async (call: () => Promise<void>) => {
    // React disables the button after the first tap, and the second may come before that.
    if (isRunning.current) return false;
    isRunning.current = true;
    setState({ isBusy: true, failure: null });
    try {
      await asMember(call);
      return true;
    } catch (error) {
      setState({ isBusy: false, failure: failureCode(error) });
      return false;
    } finally {
      isRunning.current = false;
    }
  };
  return { ...state, run };
}
