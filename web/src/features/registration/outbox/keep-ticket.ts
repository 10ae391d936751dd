/** Sees to it that there is a ticket long before it is needed: a submit hours later has its proof. */
import { sleep } from "../../../lib/sleep";
import { waitAfterMs } from "./backoff";
import { resultOfError } from "./send-form";
import { Waiting } from "./waiting";

interface TicketPorts {
  requestTicket(goodForMs: number): Promise<unknown>;
  wait?: typeof sleep;
  /** There is an account already, and no ticket for it. */
  onRegistered(): void;
}

const hourMs = 3_600_000;
/** A ticket lasts seven days; one that ends sooner than this is exchanged while LINE's proof allows. */
const goodForMs = 24 * hourMs;
const lookAgainMs = 6 * hourMs;

/** Fetches it now, or as soon as there is a network, and renews it in time; gives what stops it. */
export function keepTicket({ requestTicket, onRegistered, wait = sleep }: TicketPorts): () => void {
  const end = new AbortController();
  const { signal } = end;
  const waiting = new Waiting(wait);
  const stopListening = waiting.start();
  const keep = async () => {
    let nFailed = 0;
    while (!signal.aborted) {
      const failure = await requestTicket(goodForMs).then(() => null, resultOfError);
      if (failure?.kind === "taken") return onRegistered();
      // LINE's proof is too old: the submit says so if it comes to that.
      if (failure && failure.kind !== "passing") return;
      nFailed = failure ? nFailed + 1 : 0;
      const askedMs = failure?.retryAfterMs ?? null;
      const waitMs = failure ? waitAfterMs(nFailed, Math.random(), askedMs) : lookAgainMs;
      const nowMs = Date.now();
      const notBeforeMs = askedMs ? nowMs + askedMs : 0;
      await waiting.wait({ untilMs: nowMs + waitMs, notBeforeMs, signal });
    }
  };
  void keep();
  return () => {
    stopListening();
    end.abort();
  };
}
