/** Requests a registration token long before "Send", and renews it: a form may be open for hours. */
import { patientPolicy, retry, waitForRetry } from "#/lib/retry";
import { resultOfError } from "#/profile-form/send-form";

interface TokenPorts {
  /** Requests a token, unless the stored one is valid for this long. */
  requestToken(validForMs: number): Promise<unknown>;
  /** There is an account already, so that the server gives no token. */
  onRegistered(): void;
}

const hourMs = 3_600_000;
/**
 * A token is valid for seven days, and LINE's ID token, which the server exchanges for it, for one
 * hour only. Renew early.
 */
const validForMs = 24 * hourMs;
const checkAgainMs = 6 * hourMs;

/** Keeps a valid token until the function that it returns is called. */
export function keepTokenFresh({ requestToken, onRegistered }: TokenPorts): () => void {
  const end = new AbortController();
  const { signal } = end;
  const keepFresh = async () => {
    while (!signal.aborted) {
      await retry(() => requestToken(validForMs), { policy: patientPolicy, signal, decide });
      await waitForRetry({ ms: checkAgainMs, signal });
    }
  };
  keepFresh().catch((error: unknown) => {
    // Other errors, such as an ID token that is too old, concern the person at "Send" only.
    if (!signal.aborted && resultOfError(error).kind === "conflict") onRegistered();
  });
  return () => end.abort();
}

function decide(error: unknown) {
  const result = resultOfError(error);
  return result.kind === "temporary" ? { afterMs: result.retryAfterMs ?? 0 } : "giveUp";
}
