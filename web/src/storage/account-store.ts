/**
 * Records of accounts in a store of the database, or in memory if the browser refuses. Each belongs to an account
 * (a LINE user id) and has a name.
 */
import { sleep } from "../lib/sleep";
import { changeRecords, onRecovery, readRecords, type StoreName, writeRecords } from "./database";

/** True if the record survives a reload; false if only this page's memory holds it. */
type IsStored = boolean;

/**
 * Waits until a page has read its stored records, and for 300 ms at most. After that, the page goes on without them,
 * and adds the records when they come.
 */
export async function waitForStored(reading: Promise<unknown>): Promise<void> {
  await Promise.race([reading, sleep(300)]);
}

/** Returns the key of a record. LINE user ids have no slash. */
const keyOf = (account: string, name: string) => `${account}/${name}`;
/** Returns the range of an account's keys: "0" follows "/". */
const rangeOf = (account: string) => IDBKeyRange.bound(`${account}/`, `${account}0`, false, true);
const nameIn = (account: string, key: IDBValidKey) => String(key).slice(account.length + 1);

export class AccountStore {
  /** The records that are being stored, and those that IndexedDB did not take, until it takes them. */
  private readonly memory = new Map<string, unknown>();
  /** The keys of the records that IndexedDB did not take. */
  private readonly refused = new Set<string>();
  /** Keys whose deletion failed. The next write, deletion or late answer of the database tries again. */
  private readonly pendingDeletes = new Set<string>();
  private isCatchingUp = false;

  constructor(private readonly store: StoreName) {
    onRecovery(() => void this.catchUp());
  }

  /** Returns the record, or null if there is none. Throws `StorageUnavailable`. */
  async read(account: string, name: string): Promise<unknown> {
    const key = keyOf(account, name);
    if (this.memory.has(key)) return this.memory.get(key);
    if (this.pendingDeletes.has(key)) return null;
    const stored = await readRecords(this.store, undefined, (records) => records.get(key));
    return stored ?? null;
  }

  /** Returns an account's records by name. Throws `StorageUnavailable`. */
  async readAll(account: string): Promise<Map<string, unknown>> {
    const [keys, stored] = await readRecords(this.store, [[], []], (records) => {
      const range = rangeOf(account);
      return Promise.all([records.getAllKeys(range), records.getAll(range)]);
    });
    const all = keys.flatMap((key, index) =>
      this.pendingDeletes.has(String(key)) ? [] : [[nameIn(account, key), stored[index]] as const],
    );
    return new Map([...all, ...this.heldOf(account)]);
  }

  /**
   * Stores a record in one transaction, which also deletes the records named `obsolete`. Returns false if the
   * browser has no room or refuses, so that only memory holds the record.
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
    const obsoleteKeys = obsolete.map((other) => keyOf(account, other));
    for (const other of obsoleteKeys) this.forget(other);
    if (!(await this.put(key, record, obsoleteKeys))) return false;
    await this.catchUp();
    return true;
  }

  /**
   * Changes a record in one transaction. Does nothing if the record is gone, so that a late change never brings a
   * deleted record back; nor if the database is unavailable.
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

  /** Deletes records of an account. Returns false if the device may still hold some of them. */
  async delete(account: string, names: readonly string[]): Promise<boolean> {
    return await this.deleteKeys(names.map((name) => keyOf(account, name)));
  }

  /** Deletes all records of an account. Returns false if the device may still hold some of them. */
  async deleteAll(account: string): Promise<boolean> {
    return await this.deleteWhere((owner) => owner === account);
  }

  /**
   * Deletes the records of all accounts that `isUnneeded` names. Returns false if the device may still hold some of
   * them.
   */
  async deleteWhere(isUnneeded: (account: string, name: string) => boolean): Promise<boolean> {
    const read = readRecords(this.store, [], (records) => records.getAllKeys());
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

  private heldOf(account: string): [name: string, record: unknown][] {
    const own = keyOf(account, "");
    return [...this.memory].flatMap(([key, record]) =>
      key.startsWith(own) ? [[key.slice(own.length), record] as [string, unknown]] : [],
    );
  }

  /** Stores a record that is in memory. A later write or deletion of its key wins. */
  private async put(
    key: string,
    record: unknown,
    obsolete: readonly string[] = [],
  ): Promise<IsStored> {
    const isLatest = () => this.memory.get(key) === record;
    try {
      await writeRecords(this.store, async (records) => {
        if (!isLatest()) return;
        await Promise.all([
          records.put(record, key),
          ...obsolete.map((other) => records.delete(other)),
        ]);
      });
      if (isLatest()) this.forget(key);
      return true;
    } catch {
      if (isLatest()) this.refused.add(key);
      return false;
    }
  }

  private forget(key: string): void {
    this.memory.delete(key);
    this.refused.delete(key);
  }

  private async deleteKeys(keys: readonly string[]): Promise<boolean> {
    for (const key of keys) {
      this.forget(key);
      this.pendingDeletes.add(key);
    }
    try {
      await this.deleteNow(keys);
    } catch {
      return false;
    }
    void this.catchUp();
    return true;
  }

  private async deleteNow(keys: readonly string[]): Promise<void> {
    await changeRecords(this.store, (records) =>
      Promise.all(keys.map((key) => records.delete(key))),
    );
    for (const key of keys) this.pendingDeletes.delete(key);
  }

  /** Repeats failed deletions, and stores the records that only memory holds. */
  private async catchUp(): Promise<void> {
    if (this.isCatchingUp) return;
    this.isCatchingUp = true;
    try {
      if (this.pendingDeletes.size > 0) await this.deleteNow([...this.pendingDeletes]);
      for (const key of this.refused) {
        if (!(await this.put(key, this.memory.get(key)))) return;
      }
    } catch {
      // The next write or deletion tries again.
    } finally {
      this.isCatchingUp = false;
    }
  }
}

/** The picked files. localStorage has no room for their bytes. */
export const files = new AccountStore("files");
/** The last known answers of the server, for a start without a network. */
export const answers = new AccountStore("answers");
/** The texts that a member has written and the server does not have yet. */
export const unsent = new AccountStore("unsent");
