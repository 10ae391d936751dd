/** The member's profile and the changes that wait for a reviewer, combined for the page that edits the profile. */
import type { MyInfo } from "#/api/account";
import type { ProfileChanges } from "#/api/profile-changes";
import { ownProfile } from "#/member/own-profile";
import { profileChanges } from "#/member/profile-changes";
import { type UsedResource, useResource } from "#/member/resource";

export interface EditedProfile {
  info: MyInfo;
  changes: ProfileChanges;
}

/** Returns the profile and the waiting changes. `loadedAtMs` is the time of the older of the two responses. */
export function useEditedProfile(): UsedResource<EditedProfile> {
  const own = useResource(ownProfile);
  const waiting = useResource(profileChanges);
  const data =
    own.data !== null && waiting.data !== null ? { info: own.data, changes: waiting.data } : null;
  return {
    data,
    loadedAtMs: Math.min(own.loadedAtMs, waiting.loadedAtMs),
    isLoading: own.isLoading || waiting.isLoading,
    isOpening: own.isOpening || waiting.isOpening,
    error: own.error ?? waiting.error,
    refresh: async () => {
      await Promise.all([own.refresh(), waiting.refresh()]);
    },
  };
}
