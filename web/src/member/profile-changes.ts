/** The answers of the server that the pages about the own profile show. */
import { fetchChanges, type ProfileChanges } from "#/api/profile-changes";
import { ownedResource } from "./resource";

export const profileChanges = ownedResource<ProfileChanges>("member/changes", fetchChanges);
