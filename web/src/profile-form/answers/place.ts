/** The location of a profile. The server never sends a location, so a form may not know the stored location. */
import type { ProfileDraft } from "#/core/core";
import type { FormScope } from "./page-table";

type Place =
  | "known"
  | "none"
  /** The server may have a location that this device does not know. The server keeps that location. */
  | "hidden"
  /** The server will remove its location, if it has one, when it receives the answers. */
  | "removed";

/** Compares the city, too, because `payloadOf()` makes the server remove the location if the city changes. */
export function placeOf(
  { isTakenBack, storedCity }: FormScope,
  { latitude, longitude, city }: ProfileDraft,
): Place {
  if (latitude != null && longitude != null) return "known";
  if (!isTakenBack) return "none";
  return latitude === undefined && city === storedCity ? "hidden" : "removed";
}
