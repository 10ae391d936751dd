/** The member's own profile, with the status of its review. The app has it before the approval, too. */
import type { MyInfo } from "#/api/account";
import { loadMyInfo } from "#/person/identify-member";
import { ownedResource } from "./resource";

/**
 * Accepts a stored record of any build: right after an update, a member in review must still see the status
 * offline. The pages can show such a record, because a server of another build may answer them, too.
 */
const isOfAnyBuild = () => true;

export const ownProfile = ownedResource<MyInfo>("member/profile", loadMyInfo, isOfAnyBuild);

/** Fetches the profile, and stores it for the pages and for an offline start. */
export const fetchOwnProfile = (): Promise<MyInfo> => ownProfile().ask();
