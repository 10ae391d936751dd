/** Deletes the records of accounts from localStorage and IndexedDB. */

import { answers, unsent } from "./account-store";
import { deleteUnneededRecords } from "./file-records";
import { readText, removeStored, writeText } from "./local";
import {
  type AccountEvent,
  emptiedRecord,
  hasRecord,
  isTextRecord,
  listAccounts,
  noteRemoval,
  recordKey,
  recordsDeletedBy,
} from "./records";

/**
 * The number of other accounts whose unfinished work stays on the device. Two are enough, because few people share one
 * phone.
 */
const mostOthers = 2;

const work = ["draft", "unreadDraft", "resubmission", "editedFacts", "editedTexts"] as const;

/**
 * Deletes the records of `account` that `event` makes useless: synchronously in localStorage, and then asynchronously
 * in IndexedDB.
 */
export async function deleteRecords(account: string, event: AccountEvent): Promise<void> {
  const names = recordsDeletedBy(event, account);
  for (const name of names) {
    if (isTextRecord(name) && name !== "photos") removeStored(recordKey(account, name));
  }
  noteRemoval(account);
  await Promise.all([
    names.includes("photos") ? deletePhotos(account) : undefined,
    names.includes("answers") ? answers.deleteAll(account) : undefined,
    names.includes("unsent") ? unsent.deleteAll(account) : undefined,
  ]);
}

/**
 * Deletes the records of other accounts, except those of the two accounts with unfinished work that used the device
 * most recently.
 */
export async function displaceOthers(account: string): Promise<void> {
  const others = listAccounts().filter((other) => other !== account);
  const needed = others.filter((other) => work.some((name) => hasRecord(other, name)));
  const gone = others.filter((other) => !needed.slice(0, mostOthers).includes(other));
  await Promise.all(gone.map((other) => deleteRecords(other, "displaced")));
}

/**
 * Replaces the list of photos by an empty one, and removes the list only after the photos' bytes are deleted. If the
 * browser kills the page before that, the next form of the account finds the empty list and deletes the bytes.
 */
async function deletePhotos(account: string): Promise<void> {
  const key = recordKey(account, "photos");
  if (readText(key) !== null) writeText(key, emptiedRecord);
  const emptied = readText(key);
  const others = listAccounts().filter((other) => other !== account);
  const areGone = await deleteUnneededRecords((owner) => others.includes(owner));
  // The list stays if bytes may remain, or if the person has picked a photo during the deletion.
  if (!areGone || readText(key) !== emptied) return;
  removeStored(key);
  noteRemoval(account);
}
