/** The place of a profile, which the server returns to no client. */
import type { ProfileDraft } from "#/core/core";
import type { FormScope } from "./page-table";

type Place =
  | "known"
  | "none"
  /** The server may have a place, and keeps it. */
  | "hidden"
  /** The server removes the place that it may have when it gets the answers. */
  | "removed";

/** Returns the state of the place. Another city removes the stored place: `payloadOf()` sends that. */
export function placeOf(
  { isTakenBack, storedCity }: FormScope,
  { latitude, longitude, city }: ProfileDraft,
): Place {
  if (latitude != null && longitude != null) return "known";
  if (!isTakenBack) return "none";
  return latitude === undefined && city === storedCity ? "hidden" : "removed";
}
