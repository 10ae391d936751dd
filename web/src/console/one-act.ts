/** Runs the acts of a screen, of which one runs at a time, and shows why one failed. */
import { useState } from "react";
import { CaseConflict } from "../api/review-client";
import { text } from "../i18n/use-text";
import { useIsShown } from "../lib/is-shown";
import { addToast } from "../toasts/toasts";
import { refusalText } from "./refusal";
import { standingText } from "./standing";

/** `conflictColor` is the colour of the toast that says which other reviewer was faster. */
export function useOneAct({ conflictColor }: { conflictColor: "neutral" | "red" }) {
  const isShown = useIsShown();
  const [isBusy, setBusy] = useState(false);
  const run = async (act: () => Promise<unknown>, onFailed?: () => void) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await act();
    } catch (error) {
      const isConflict = error instanceof CaseConflict;
      const words = isConflict ? standingText(text, error.standing) : text(refusalText(error));
      addToast(words, { color: isConflict ? conflictColor : "red" });
      onFailed?.();
    }
    if (isShown()) setBusy(false);
  };
  return { isBusy, run };
}
