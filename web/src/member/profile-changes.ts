/** The changes of the member's profile that wait for a reviewer, and the latest decision about such changes. */
import { fetchChanges, type ProfileChanges } from "#/api/profile-changes";
import { ownedResource } from "./resource";

export const profileChanges = ownedResource<ProfileChanges>("member/changes", fetchChanges);
