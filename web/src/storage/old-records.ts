/**
 * Moves the keys of earlier builds, which had one key of each kind for the whole device, to the keys
 * of their accounts.
 */
import {
  type AccountKey,
  type OldKey,
  readText,
  removeStored,
  replaceTexts,
  writeJson,
  writeText,
} from "./local";
import {
  accountOf,
  addAside,
  isReplaceable,
  listNewerRecords,
  noteUse,
  recordKey,
  type StoredRecord,
  type TextRecordName,
} from "./records";

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
const othersKey = "registerFormAside";

/** The texts of an account by their old keys. */
type OldTexts = Partial<Record<OldKey, string>>;

/** The texts to write, by their new keys. */
type Plan = Map<AccountKey, string>;

/**
 * Moves everything that an earlier build stored. A text that names no account belongs to the owner
 * of the draft, and without a draft to `account`, who has opened the app.
 *
 * This build may have stored the same records already, if the operator went back to an earlier build
 * for a while. The newer form then counts, and the other one goes to the record `aside`.
 */
export function moveOldRecords(account: string): void {
  const others: Plan = new Map();
  // The latest user comes last, because every move marks its account as the last one used.
  for (const { userId, texts } of readOthers().reverse()) planMoves(others, userId, texts);
  carryOut(others, othersKey);

  const owner = accountIn(readText("registerForm"), "account") ?? account;
  const owned = new Map<string, OldTexts>();
  for (const move of moves) {
    const text = readText(move.old);
    const own = ownerOf(move, text, owner);
    if (text !== null) owned.set(own, { ...owned.get(own), [move.old]: text });
  }
  for (const [own, texts] of owned) {
    const isNewer = isNewerThanRecords(own, texts);
    for (const { old } of moves) {
      const plan: Plan = new Map();
      planMoves(plan, own, { [old]: texts[old] }, isNewer);
      if (texts[old] !== undefined) carryOut(plan, old);
    }
  }
}

/** Deletes the texts of earlier builds that `moveOldRecords` would give to this account. */
export function removeOldRecords(account: string): void {
  const others = readOthers();
  const rest = others.filter(({ userId }) => userId !== account);
  if (rest.length < others.length) {
    removeStored(othersKey);
    if (rest.length > 0) writeJson(othersKey, rest);
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

/**
 * Returns whether an earlier build stored these texts after this build stored the form. Files, outbox
 * and mailbox have no time of their own, and belong to the draft or to the answers beside them.
 */
function isNewerThanRecords(account: string, { registerForm, resubmission }: OldTexts): boolean {
  if (listNewerRecords(account).length > 0) return false;
  const records = (["draft", "resubmission"] as const).map((name) =>
    readText(recordKey(account, name)),
  );
  return lastChange(registerForm, resubmission) > lastChange(...records);
}

/** Returns the time of the last change in stored texts; 0 if they name none. */
function lastChange(...texts: (string | null | undefined)[]): number {
  const times = texts.flatMap((text) => {
    const { savedAt, savedAtMs, changes, value } = Object(parseJson(text ?? ""));
    // Earlier builds stored the time of each field's change.
    const ofFields = [changes, Object(value).changes].flatMap((own) => Object.values(Object(own)));
    return [savedAt, savedAtMs, ...ofFields].filter((time) => typeof time === "number");
  });
  return Math.max(0, ...times);
}

/** Adds to the plan what has to be written so that the texts of an earlier build can go. */
function planMoves(
  plan: Plan,
  account: string,
  texts: OldTexts,
  areNewer = isNewerThanRecords(account, texts),
): void {
  for (const { old, name, ...move } of moves) {
    const text = texts[old];
    const moved = text === undefined || "isText" in move ? text : recordOf(name, text);
    if (!moved) continue;
    const key = recordKey(account, name);
    const present = plan.get(key) ?? readText(key);
    if (present === null || areNewer) plan.set(key, moved);
    if (present === null || present === moved || isReplaceable(name)) continue;
    const aside = recordKey(account, "aside");
    const loser = [key, areNewer ? present : moved] as const;
    plan.set(aside, addAside(plan.get(aside) ?? readText(aside), [loser]));
  }
}

/** Writes the planned texts and deletes their old key. If the store has no room, the old text stays. */
function carryOut(plan: Plan, old: OldKey): void {
  if (readText(old) === null) return;
  if (replaceTexts([old], plan)) {
    for (const key of plan.keys()) noteUse(accountOf(key));
    return;
  }
  // Without room, memory holds the moved text under each new key that had no text.
  for (const [key, text] of plan) {
    if (readText(key) === null) writeText(key, text);
  }
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

function readOthers(): { userId: string; texts: OldTexts }[] {
  const stored = parseJson(readText(othersKey) ?? "[]");
  if (!Array.isArray(stored)) return [];
  return stored.filter((other) => typeof other?.userId === "string" && other.texts);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
