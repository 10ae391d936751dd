/** The member's own profile, with the status of its review. Members in review have it too. */
import type { MyInfo } from "../../api/account";
import { getLiffUser } from "../../liff/liff";
import { loadMyInfo } from "../../person/identify-member";
import {
  type AnswerName,
  readAnswer,
  readOldProfile,
  removeOldProfile,
} from "../../storage/answer-cache";
import { Resource, type StoredAnswer } from "../member/resource";

export const ownProfile = new Resource<MyInfo>("member/profile", load, readStored);

/** Asks the server, and keeps its answer for the pages and for a start without a network. */
export async function fetchOwnProfile(): Promise<MyInfo> {
  const info = await load();
  ownProfile.keep(info);
  return info;
}

async function load(): Promise<MyInfo> {
  const { userId } = getLiffUser();
  const info = await loadMyInfo();
  // The record of this build replaces it.
  void removeOldProfile(userId);
  return info;
}

/**
 * Reads the record of any build: a member in review must see their status without a network right after
 * an update, too. The pages can show it, because they show the answers of a server of another build.
 */
async function readStored(account: string, name: AnswerName): Promise<StoredAnswer<MyInfo> | null> {
  const stored = (await readAnswer(account, name)) as StoredAnswer<MyInfo> | null;
  if (stored !== null) return stored;
  const data = (await readOldProfile(account)) as MyInfo | null;
  return data && { build: null, loadedAtMs: 0, data };
}
