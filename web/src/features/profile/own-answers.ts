/** The answers of the server that the pages about the own profile show. */
import { fetchChanges, type ProfileChanges } from "../../api/profile-changes";
import { Resource } from "../member/resource";

export const profileChanges = new Resource<ProfileChanges>("member/changes", fetchChanges);
