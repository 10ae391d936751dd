/** The calls about whom a member would like to meet. */
import type { ProfileDraft } from "#/core/core";
import { call } from "./client";
import type { components } from "./schema";

export type Preferences = components["schemas"]["PreferencesResponse"];

/** The fields of a profile that are preferences, as the form holds them. */
export type PreferencesDraft = Pick<
  ProfileDraft,
  "matchGender" | "recommendDistanceKm" | "valueItem"
>;

export async function fetchPreferences(): Promise<Preferences> {
  return await call((client) => client.GET("/preferences"), {
    isSafe: true,
  });
}

/**
 * Stores the given preferences. E002: core refuses one. E005 with a wait: those in its fields
 * have changed three times in seven days.
 */
export async function updatePreferences(draft: PreferencesDraft): Promise<Preferences> {
  // The OpenAPI document has the payload only; the server accepts a draft too.
  const body = draft as components["schemas"]["PreferencesRequest"];
  return await call((client) => client.PUT("/preferences", { body }));
}
