/** The limit of changes that the server sets for each preference and for the place. */
import { ApiError } from "#/api/error";

const minuteMs = 60_000;
/** A wait below this is that of the general limit of calls, and not that of a preference. */
const shortWaitMs = minuteMs;

/** Returns when a change is possible again, or null if the call failed for another reason. */
export function limitEndMs(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== "E005") return null;
  const waitMs = error.retryAfterMs ?? 0;
  if (waitMs < shortWaitMs) return null;
  // Rounded up to the minute that the page shows.
  return Math.ceil((Date.now() + waitMs) / minuteMs) * minuteMs;
}
