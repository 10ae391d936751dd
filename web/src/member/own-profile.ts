/** The member's own profile, with the status of its review. Members in review have it too. */
import type { MyInfo } from "#/api/account";
import { loadMyInfo } from "#/person/identify-member";
import { ownedResource } from "./resource";

/**
 * The record of any build is shown: a member in review must see their status without a network right after an
 * update, too. The pages can show it, because they show the answers of a server of another build.
 */
const isOfAnyBuild = () => true;

export const ownProfile = ownedResource<MyInfo>("member/profile", loadMyInfo, isOfAnyBuild);

/** Asks the server, and keeps its answer for the pages and for a start without a network. */
export const fetchOwnProfile = (): Promise<MyInfo> => ownProfile().ask();
