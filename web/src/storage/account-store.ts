/**
 * Stores records of accounts in IndexedDB, or in memory while the browser refuses to store them. A record has an
 * account (a LINE user id) and a name.
 */

import type { Account } from "#/lib/account";
import { sleep } from "#/lib/sleep";
import {
  changeRecords,
  onRecovery,
  type Records,
  readRecords,
  type StoreName,
  writeRecords,
} from "./database";
import { readJson, removeStored, writeJson } from "./local";

/** True if the record survives a reload; false if only this page's memory holds it. */
type IsStored = boolean;

/**
 * Resolves when `reading` has ended, and after 300 ms at the latest. After 300 ms, the page appears without its stored
 * records, and adds them when the database answers.
 */
export async function waitForStored(reading: Promise<unknown>): Promise<void> {
  await Promise.race([reading, sleep(300)]);
}

/** Joins account and name by a slash, which no LINE user id contains. */
const keyOf = (account: string, name: string) => `${account}/${name}`;
/** The range ends before `account0`, because "0" follows "/" in Unicode. */
const rangeOf = (account: string) => IDBKeyRange.bound(`${account}/`, `${account}0`, false, true);
const nameIn = (account: string, key: IDBValidKey) => String(key).slice(account.length + 1);
const accountOf = (key: string) => key.slice(0, key.indexOf("/"));

/**
 * The longest wait for a write to the database. After this time, the page warns the person that the text is not stored.
 */
const lateMs = 2_000;

/** Calls `say` with the result of a write. If there is no result after `lateMs`, calls `say(false)` first. */
export function reportWrite(writing: Promise<IsStored>, say: (isStored: boolean) => void): void {
  const late = setTimeout(() => say(false), lateMs);
  void writing.then((isStored) => {
    clearTimeout(late);
    say(isStored);
  });
}

class AccountStore {
  /**
   * The records that a read takes from memory: records whose write is running or was refused, and records that
   * IndexedDB stored while it answered no reads.
   */
  private readonly memory = new Map<string, unknown>();
  private readonly refused = new Set<string>();
  /** The keys of records that IndexedDB stored while it answered no reads. Memory holds them until a read succeeds. */
  private readonly unreadable = new Set<string>();
  /** True if the latest read of the database succeeded. A database may store records and still answer no reads. */
  private isReadable = false;
  /**
   * The unfinished deletions: each key with the symbol of its latest deletion. `catchUp()` repeats a failed deletion.
   */
  private readonly pendingDeletes = new Map<string, symbol>();
  private readonly listeners = new Set<() => void>();
  private isCatchingUp = false;

  constructor(private readonly store: StoreName) {
    onRecovery(() => void this.catchUp());
  }

  /** Returns null if there is no such record. Throws `StorageUnavailable` if the database does not answer. */
  async read(account: string, name: string): Promise<unknown> {
    const key = keyOf(account, name);
    if (this.memory.has(key)) return this.memory.get(key);
    if (this.isToBeDeleted(key)) return null;
    const stored = await this.readStored(undefined, (records) => records.get(key));
    return stored ?? null;
  }

  /** Returns an account's records by name. Throws `StorageUnavailable` if the database does not answer. */
  async readAll(account: string): Promise<Map<string, unknown>> {
    const [keys, stored] = await this.readStored([[], []], (records) => {
      const range = rangeOf(account);
      return Promise.all([records.getAllKeys(range), records.getAll(range)]);
    });
    const all = keys.flatMap((key, index) =>
      this.isToBeDeleted(String(key)) ? [] : [[nameIn(account, key), stored[index]] as const],
    );
    return new Map([...all, ...this.heldOf(account)]);
  }

  /**
   * Stores a record in one transaction, which also deletes the records named `obsolete`. Returns false if the browser
   * has no room or refuses the write. Only memory then holds the record.
   */
  async write(
    account: string,
    name: string,
    record: unknown,
    obsolete: readonly string[] = [],
  ): Promise<IsStored> {
    const key = keyOf(account, name);
    this.pendingDeletes.delete(key);
    this.memory.set(key, record);
    this.unreadable.delete(key);
    const obsoleteKeys = obsolete.map((other) => keyOf(account, other));
    for (const other of obsoleteKeys) this.forget(other);
    if (!(await this.put(key, record, obsoleteKeys))) return false;
    await this.catchUp();
    return true;
  }

  /**
   * Changes a record in one transaction. Does nothing if the record is gone, because a late change must not restore a
   * deleted record. Does nothing either if only the database holds the record and the database is unavailable.
   */
  async update(account: string, name: string, edit: (record: object) => object): Promise<void> {
    const key = keyOf(account, name);
    const held = this.memory.get(key);
    if (held) return void (await this.write(account, name, edit(held)));
    await changeRecords(this.store, async (records) => {
      const stored = await records.get(key);
      if (stored !== undefined) await records.put(edit(stored as object), key);
    }).catch(() => undefined);
  }

  /** Returns false if the device may still hold some of the records. */
  async delete(account: string, names: readonly string[]): Promise<boolean> {
    return await this.deleteKeys(names.map((name) => keyOf(account, name)));
  }

  /**
   * Returns false if the device may still hold some of the account's records. A note in localStorage then lets this
   * page or a later page repeat the deletion.
   */
  async deleteAll(account: string): Promise<boolean> {
    for (const [name] of this.heldOf(account)) this.forget(keyOf(account, name));
    noteDeletion(this.store, account);
    try {
      await this.deleteAccount(account);
    } catch {
      return false;
    }
    void this.catchUp();
    return true;
  }

  /**
   * Deletes each record, of any account, for which `isUnneeded` returns true. Returns false if the device may still
   * hold some of these records.
   */
  async deleteWhere(isUnneeded: (account: string, name: string) => boolean): Promise<boolean> {
    const read = this.readStored([], (records) => records.getAllKeys());
    const stored = await read.catch(() => null);
    const all = [...(stored ?? []).map(String), ...this.memory.keys()];
    const unneeded = all.filter((key) => {
      const slash = key.indexOf("/");
      return isUnneeded(key.slice(0, slash), key.slice(slash + 1));
    });
    const areDeleted = unneeded.length === 0 || (await this.deleteKeys(unneeded));
    return stored !== null && areDeleted;
  }

  /** True if all records written so far survive a reload. */
  get isDurable(): boolean {
    return this.refused.size === 0;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private heldOf(account: string): [name: string, record: unknown][] {
    const own = keyOf(account, "");
    return [...this.memory].flatMap(([key, record]) =>
      key.startsWith(own) ? [[key.slice(own.length), record] as [string, unknown]] : [],
    );
  }

  private async readStored<Result>(
    missing: Result,
    work: (records: Records) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await readRecords(this.store, missing, async (records) => {
        const stored = await work(records);
        this.isReadable = true;
        for (const key of this.unreadable) this.memory.delete(key);
        this.unreadable.clear();
        return stored;
      });
    } catch (error) {
      this.isReadable = false;
      throw error;
    }
  }

  /** Stores a record that is in memory, unless a later write or deletion of the same key has replaced it. */
  private async put(
    key: string,
    record: unknown,
    obsolete: readonly string[] = [],
  ): Promise<IsStored> {
    const isLatest = () => this.memory.get(key) === record;
    const account = accountOf(key);
    const mark = notedDeletions(this.store)[account];
    try {
      await writeRecords(this.store, async (records) => {
        if (!isLatest()) return;
        // The deletion of the account was requested before this write, so it must run before the record is stored.
        await this.deleteNoted(records, account);
        await Promise.all([
          records.put(record, key),
          ...obsolete.map((other) => records.delete(other)),
        ]);
      });
      if (!isLatest()) return true;
      removeNote(this.store, account, mark);
      this.setRefused(key, false);
      if (this.isReadable) {
        this.memory.delete(key);
      } else {
        this.unreadable.add(key);
        void this.readStored(null, (records) => records.get(key)).catch(() => undefined);
      }
      return true;
    } catch {
      if (isLatest()) this.setRefused(key, true);
      return false;
    }
  }

  private forget(key: string): void {
    this.memory.delete(key);
    this.unreadable.delete(key);
    this.setRefused(key, false);
  }

  private setRefused(key: string, isRefused: boolean): void {
    const { isDurable } = this;
    if (isRefused) this.refused.add(key);
    else this.refused.delete(key);
    if (this.isDurable !== isDurable) for (const listener of this.listeners) listener();
  }

  private isToBeDeleted(key: string): boolean {
    return this.pendingDeletes.has(key) || accountOf(key) in notedDeletions(this.store);
  }

  private async deleteKeys(keys: readonly string[]): Promise<boolean> {
    for (const key of keys) {
      this.forget(key);
      this.pendingDeletes.set(key, Symbol());
    }
    try {
      await this.deletePending(keys);
    } catch {
      return false;
    }
    void this.catchUp();
    return true;
  }

  /** Deletes the records of these keys, except those that the app has written again since their deletion. */
  private async deletePending(keys: Iterable<string>): Promise<void> {
    const marks = [...keys].map((key) => [key, this.pendingDeletes.get(key)] as const);
    const arePending = () =>
      marks.filter(([key, mark]) => mark && this.pendingDeletes.get(key) === mark);
    await changeRecords(this.store, (records) =>
      Promise.all(arePending().map(([key]) => records.delete(key))),
    );
    // A key deleted again during the transaction has a new symbol, so the key stays in the map until the new deletion
    // has ended.
    for (const [key] of arePending()) this.pendingDeletes.delete(key);
  }

  private async deleteAccount(account: string): Promise<void> {
    const mark = notedDeletions(this.store)[account];
    await changeRecords(this.store, (records) => this.deleteNoted(records, account));
    removeNote(this.store, account, mark);
  }

  private async deleteNoted(records: Records, account: string): Promise<void> {
    if (account in notedDeletions(this.store)) await records.delete(rangeOf(account));
  }

  /** Repeats failed deletions, and stores the records that only memory holds. */
  async catchUp(): Promise<void> {
    if (this.isCatchingUp) return;
    this.isCatchingUp = true;
    try {
      for (const account of Object.keys(notedDeletions(this.store)))
        await this.deleteAccount(account);
      if (this.pendingDeletes.size > 0) await this.deletePending(this.pendingDeletes.keys());
      for (const key of this.refused) {
        if (!(await this.put(key, this.memory.get(key)))) return;
      }
    } catch {
      // The next write or deletion, or the recovery of the database, calls `catchUp()` again.
    } finally {
      this.isCatchingUp = false;
    }
  }
}

/** The accounts whose records a store must delete, each with a random id of the latest request to delete. */
type Deletions = Partial<Record<string, string>>;

function allDeletions(): Partial<Record<StoreName, Deletions>> {
  return Object(readJson("deletions"));
}

const notedDeletions = (store: StoreName): Deletions => Object(allDeletions()[store]);

function setDeletions(store: StoreName, deletions: Deletions): void {
  const { [store]: _, ...others } = allDeletions();
  const all = Object.keys(deletions).length > 0 ? { ...others, [store]: deletions } : others;
  if (Object.keys(all).length > 0) writeJson("deletions", all);
  else removeStored("deletions");
}

/** Stores the request to delete in localStorage, because a database may not answer before the next reload. */
function noteDeletion(store: StoreName, account: string): void {
  setDeletions(store, { ...notedDeletions(store), [account]: crypto.randomUUID() });
}

/** Removes the note of a finished deletion, unless the app has requested another deletion since. */
function removeNote(store: StoreName, account: string, mark: string | undefined): void {
  const { [account]: noted, ...others } = notedDeletions(store);
  if (noted !== undefined && noted === mark) setDeletions(store, others);
}

/** The picked files. localStorage has no room for their bytes. */
export const files = new AccountStore("files");
/** The last known answers of the server, which the app shows when it starts without a network. */
export const answers = new AccountStore("answers");
/** The texts that a member has written and the server does not have yet. */
export const unsent = new AccountStore("unsent");

/** Repeats the deletions that an earlier page could not finish. */
export function finishDeletions(): void {
  for (const store of [files, answers, unsent]) void store.catchUp();
}

export type AnswerName = `${string}/${string}`;

/** Returns null if no answer is stored, or if the database is unavailable. */
export async function readAnswer({ userId }: Account, name: AnswerName): Promise<unknown> {
  return await answers.read(userId, name).catch(() => null);
}

/**
 * Stores an answer of the server, unless the account has logged out, because no answers may stay on the device after a
 * logout. A failed write needs no report, because the server can send the answer again.
 */
export async function writeAnswer(
  { userId, signal }: Account,
  name: AnswerName,
  value: unknown,
): Promise<void> {
  if (!signal.aborted) await answers.write(userId, name, value);
}

export async function removeAnswer({ userId }: Account, name: AnswerName): Promise<void> {
  await answers.delete(userId, [name]);
}

export async function removeAnswersExcept(
  { userId }: Account,
  prefix: `${string}/`,
  kept: readonly string[],
): Promise<void> {
  await answers.deleteWhere(
    (owner, name) => owner === userId && name.startsWith(prefix) && !kept.includes(name),
  );
}
