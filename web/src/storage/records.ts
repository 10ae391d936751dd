/** The records that this device keeps for an account, and the events that delete them. */
import {
  type AccountKey,
  heldInMemory,
  listKeys,
  readJson,
  readText,
  removeStored,
  replaceTexts,
  writeJson,
  writeText,
} from "./local";

export type AccountEvent =
  /** The server has stored the profile. */
  | "profileAccepted"
  /** The person began the form again. The draft and its consent are deleted, so the app stores the consent again. */
  | "startedOver"
  /** The person removed the answers, on the page for people who are too young. */
  | "answersRemoved"
  /** The person began a new form because the app cannot read the draft, whose text is now in `unreadDraft`. */
  | "draftPutAside"
  /** The server has received the member's answers to a reviewer, or the reviewer's request has ended otherwise. */
  | "requestOver"
  /** An approved member's changes have reached the server, or the member gave them up. */
  | "changesOver"
  | "loggedOut"
  | "accountDeleted"
  /** The device keeps the unfinished work of only a few accounts, and two other accounts used the device later. */
  | "displaced";

export interface RecordRules {
  deletedBy: readonly AccountEvent[];
  /** True if members' forms use the record too. "profileAccepted" spares the record while a member's form is stored. */
  isForMembersToo?: true;
  /**
   * The version of the record's shape. Each change of the shape increases the version, so that an older build does not
   * overwrite the record. Records with a text format of their own have no version.
   */
  version?: number;
  /** True if the app can recreate the record, so that it may overwrite the record of another build. */
  isReplaceable?: true;
}

const anyEnd = ["accountDeleted", "displaced"] as const;
const formEnds = ["profileAccepted", "answersRemoved", ...anyEnd] as const;

export const accountRecords = {
  /** The person's answers for a new profile, with consent and idempotency key. */
  draft: { deletedBy: [...formEnds, "startedOver"] },
  draftPage: {
    deletedBy: [...formEnds, "startedOver", "draftPutAside"],
    version: 1,
    isReplaceable: true,
  },
  unreadDraft: { deletedBy: [...formEnds, "startedOver"] },
  /** The records of a newer build. `putNewerRecordsAside()` moves them here, so that a new form can begin. */
  aside: { deletedBy: [...formEnds, "startedOver", "requestOver"], isForMembersToo: true },
  /**
   * The keys of the picked files, in the order of the form. An event that deletes this record also deletes the files in
   * IndexedDB. A new shape of the files' records must increase this version too.
   */
  photos: {
    deletedBy: [...formEnds, "startedOver", "requestOver", "changesOver"],
    isForMembersToo: true,
    version: 3,
  },
  /** The progress of sending a form. The form's answers are in `draft` or in `resubmission`. */
  outbox: {
    deletedBy: [...formEnds, "startedOver", "draftPutAside", "requestOver"],
    isForMembersToo: true,
    version: 2,
  },
  workEmail: {
    deletedBy: [...formEnds, "startedOver", "requestOver", "changesOver"],
    isForMembersToo: true,
    version: 1,
  },
  /** The member's answers to a reviewer who asked for more. */
  resubmission: { deletedBy: ["answersRemoved", "requestOver", ...anyEnd], version: 2 },
  /** The facts that an approved member has changed on this device and not proposed yet. */
  editedFacts: { deletedBy: ["changesOver", ...anyEnd], version: 1 },
  /** The texts and tags that an approved member has changed on this device and not saved yet. */
  editedTexts: { deletedBy: anyEnd, version: 1 },
  registrationToken: { deletedBy: formEnds, version: 1, isReplaceable: true },
  /** The last known answers of the server, in IndexedDB. */
  answers: { deletedBy: [...anyEnd, "loggedOut"] },
  /** The texts that the member has written and the server does not have yet, in IndexedDB. */
  unsent: { deletedBy: anyEnd },
} as const satisfies Record<string, RecordRules>;

export type AccountRecordName = keyof typeof accountRecords;

const indexedDbNames = ["answers", "unsent"] as const;
type IndexedDbName = (typeof indexedDbNames)[number];
export type TextRecordName = Exclude<AccountRecordName, IndexedDbName>;

export function isTextRecord(name: AccountRecordName): name is TextRecordName {
  return !indexedDbNames.some((other) => other === name);
}

type VersionedRecordName = {
  [Name in AccountRecordName]: (typeof accountRecords)[Name] extends { version: number }
    ? Name
    : never;
}[AccountRecordName];

function rulesOf(name: AccountRecordName): RecordRules {
  return accountRecords[name];
}

export function recordsDeletedBy(event: AccountEvent, account: string): AccountRecordName[] {
  const isMember = hasRecord(account, "resubmission") || hasRecord(account, "editedFacts");
  const isSpared = event === "profileAccepted" && isMember;
  return (Object.keys(accountRecords) as AccountRecordName[]).filter((name) => {
    const { deletedBy, isForMembersToo } = rulesOf(name);
    return deletedBy.includes(event) && !(isSpared && isForMembersToo);
  });
}

export function recordKey(account: string, name: TextRecordName): AccountKey {
  return `${account}:${name}`;
}

export function hasRecord(account: string, name: TextRecordName): boolean {
  return readText(recordKey(account, name)) !== null;
}

interface AccountRecord<Value> {
  /** Returns null if there is no value that this build can read. */
  read(account: string): Value | null;
  /**
   * Returns false if a reload will lose the value. Also returns false if nothing was stored, because another window
   * holds the form's lock or a newer build stored the record.
   */
  write(account: string, value: Value): boolean;
  remove(account: string): void;
  /** Returns whether the value that was written last survives a reload. */
  isDurable(account: string): boolean;
}

interface RecordKind<Value> {
  name: VersionedRecordName;
  /** Checks a stored value of the current version. Returns null for an invalid value. */
  parse: (value: unknown) => Value | null;
}

export function defineRecord<Value>({ name, parse }: RecordKind<Value>): AccountRecord<Value> {
  const { version } = accountRecords[name];
  return {
    ...defineText(name),
    read(account) {
      const stored = readStored(account, name);
      return stored?.version === version ? parse(stored.value) : null;
    },
    write(account, value) {
      if (!mayChange(account, name)) return false;
      const record: StoredRecord = { version, value };
      const isKept = writeJson(recordKey(account, name), record);
      noteUse(account);
      return isKept;
    },
  };
}

/** Returns whether this window may change the record. Every window may renew the registration token. */
function mayChange(account: string, name: TextRecordName): boolean {
  return name === "registrationToken" || (mayWrite(account) && !isOfNewerBuild(account, name));
}

export interface StoredRecord {
  version: number;
  value: unknown;
}

function readStored(account: string, name: TextRecordName): Partial<StoredRecord> | null {
  return readJson(recordKey(account, name)) as Partial<StoredRecord> | null;
}

/** The text of a record that is being deleted. Every build reads it as a missing record. */
export const emptiedRecord = JSON.stringify({ version: 0, value: null } satisfies StoredRecord);

function isReplaceable(name: TextRecordName): boolean {
  return rulesOf(name).isReplaceable ?? false;
}

/** Returns whether a newer build stored the record, so that this build must neither replace nor remove it. */
function isOfNewerBuild(account: string, name: TextRecordName): boolean {
  const { version } = rulesOf(name);
  if (version === undefined || isReplaceable(name)) return false;
  const stored = readStored(account, name);
  return typeof stored?.version === "number" && stored.version > version;
}

/** Returns the records that a newer build stored. The account's form does not open while there are such records. */
export function listNewerRecords(account: string): TextRecordName[] {
  const names = Object.keys(accountRecords) as AccountRecordName[];
  return names.filter(isTextRecord).filter((name) => isOfNewerBuild(account, name));
}

/** Moves the records of a newer build into the record `aside`, so that the person can begin a form with this build. */
export function putNewerRecordsAside(account: string): void {
  const keys = listNewerRecords(account).map((name) => recordKey(account, name));
  if (keys.length === 0) return;
  const asideKey = recordKey(account, "aside");
  const before = readText(asideKey);
  // The record `aside` has one line of JSON, `[key, text]`, for each moved record.
  const lines = keys.map((key) => JSON.stringify([key, readText(key) ?? ""]));
  const aside = [...(before === null ? [] : [before]), ...lines].join("\n");
  replaceTexts(keys, new Map([[asideKey, aside]]));
}

/** Defines a record whose text has its own format. Core defines the format of a draft, for example. */
export function defineText(name: TextRecordName): AccountRecord<string> {
  return {
    read: (account) => readText(recordKey(account, name)),
    write(account, text) {
      if (!mayChange(account, name)) return false;
      const isKept = writeText(recordKey(account, name), text);
      noteUse(account);
      return isKept;
    },
    remove(account) {
      if (!mayChange(account, name)) return;
      removeStored(recordKey(account, name));
      noteRemoval(account);
    },
    isDurable: (account) => !heldInMemory().has(recordKey(account, name)),
  };
}

/** Returns the accounts that have records in localStorage, the most recently used account first. */
export function listAccounts(): string[] {
  const accounts = new Set<string>();
  for (const key of listKeys()) {
    const [account = "", name] = key.split(":");
    if (name !== undefined) accounts.add(account);
  }
  const recent = readRecent();
  const order = [...recent, ...accounts];
  return [...accounts].sort((one, other) => order.indexOf(one) - order.indexOf(other));
}

function readRecent(): string[] {
  const stored = readJson("accounts");
  return Array.isArray(stored) ? stored.filter((account) => typeof account === "string") : [];
}

function noteUse(account: string): void {
  const recent = readRecent();
  if (recent[0] === account) return;
  writeJson("accounts", [account, ...recent.filter((other) => other !== account)]);
}

/** Removes the account from the list of accounts if it has no records left in localStorage. */
export function noteRemoval(account: string): void {
  if (listAccounts().includes(account)) return;
  const others = readRecent().filter((other) => other !== account);
  if (others.length > 0) writeJson("accounts", others);
  else removeStored("accounts");
}

const permissions = new Map<string, () => boolean>();

/**
 * Forbids changes of the account's form while `mayWrite` returns false. The returned function ends this limit.
 * `deleteRecords()` respects the limit only for the bytes of picked files. Any window may learn that the account is
 * deleted, for example, and must then delete the other records.
 */
export function limitWrites(account: string, mayWrite: () => boolean): () => void {
  permissions.set(account, mayWrite);
  return () => {
    if (permissions.get(account) === mayWrite) permissions.delete(account);
  };
}

export function mayWrite(account: string): boolean {
  return permissions.get(account)?.() ?? true;
}
