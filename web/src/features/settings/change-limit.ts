/** Reads from an error how long the server refuses another change of a preference or of the place. */
import { ApiError } from "#/api/error";

const minuteMs = 60_000;
/** A wait below this length comes from the server's limit on all calls, not from its limit on changes. */
const shortWaitMs = minuteMs;

/** Returns the time at which a change is possible again, or null if the call failed for another reason. */
export function limitEndMs(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== "E005") return null;
  const waitMs = error.retryAfterMs ?? 0;
  if (waitMs < shortWaitMs) return null;
  // Round up, because the page shows no seconds.
  return Math.ceil((Date.now() + waitMs) / minuteMs) * minuteMs;
}
