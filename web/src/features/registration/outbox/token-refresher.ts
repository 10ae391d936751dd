/** Requests a registration token long before the person sends the form, and renews it while the form is open. */
import { patientPolicy, retry, waitForRetry } from "#/lib/retry";
import { resultOfError } from "#/profile-form/send-form";

interface TokenPorts {
  /** Requests a token, unless the stored token is valid for at least another `validForMs`. */
  requestToken(validForMs: number): Promise<unknown>;
  /** Called if the server refuses a token because the person already has an account. */
  onRegistered(): void;
}

const hourMs = 3_600_000;
/**
 * The minimum validity of the stored token. A token is valid for seven days. It is renewed a day early, because a
 * renewal needs LINE's ID token, which is valid for only one hour after a login.
 */
const validForMs = 24 * hourMs;
const checkAgainMs = 6 * hourMs;

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
    // Ignore other errors, such as an expired ID token, because the outbox reports them when the person sends the form.
    if (!signal.aborted && resultOfError(error).kind === "conflict") onRegistered();
  });
  return () => end.abort();
}

function decide(error: unknown) {
  const result = resultOfError(error);
  return result.kind === "temporary" ? { afterMs: result.retryAfterMs ?? 0 } : "giveUp";
}
