/** Tries a call again that changes nothing, when the failure may pass by itself. */
import { sleep } from "../lib/sleep";
import { ApiError, isPassing } from "./error";

const waitsMs = [400, 1200];
/** A server that asks for a longer wait is left alone: the page goes on without, and asks later. */
const longestWaitMs = 2000;

/** The answer of one of at most three tries, or the last failure. */
export async function tryAgain<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (const waitMs of waitsMs) {
    try {
      return await call();
    } catch (error) {
      const asked = (error instanceof ApiError && error.retryAfterMs) || 0;
      // Without any network the "online" event says when to try.
      if (!isPassing(error) || asked > longestWaitMs || !navigator.onLine) throw error;
      await sleep(Math.max(asked, waitMs * (1 + Math.random() / 4)));
    }
  }
  return await call();
}
