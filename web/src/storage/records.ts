/** The records that this device keeps for an account, and the events that delete them. */
import {
  type AccountKey,
  heldInMemory,
  listKeys,
  readJson,
  readText,
  removeStored,
  writeJson,
  writeText,
} from "./local";
import { mayWrite } from "./write-permission";

/** The events after which this device deletes records of an account. */
export type AccountEvent =
  /** The server has stored the profile. */
  | "profileAccepted"
  /** The person began the form again; the consent stays. */
  | "startedOver"
  /** The person had the answers removed, on the page for people who are too young. */
  | "answersRemoved"
  /** The app cannot read the draft, and put its text aside. */
  | "draftPutAside"
  /** The reviewer has the answers, or does not ask any more. */
  | "requestOver"
  /** The person logged out, here or everywhere. */
  | "loggedOut"
  /** The server deleted the account. */
  | "accountDeleted"
  /** Two other accounts with unfinished work used this device later. */
  | "displaced";

interface Lifetime {
  deletedBy: readonly AccountEvent[];
  /** True if the answers to a reviewer need it too: "profileAccepted" spares it while there are such. */
  isForAnswersToo?: true;
}

const anyEnd = ["accountDeleted", "displaced"] as const;
const formEnds = ["profileAccepted", "answersRemoved", ...anyEnd] as const;

/** The one table of the records of an account. A new record gets its line here first. */
export const accountRecords = {
  /** The answers of a new profile, with consent and idempotency key. */
  draft: { deletedBy: [...formEnds, "startedOver", "draftPutAside"] },
  /** The page on which the person left the form. */
  draftPage: { deletedBy: [...formEnds, "startedOver", "draftPutAside"] },
  /** The text of a draft that this build could not read. */
  unreadDraft: { deletedBy: [...formEnds, "startedOver"] },
  /** The order of the picked files by key; deleting it also deletes their records in IndexedDB. */
  photos: { deletedBy: [...formEnds, "startedOver", "requestOver"], isForAnswersToo: true },
  /** The state of sending a form. The form itself is in the draft or in the answers. */
  outbox: {
    deletedBy: [...formEnds, "startedOver", "draftPutAside", "requestOver"],
    isForAnswersToo: true,
  },
  /** The work mailbox whose code is on its way. */
  workEmail: { deletedBy: [...formEnds, "startedOver", "requestOver"], isForAnswersToo: true },
  /** The answers to a reviewer. */
  resubmission: { deletedBy: ["answersRemoved", "requestOver", ...anyEnd] },
  /** The credentials of a person who has no account yet. */
  registrationToken: { deletedBy: formEnds },
  /** The last known profile, in IndexedDB, for a start without a network. */
  profile: { deletedBy: [...anyEnd, "loggedOut"] },
} as const satisfies Record<string, Lifetime>;

export type AccountRecordName = keyof typeof accountRecords;

/** The records that are not in localStorage. */
type IndexedDbName = "profile";
export type TextRecordName = Exclude<AccountRecordName, IndexedDbName>;

/** Returns the names of the records that `event` deletes. */
export function recordsDeletedBy(event: AccountEvent, account: string): AccountRecordName[] {
  const isAnswering = event === "profileAccepted" && hasRecord(account, "resubmission");
  return (Object.keys(accountRecords) as AccountRecordName[]).filter((name) => {
    const { deletedBy, isForAnswersToo }: Lifetime = accountRecords[name];
    return deletedBy.includes(event) && !(isAnswering && isForAnswersToo);
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
export interface AccountRecord<Value> {
  /** Returns the value, or null if there is none that this build can read. */
  read(account: string): Value | null;
  /** Stores the value; returns false if it will not survive a reload, or if another window has the form. */
  write(account: string, value: Value): boolean;
  remove(account: string): void;
  /** Returns whether the value that was written last survives a reload. */
  isDurable(account: string): boolean;
}

interface RecordKind<Value> {
  name: TextRecordName;
  /** Counted up when the shape changes. The keys of earlier builds are moved as version 1. */
  version: number;
  /** Checks a stored value, which may be of any version up to this one, and returns null if it is useless. */
  parse: (value: unknown, version: number) => Value | null;
}

/** Defines a record that is stored as JSON with its version. */
export function defineRecord<Value>({
  name,
  version,
  parse,
}: RecordKind<Value>): AccountRecord<Value> {
  return {
    ...defineText(name),
    read(account) {
      const stored = readJson(recordKey(account, name)) as Partial<StoredRecord> | null;
      if (typeof stored?.version !== "number" || stored.version > version) return null;
      return parse(stored.value, stored.version);
    },
    write(account, value) {
      if (!mayChange(account, name)) return false;
      const isKept = writeJson(recordKey(account, name), { version, value });
      noteUse(account);
      return isKept;
    },
  };
}

/** Every window may renew the registration token. The other records belong to the form. */
function mayChange(account: string, name: TextRecordName): boolean {
  return name === "registrationToken" || mayWrite(account);
}

/** The stored shape of a record that `defineRecord` defines. */
export interface StoredRecord {
  version: number;
  value: unknown;
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

/** Returns the texts of all records of an account. */
export function exportRecords(account: string): [name: string, text: string][] {
  return listKeys().flatMap((key) => {
    const [owner, name] = key.split(":");
    const text = owner === account && name !== undefined ? readText(key) : null;
    return name === undefined || text === null ? [] : [[name, text]];
  });
}

/**
 * Replaces all records of an account by those that another window exported. This window may not have
 * seen its last changes yet, and a full store keeps them in the memory of the other window.
 */
export function importRecords(account: string, records: readonly [name: string, text: string][]) {
  const texts = new Map(records);
  for (const [name] of exportRecords(account)) {
    if (!texts.has(name)) removeStored(`${account}:${name}`);
  }
  for (const [name, text] of texts) writeText(`${account}:${name}`, text);
  if (texts.size > 0) noteUse(account);
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

export function noteUse(account: string): void {
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
