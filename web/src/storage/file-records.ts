/**
 * Records with the bytes of files: in IndexedDB, or in memory if the browser refuses. Each belongs to
 * an account (a LINE user id). localStorage has no room for files.
 */
import { createStore, delMany, get, keys, promisifyRequest, type UseStore } from "idb-keyval";
import { type RetryPolicy, retry } from "../lib/retry";
import { within } from "../lib/time-limit";
import { databaseExists } from "./database";
import { mayWrite } from "./write-permission";

/** The database did not answer, so the caller does not know whether a record exists. */
export class StorageUnavailable extends Error {}

/** True if the record survives a reload; false if only this page's memory holds it. */
type IsStored = boolean;

/** Bytes and type apart: some WebKit versions lose the link to a stored Blob after a restart. */
export interface StoredBytes {
  bytes: ArrayBuffer;
  type: string;
}

/** Throws if the blob cannot be read, such as a picked file that was deleted since. */
export async function bytesOf(blob: Blob): Promise<StoredBytes> {
  return { bytes: await blob.arrayBuffer(), type: blob.type };
}

export function blobOf({ bytes, type }: StoredBytes): Blob {
  return new Blob([bytes], { type });
}

/** Records that IndexedDB did not take. The page keeps them until it closes or there is room. */
const memory = new Map<string, object>();

/** Keys whose deletion failed. The next write, deletion or late answer of the database tries again. */
const pendingDeletes = new Set<string>();
let isCatchingUp = false;

/**
 * Stores a record in one transaction, which also deletes the records named `obsolete`. Returns false
 * if the browser has no room or refuses, so that only memory holds the record, and if another window
 * has the form, which then keeps its own records.
 */
export async function writeFileRecord(
  account: string,
  name: string,
  record: object,
  obsolete: readonly string[] = [],
): Promise<IsStored> {
  if (!mayWrite(account)) return false;
  const key = keyOf(account, name);
  pendingDeletes.delete(key);
  const isStored = await put(
    key,
    record,
    obsolete.map((other) => keyOf(account, other)),
  );
  if (!isStored) {
    memory.set(key, record);
    return false;
  }
  memory.delete(key);
  await catchUp();
  return true;
}

/** Returns the record, or null if there is none. Throws `StorageUnavailable`. */
export async function readFileRecord(account: string, name: string): Promise<unknown> {
  const key = keyOf(account, name);
  const inMemory = memory.get(key);
  if (inMemory) return inMemory;
  return (await run((store) => get<unknown>(key, store), undefined)) ?? null;
}

/**
 * Changes a record in one transaction. Does nothing if the record is gone, so that a late change
 * never brings a deleted record back; nor if the database is unavailable.
 */
export async function updateFileRecord(
  account: string,
  name: string,
  edit: (record: object) => object,
): Promise<void> {
  if (!mayWrite(account)) return;
  const key = keyOf(account, name);
  const inMemory = memory.get(key);
  if (inMemory) return void memory.set(key, edit(inMemory));
  const update = (records: IDBObjectStore) => {
    const reading = records.get(key);
    reading.onsuccess = () => {
      if (reading.result !== undefined) records.put(edit(reading.result), key);
    };
    return promisifyRequest(records.transaction);
  };
  await run((store) => store("readwrite", update), undefined).catch(() => undefined);
}

/** Returns the names of an account's records. Throws `StorageUnavailable`. */
export async function listFileRecords(account: string): Promise<Set<string>> {
  const own = keyOf(account, "");
  const all = [...(await run((store) => keys<string>(store), [])), ...memory.keys()];
  return new Set(all.flatMap((key) => (key.startsWith(own) ? [key.slice(own.length)] : [])));
}

/** Deletes records of an account. Returns false if the device may still hold some of them. */
export async function deleteFileRecords(
  account: string,
  names: readonly string[],
): Promise<boolean> {
  if (!mayWrite(account)) return false;
  return await deleteKeys(names.map((name) => keyOf(account, name)));
}

/**
 * Deletes the records of all accounts that `isNeeded` does not want. Returns false if the device may
 * still hold some of them.
 */
export async function deleteUnneededRecords(
  isNeeded: (account: string, name: string) => boolean,
): Promise<boolean> {
  const stored = await run((store) => keys<string>(store), []).catch(() => null);
  const all = [...(stored ?? []), ...memory.keys()];
  const unneeded = all.filter((key) => {
    const slash = key.indexOf("/");
    const account = key.slice(0, slash);
    return mayWrite(account) && !isNeeded(account, key.slice(slash + 1));
  });
  const areDeleted = unneeded.length === 0 || (await deleteKeys(unneeded));
  return stored !== null && areDeleted;
}

/** Returns the records of an account that only the memory of this window holds. */
export function exportFilesInMemory(account: string): [name: string, record: object][] {
  const own = keyOf(account, "");
  return [...memory].flatMap(([key, record]) =>
    key.startsWith(own) ? [[key.slice(own.length), record] as [string, object]] : [],
  );
}

/** Takes records over that another window exported, and stores them if there is room by now. */
export function importFilesInMemory(account: string, files: readonly [string, object][]): void {
  for (const [name, record] of files) memory.set(keyOf(account, name), record);
  void catchUp();
}

/** Returns whether all records written so far survive a reload. */
export function areFilesDurable(): boolean {
  return memory.size === 0;
}

async function deleteKeys(deleted: string[]): Promise<boolean> {
  for (const key of deleted) {
    memory.delete(key);
    pendingDeletes.add(key);
  }
  try {
    await deleteNow(deleted);
  } catch {
    return false;
  }
  void catchUp();
  return true;
}

async function deleteNow(deleted: string[]): Promise<void> {
  await run((store) => delMany(deleted, store), undefined);
  for (const key of deleted) pendingDeletes.delete(key);
}

/** Repeats failed deletions, and stores the records that only memory holds. */
async function catchUp(): Promise<void> {
  if (isCatchingUp) return;
  isCatchingUp = true;
  try {
    if (pendingDeletes.size > 0) await deleteNow([...pendingDeletes]);
    for (const [key, record] of memory) {
      if (!(await put(key, record, []))) return;
      // The form may have replaced the record during the write.
      if (memory.get(key) === record) memory.delete(key);
    }
  } catch {
    // The next write or deletion tries again.
  } finally {
    isCatchingUp = false;
  }
}

async function put(key: string, record: object, obsolete: readonly string[]): Promise<IsStored> {
  const write = (records: IDBObjectStore) => {
    records.put(record, key);
    for (const other of obsolete) records.delete(other);
    return promisifyRequest(records.transaction);
  };
  try {
    const store = async (files: UseStore) => {
      await files("readwrite", write);
      return true;
    };
    return await run(store, false, { mayCreate: true });
  } catch {
    return false;
  }
}

function keyOf(account: string, name: string): string {
  return `${account}/${name}`;
}

/** WebKit may never answer after the page was in the background. */
const timeoutMs = 5_000;
/** After two time-outs in a row, calls fail at once for this long. Otherwise each file would wait. */
const restMs = 60_000;
/** WebKit closes connections of a page in the background: the second attempt opens a new one. */
const reconnectOnce: RetryPolicy = { firstMs: 0, factor: 1, maxDelayMs: 0, maxAttempts: 2 };

const databaseName = "enmusubi:blobs";
let connection: UseStore | undefined;
let isSilent = false;
let rest: ReturnType<typeof setTimeout> | undefined;

/**
 * Returns the result of an operation on the database. Returns `withoutDatabase` if the browser offers
 * none, and if there is none yet and the operation may not create it. Throws `StorageUnavailable`, or
 * a `DOMException` if there is no room.
 */
async function run<Result>(
  operation: (store: UseStore) => Promise<Result>,
  withoutDatabase: Result,
  { mayCreate = false } = {},
): Promise<Result> {
  if (isSilent) throw new StorageUnavailable("the database did not answer a moment ago");
  try {
    const perform = async () => {
      const isThere = mayCreate || connection || (await databaseExists(databaseName));
      connection ??= isThere ? createStore(databaseName, "files") : undefined;
      return connection ? await operation(connection) : withoutDatabase;
    };
    return await retry(() => attempt(perform, withoutDatabase), {
      policy: reconnectOnce,
      decide(error) {
        if (isNamed(error, "QuotaExceededError")) return "giveUp";
        connection = undefined;
        return "retry";
      },
    });
  } catch (error) {
    if (isNamed(error, "QuotaExceededError")) throw error;
    // A browser that refuses says so at once, with a DOMException.
    if (!(error instanceof DOMException)) restForAWhile();
    throw new StorageUnavailable("the database did not answer", { cause: error });
  }
}

async function attempt<Result>(
  perform: () => Promise<Result>,
  withoutDatabase: Result,
): Promise<Result> {
  try {
    if (typeof indexedDB === "undefined") return withoutDatabase;
    const result = perform();
    let isLate = false;
    result.then(
      () => isLate && endRest(),
      () => undefined,
    );
    return await within(timeoutMs, result).catch((error: unknown) => {
      isLate = true;
      throw error;
    });
  } catch (error) {
    if (isNamed(error, "SecurityError")) return withoutDatabase;
    throw error;
  }
}

function restForAWhile(): void {
  isSilent = true;
  clearTimeout(rest);
  // A timer and no comparison of times, because a person may put the clock back.
  rest = setTimeout(() => {
    isSilent = false;
  }, restMs);
}

/** The database answered late: it works again. */
function endRest(): void {
  clearTimeout(rest);
  isSilent = false;
  void catchUp();
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name;
}
