/** The answers of the server that the pages about the own profile show. */
import { fetchPrivacy, type PrivacyChoices } from "../../api/privacy";
import { fetchChanges, type ProfileChanges } from "../../api/profile-changes";
import { Resource } from "../member/resource";

export const privacyChoices = new Resource<PrivacyChoices>("member/privacy", fetchPrivacy);
export const profileChanges = new Resource<ProfileChanges>("member/changes", fetchChanges);
