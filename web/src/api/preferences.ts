/** The calls about the preferences: which people a member would like to meet. */
import type { ProfileDraft } from "#/core/core";
import { call } from "./client";
import type { components } from "./schema";

export type Preferences = components["schemas"]["PreferencesResponse"];

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
 * Throws E002 if a value is invalid, and E005 with `fields` if the member has changed the preferences in `fields` three
 * times in seven days.
 */
export async function updatePreferences(draft: PreferencesDraft): Promise<Preferences> {
  // Cast the draft, because the OpenAPI document describes only the payload. The server accepts a draft too.
  const body = draft as components["schemas"]["PreferencesRequest"];
  return await call((client) => client.PUT("/preferences", { body }));
}
