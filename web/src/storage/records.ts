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

/** The events after which this device deletes records of an account. */
export type AccountEvent =
  /** The server has stored the profile. */
  | "profileAccepted"
  /** The person began the form again; the consent stays. */
  | "startedOver"
  /** The person had the answers removed, on the page for people who are too young. */
  | "answersRemoved"
  /** The app cannot read the draft, and moved its text to `unreadDraft`. */
  | "draftPutAside"
  /** The reviewer has the answers, or does not ask any more. */
  | "requestOver"
  /** The server has the changes that an approved member proposes, or the member gave them up. */
  | "changesOver"
  /** The person logged out, here or everywhere. */
  | "loggedOut"
  /** The server deleted the account. */
  | "accountDeleted"
  /** Two other accounts with unfinished work used this device later. */
  | "displaced";

export interface RecordRules {
  deletedBy: readonly AccountEvent[];
  /** True if the forms of members need it too: "profileAccepted" spares it while there is such a form. */
  isForMembersToo?: true;
  /**
   * Counted up when the shape changes, so that an older build leaves the record alone. A text with a
   * format of its own has no version here.
   */
  version?: number;
  /** True if the app can make the record again, so that it may replace the one of another build. */
  isReplaceable?: true;
}

const anyEnd = ["accountDeleted", "displaced"] as const;
const formEnds = ["profileAccepted", "answersRemoved", ...anyEnd] as const;

/** The one table of the records of an account. A new record gets its line here first. */
export const accountRecords = {
  /** The answers of a new profile, with consent and idempotency key. */
  draft: { deletedBy: [...formEnds, "startedOver"] },
  /** The page on which the person left the form. */
  draftPage: {
    deletedBy: [...formEnds, "startedOver", "draftPutAside"],
    version: 1,
    isReplaceable: true,
  },
  /** The text of a draft that this build could not read. */
  unreadDraft: { deletedBy: [...formEnds, "startedOver"] },
  /**
   * Copies of the records of a newer build, in whose place the person began a new form with this one.
   */
  aside: { deletedBy: [...formEnds, "startedOver", "requestOver"], isForMembersToo: true },
  /**
   * The order of the picked files by key; deleting it also deletes their records in IndexedDB. A new
   * shape of those records counts this version up too.
   */
  photos: {
    deletedBy: [...formEnds, "startedOver", "requestOver", "changesOver"],
    isForMembersToo: true,
    version: 3,
  },
  /** The state of sending a form. The form itself is in the draft or in the answers. */
  outbox: {
    deletedBy: [...formEnds, "startedOver", "draftPutAside", "requestOver"],
    isForMembersToo: true,
    version: 2,
  },
  /** The work mailbox whose code is on its way. */
  workEmail: {
    deletedBy: [...formEnds, "startedOver", "requestOver", "changesOver"],
    isForMembersToo: true,
    version: 1,
  },
  /** The answers to a reviewer. */
  resubmission: { deletedBy: ["answersRemoved", "requestOver", ...anyEnd], version: 2 },
  /** The facts that an approved member has changed here and not proposed yet. */
  editedFacts: { deletedBy: ["changesOver", ...anyEnd], version: 1 },
  /** The texts and tags that an approved member has changed here and not saved yet. */
  editedTexts: { deletedBy: anyEnd, version: 1 },
  /** The credentials of a person who has no account yet. */
  registrationToken: { deletedBy: formEnds, version: 1, isReplaceable: true },
  /** The last known answers of the server, in IndexedDB, for a start without a network. */
  answers: { deletedBy: [...anyEnd, "loggedOut"] },
  /** The texts that the member has written and the server does not have yet, in IndexedDB. */
  unsent: { deletedBy: anyEnd },
} as const satisfies Record<string, RecordRules>;

export type AccountRecordName = keyof typeof accountRecords;

/** The records that are not in localStorage. */
const indexedDbNames = ["answers", "unsent"] as const;
type IndexedDbName = (typeof indexedDbNames)[number];
export type TextRecordName = Exclude<AccountRecordName, IndexedDbName>;

/** Returns whether localStorage has the records of this name. */
export function isTextRecord(name: AccountRecordName): name is TextRecordName {
  return !indexedDbNames.some((other) => other === name);
}

/** The records that `defineRecord` can define. */
type VersionedRecordName = {
  [Name in AccountRecordName]: (typeof accountRecords)[Name] extends { version: number }
    ? Name
    : never;
}[AccountRecordName];

function rulesOf(name: AccountRecordName): RecordRules {
  return accountRecords[name];
}

/** Returns the names of the records that `event` deletes. */
export function recordsDeletedBy(event: AccountEvent, account: string): AccountRecordName[] {
  const isMember = hasRecord(account, "resubmission") || hasRecord(account, "editedFacts");
  const isSpared = event === "profileAccepted" && isMember;
  return (Object.keys(accountRecords) as AccountRecordName[]).filter((name) => {
    const { deletedBy, isForMembersToo } = rulesOf(name);
    return deletedBy.includes(event) && !(isSpared && isForMembersToo);
  });
}

/** Returns the key under which localStorage has the record of this name. */
export function recordKey(account: string, name: TextRecordName): AccountKey {
  return `${account}:${name}`;
}

export function hasRecord(account: string, name: TextRecordName): boolean {
  return readText(recordKey(account, name)) !== null;
}

/** The records of one kind, one for each account. */
interface AccountRecord<Value> {
  /** Returns the value, or null if there is none that this build can read. */
  read(account: string): Value | null;
  /**
   * Stores the value. Returns false if it will not survive a reload, and if nothing was stored: another
   * window has the form, or a newer build stored the record.
   */
  write(account: string, value: Value): boolean;
  remove(account: string): void;
  /** Returns whether the value that was written last survives a reload. */
  isDurable(account: string): boolean;
}

interface RecordKind<Value> {
  name: VersionedRecordName;
  /** Checks a stored value of today's version, and returns null if it is useless. */
  parse: (value: unknown) => Value | null;
}

/** Defines a record that is stored as JSON with its version. */
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

/** Every window may renew the registration token. The other records belong to the form. */
function mayChange(account: string, name: TextRecordName): boolean {
  return name === "registrationToken" || (mayWrite(account) && !isOfNewerBuild(account, name));
}

/** The stored shape of a record that `defineRecord` defines. */
export interface StoredRecord {
  version: number;
  value: unknown;
}

function readStored(account: string, name: TextRecordName): Partial<StoredRecord> | null {
  return readJson(recordKey(account, name)) as Partial<StoredRecord> | null;
}

/** The text of a record that is being deleted. Every build reads it as a missing record. */
export const emptiedRecord = JSON.stringify({ version: 0, value: null } satisfies StoredRecord);

/** Returns whether the app can make the record again, so that a new one over it loses nothing. */
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

/** Returns the records that a newer build stored. While there are any, the account's form stays closed. */
export function listNewerRecords(account: string): TextRecordName[] {
  const names = Object.keys(accountRecords) as AccountRecordName[];
  return names.filter(isTextRecord).filter((name) => isOfNewerBuild(account, name));
}

/** Moves the records of a newer build into the record `aside`, so that the person can begin a new form with this one. */
export function putNewerRecordsAside(account: string): void {
  const keys = listNewerRecords(account).map((name) => recordKey(account, name));
  if (keys.length === 0) return;
  const asideKey = recordKey(account, "aside");
  const before = readText(asideKey);
  // The record has a line of JSON, `[key, text]`, for each text.
  const lines = keys.map((key) => JSON.stringify([key, readText(key) ?? ""]));
  const aside = [...(before === null ? [] : [before]), ...lines].join("\n");
  replaceTexts(keys, new Map([[asideKey, aside]]));
}

/** Defines a record whose text has a format of its own, such as that of core's drafts. */
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

/** Returns the accounts with records in localStorage; the first is the one that was used last. */
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

/** The list of accounts does not outlive the last record of an account. */
export function noteRemoval(account: string): void {
  if (listAccounts().includes(account)) return;
  const others = readRecent().filter((other) => other !== account);
  if (others.length > 0) writeJson("accounts", others);
  else removeStored("accounts");
}

const permissions = new Map<string, () => boolean>();

/**
 * Asks `mayWrite` before each change of this account's records, until the returned function is
 * called. Deletions by `deleteRecords()` do not ask: they follow an event, whichever window sees it.
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
