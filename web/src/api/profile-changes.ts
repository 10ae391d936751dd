/** The calls with which an approved member changes the profile. */
import type { ProfileDraft } from "#/core/core";
import { call, slowFetch } from "./client";
import type { components } from "./schema";

export type ProfileTexts = components["schemas"]["ProfileTexts"];
export type ProfileChanges = components["schemas"]["ProfileChangesResponse"];

/** Stores the given texts and tags, which other members see at once. Returns all texts and tags of the profile. */
export async function updateTexts(draft: ProfileDraft): Promise<ProfileTexts> {
  // Cast the draft, because the OpenAPI document describes only the payload. The server accepts a draft too.
  const body = draft as ProfileTexts;
  return await call((client) => client.PUT("/user-profile/texts", { body }));
}

export async function fetchChanges(): Promise<ProfileChanges> {
  return await call((client) => client.GET("/user-profile/changes"), {
    isSafe: true,
  });
}

/** Proposes new values of reviewed fields. The new proposal replaces a proposal that waits for a reviewer. */
export async function proposeChanges(
  draft: ProfileDraft,
  signal?: AbortSignal,
): Promise<ProfileChanges> {
  const body = draft as components["schemas"]["ReviewedFields"];
  const options = { body, fetch: slowFetch, ...(signal ? { signal } : {}) };
  return await call((client) => client.PUT("/user-profile/changes", options));
}

export async function withdrawChanges(): Promise<void> {
  await call((client) => client.DELETE("/user-profile/changes"));
}

/**
 * Stores the centre of a grid cell as the member's place. With null, the member's city counts as the place again.
 * Returns the time at which the change takes effect.
 */
export async function updatePlace(
  place: { latitude: number; longitude: number } | null,
): Promise<string> {
  const body = place ?? { latitude: null, longitude: null };
  const { effectiveAt } = await call((client) => client.PUT("/user-profile/place", { body }));
  return effectiveAt;
}
