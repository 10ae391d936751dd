/**
 * Moves the keys of earlier builds, which had one key of each kind for the whole device, to the keys
 * of their accounts.
 */
import { type OldKey, readText, removeStored, writeJson, writeText } from "./local";
import { hasRecord, noteUse, recordKey, type StoredRecord, type TextRecordName } from "./records";

/** The old keys with their new names. The account of a text is in its JSON, under `accountAt`. */
const moves = [
  { old: "registerForm", name: "draft", accountAt: "account", isText: true },
  { old: "registerPage", name: "draftPage" },
  { old: "registerFormUnread", name: "unreadDraft", isText: true },
  { old: "profilePhotos", name: "photos", accountAt: "userId" },
  { old: "outbox", name: "outbox", accountAt: "userId" },
  { old: "workEmail", name: "workEmail", accountAt: "userId" },
  { old: "resubmission", name: "resubmission", accountAt: "userId" },
  { old: "registrationTicket", name: "registrationToken", accountAt: "userId" },
] as const satisfies readonly Move[];

interface Move {
  old: OldKey;
  name: TextRecordName;
  accountAt?: string;
  /** True if the new text is the old one, without a version around it. */
  isText?: true;
}

/** The key under which earlier builds kept the records of other LINE users. */
const asideKey = "registerFormAside";

/** A text on its way to its new key. */
interface Moved {
  account: string;
  name: TextRecordName;
  text: string;
}

/**
 * Moves everything that an earlier build stored. A text that names no account belongs to the owner
 * of the draft, and without a draft to `account`, who has opened the app.
 */
export function moveOldRecords(account: string): void {
  // The list begins with the user who came last. Each write makes an account the last one used.
  const aside = readAside().reverse();
  moveAll(
    asideKey,
    aside.flatMap(({ userId, texts }) =>
      moves.flatMap((move) => movedOf(userId, move, texts[move.old])),
    ),
  );
  const owner = accountIn(readText("registerForm"), "account") ?? account;
  for (const move of moves) {
    const text = readText(move.old);
    if (text === null) continue;
    moveAll(move.old, movedOf(ownerOf(move, text, owner), move, text));
  }
}

/** Deletes the texts of earlier builds that `moveOldRecords` would give to this account. */
export function removeOldRecords(account: string): void {
  const aside = readAside();
  const others = aside.filter(({ userId }) => userId !== account);
  if (others.length < aside.length) {
    removeStored(asideKey);
    if (others.length > 0) writeJson(asideKey, others);
  }
  const owner = accountIn(readText("registerForm"), "account") ?? account;
  for (const move of moves) {
    if (ownerOf(move, readText(move.old), owner) === account) removeStored(move.old);
  }
}

/** Returns the account in the text of an old key. A text without one belongs to `owner`. */
function ownerOf({ accountAt }: Move, text: string | null, owner: string): string {
  return (accountAt && accountIn(text, accountAt)) || owner;
}

/** Writes the texts of one old key, and deletes that key if the device has stored all of them. */
function moveAll(old: OldKey, moved: readonly Moved[]): void {
  const stored = readText(old);
  if (stored === null) return;
  const areKept = () => moved.map(write).every(Boolean);
  const hadRoom = areKept();
  removeStored(old);
  // A full store has room for them once the old text is gone.
  if (!hadRoom && !areKept()) writeText(old, stored);
}

function write({ account, name, text }: Moved): boolean {
  const isKept = writeText(recordKey(account, name), text);
  noteUse(account);
  return isKept;
}

/** Returns nothing for a record that this build has stored already, and for a text that is useless. */
function movedOf(account: string, { name, isText }: Move, text: string | undefined): Moved[] {
  if (text === undefined || hasRecord(account, name)) return [];
  const moved = isText ? text : recordOf(name, text);
  return moved === null ? [] : [{ account, name, text: moved }];
}

/** Returns the text as a record of version 1, or null if it is not JSON. */
function recordOf(name: TextRecordName, text: string): string | null {
  const value = name === "draftPage" ? text : parseJson(text);
  return value === null ? null : JSON.stringify({ version: 1, value } satisfies StoredRecord);
}

function accountIn(text: string | null, field: string): string | null {
  const value = text === null ? null : parseJson(text);
  const account: unknown = Object(value)[field];
  return typeof account === "string" ? account : null;
}

function readAside(): { userId: string; texts: Partial<Record<OldKey, string>> }[] {
  const stored = parseJson(readText(asideKey) ?? "[]");
  if (!Array.isArray(stored)) return [];
  return stored.filter((aside) => typeof aside?.userId === "string" && aside.texts);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
