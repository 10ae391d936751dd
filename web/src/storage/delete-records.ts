/** Deletes records of accounts, bytes in IndexedDB included. */

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

/** A phone that is handed around has few owners. */
const mostOthers = 2;

/** The records in which a person's unfinished work is. */
const work = ["draft", "unreadDraft", "resubmission", "editedFacts", "editedTexts"] as const;

/**
 * Deletes the records of `account` that `event` makes useless: those in localStorage at once, and
 * then those in IndexedDB.
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
 * Makes room for `account`: two other accounts with unfinished work keep their records, those that
 * used the device last. The records of all others are deleted.
 */
export async function displaceOthers(account: string): Promise<void> {
  const others = listAccounts().filter((other) => other !== account);
  const needed = others.filter((other) => work.some((name) => hasRecord(other, name)));
  const gone = others.filter((other) => !needed.slice(0, mostOthers).includes(other));
  await Promise.all(gone.map((other) => deleteRecords(other, "displaced")));
}

/**
 * The list of photos stays, empty, until their bytes are deleted: if the browser kills the page
 * before that, the next start finds the list and goes on.
 */
async function deletePhotos(account: string): Promise<void> {
  const key = recordKey(account, "photos");
  if (readText(key) !== null) writeText(key, emptiedRecord);
  const emptied = readText(key);
  const others = listAccounts().filter((other) => other !== account);
  const areGone = await deleteUnneededRecords((owner) => others.includes(owner));
  // The person may have picked a photo meanwhile.
  if (!areGone || readText(key) !== emptied) return;
  removeStored(key);
  noteRemoval(account);
}
