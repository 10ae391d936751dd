/** The location of a profile. The server never sends it to a client, so a form may not know the stored location. */
import type { ProfileDraft } from "#/core/core";
import type { FormScope } from "./page-table";

type Place =
  | "known"
  | "none"
  /** The server may have a location, which this device does not know. The server keeps it. */
  | "hidden"
  /** The server removes its location, if it has one, when it gets the answers. */
  | "removed";

/** Returns the state of the location. For a changed city, `payloadOf()` tells the server to remove its location. */
export function placeOf(
  { isTakenBack, storedCity }: FormScope,
  { latitude, longitude, city }: ProfileDraft,
): Place {
  if (latitude != null && longitude != null) return "known";
  if (!isTakenBack) return "none";
  return latitude === undefined && city === storedCity ? "hidden" : "removed";
}
