/** The member's own profile and its review status, which are also available before the approval. */
import type { MyInfo } from "#/api/account";
import { loadMyInfo } from "#/person/identify-member";
import { ownedResource } from "./resource";

/**
 * Accepts the profile that any build stored, so that a member in review sees the status offline even right after an
 * update. The pages can show the format of another build, because they must also show the profile that a server of
 * another build sends.
 */
const isOfAnyBuild = () => true;

export const ownProfile = ownedResource<MyInfo>("member/profile", loadMyInfo, isOfAnyBuild);

export const fetchOwnProfile = (): Promise<MyInfo> => ownProfile().ask();
