/**
 * Gives a test file an IndexedDB, which happy-dom does not have: import this module before the code
 * under test. Its requests answer through `setImmediate`, so a test with fake timers leaves that one
 * real: `vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })`.
 */
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { vi } from "vitest";

/** Gives the test an IndexedDB that has nothing. Connections to the one before stay with their owners. */
export function replaceIndexedDb(): void {
  vi.stubGlobal("indexedDB", new IDBFactory());
}

/** Deletes every record of every database. Connections that the app holds stay open and usable. */
export async function clearIndexedDb(): Promise<void> {
  for (const { name = "" } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      await settled(database.transaction(store, "readwrite").objectStore(store).clear());
    }
    database.close();
  }
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
