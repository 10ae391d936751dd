/**
 * Gives a test file an IndexedDB, which happy-dom does not have: import this module before the code
 * under test. Its requests answer through `setImmediate`, so a test with fake timers leaves that one
 * real: `vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })`.
 */
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { afterEach, vi } from "vitest";
import { answers, files, unsent } from "./account-store";

let factory = indexedDB;

// The next test must not find what this test has left in memory, or on its way to the database.
afterEach(async () => {
  vi.stubGlobal("indexedDB", factory);
  for (const store of [answers, files, unsent]) await store.deleteWhere(() => true);
  vi.unstubAllGlobals();
});

/** Gives the test an IndexedDB that has nothing, also to an app that has opened the one before. */
export function replaceIndexedDb(): void {
  window.dispatchEvent(new Event("pagehide"));
  window.dispatchEvent(new Event("pageshow"));
  factory = new IDBFactory();
  vi.stubGlobal("indexedDB", factory);
}

/** Deletes every record of every database. Connections that the app holds stay open and usable. */
export async function clearIndexedDb(): Promise<void> {
  for (const { name = "" } of await indexedDB.databases()) {
    const database = await openDB(name);
    for (const store of database.objectStoreNames) await database.clear(store);
    database.close();
  }
}

/**
 * Returns what the database has, which the app may still be writing; null if it has no such record. A text that is
 * stored before the earlier ones are read has the name of its record and a mark of its box.
 */
export async function storedRecord(store: string, account: string, name: string): Promise<unknown> {
  if ((await indexedDB.databases()).length === 0) return null;
  const database = await openDB("enmusubi");
  const key = `${account}/${name}`;
  const range = IDBKeyRange.bound(`${key}:`, `${key};`);
  const record = (await database.get(store, key)) ?? (await database.get(store, range));
  database.close();
  return record ?? null;
}

/** From now on, no transaction ends. Returns the function that ends the latest one after all. */
export function silence(): () => void {
  let answer = () => {};
  const never = () => new Promise(() => undefined);
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(() => {
    const store = { put: async () => undefined, get: never, getAllKeys: never, delete: never };
    const done = new Promise<void>((resolve) => (answer = resolve));
    return { objectStore: () => store, done, abort: () => undefined } as never;
  });
  return () => answer();
}
