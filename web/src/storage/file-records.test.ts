import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  areFilesDurable,
  deleteFileRecords,
  deleteUnneededRecords,
  exportFilesInMemory,
  importFilesInMemory,
  listFileRecords,
  readFileRecord,
  StorageUnavailable,
  updateFileRecord,
  writeFileRecord,
} from "./file-records";
import { clearIndexedDb } from "./indexed-db.testing";
import { limitWrites } from "./write-permission";

const record = (text: string) => ({ text });
const write = (name: string, account = "Ua") =>
  writeFileRecord(account, name, record(`${account} ${name}`));
const names = async (account = "Ua") => [...(await listFileRecords(account))].sort();
const deleteAll = () => deleteUnneededRecords(() => false);

const refuse = (name: string) => () => {
  throw new DOMException("refused by the test", name);
};
/** The browser has no room for `count` writes. */
function fillDisk(count = 1): void {
  const put = vi.spyOn(IDBObjectStore.prototype, "put");
  for (let n = 0; n < count; n += 1) put.mockImplementationOnce(refuse("QuotaExceededError"));
}
/** The next `count` calls find a connection that the browser has closed. */
function loseConnection(count = 1): void {
  const transaction = vi.spyOn(IDBDatabase.prototype, "transaction");
  for (let n = 0; n < count; n += 1)
    transaction.mockImplementationOnce(refuse("InvalidStateError"));
}

beforeEach(clearIndexedDb);
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await deleteAll();
});

test("reads a record back for its own account only", async () => {
  expect(await write("one")).toBe(true);
  expect(await readFileRecord("Ua", "one")).toEqual(record("Ua one"));
  expect(await readFileRecord("Ub", "one")).toBeNull();
  expect(areFilesDurable()).toBe(true);
});

test("deletes the obsolete records in the transaction that writes the new one", async () => {
  await write("old");
  await write("older");
  fillDisk();
  expect(await writeFileRecord("Ua", "new", record("new"), ["old", "older"])).toBe(false);
  expect(await names()).toEqual(["new", "old", "older"]);
  expect(await writeFileRecord("Ua", "new", record("new"), ["old", "older"])).toBe(true);
  expect(await names()).toEqual(["new"]);
});

test("holds a record in memory if there is no room, and says so", async () => {
  fillDisk();
  expect(await write("one")).toBe(false);
  expect(await readFileRecord("Ua", "one")).toEqual(record("Ua one"));
  expect(areFilesDurable()).toBe(false);
  await deleteFileRecords("Ua", ["one"]);
  expect(areFilesDurable()).toBe(true);
});

test("stores the records from memory as soon as there is room again", async () => {
  fillDisk();
  await write("one");
  await write("two");
  expect(areFilesDurable()).toBe(true);
  expect(await names()).toEqual(["one", "two"]);
});

test("opens a new connection if the browser has closed the one in use", async () => {
  loseConnection();
  expect(await write("one")).toBe(true);
  loseConnection();
  expect(await readFileRecord("Ua", "one")).toEqual(record("Ua one"));
});

test("works from memory in a browser that refuses IndexedDB", async () => {
  // A new connection, so that the browser can refuse it.
  loseConnection();
  const open = vi.spyOn(IDBFactory.prototype, "open");
  open.mockImplementation(refuse("SecurityError"));
  expect(await write("one")).toBe(false);
  expect(await readFileRecord("Ua", "one")).toEqual(record("Ua one"));
  expect(await readFileRecord("Ua", "two")).toBeNull();
});

test("throws if the database is unavailable, so that no record seems to be gone", async () => {
  await write("one");
  loseConnection(2);
  await expect(readFileRecord("Ua", "one")).rejects.toThrow(StorageUnavailable);
  loseConnection(2);
  await expect(listFileRecords("Ua")).rejects.toThrow(StorageUnavailable);
  expect(await names()).toEqual(["one"]);
});

test("changes a record in place, in memory too", async () => {
  await write("one");
  await updateFileRecord("Ua", "one", () => record("changed"));
  expect(await readFileRecord("Ua", "one")).toEqual(record("changed"));
  fillDisk();
  await write("two");
  await updateFileRecord("Ua", "two", () => record("changed"));
  expect(await readFileRecord("Ua", "two")).toEqual(record("changed"));
});

test("does not bring a deleted record back by a late change", async () => {
  await write("one");
  const change = updateFileRecord("Ua", "one", () => record("changed"));
  await Promise.all([change, deleteFileRecords("Ua", ["one"])]);
  await updateFileRecord("Ua", "one", () => record("changed"));
  expect(await names()).toEqual([]);
});

test("repeats a failed deletion with the next one", async () => {
  await write("one");
  await write("two");
  loseConnection(2);
  expect(await deleteFileRecords("Ua", ["one"])).toBe(false);
  expect(await names()).toEqual(["one", "two"]);
  await deleteFileRecords("Ua", ["two"]);
  await vi.waitFor(async () => expect(await names()).toEqual([]));
});

test("does not repeat the deletion of a record that was written again", async () => {
  await write("one");
  loseConnection(2);
  await deleteFileRecords("Ua", ["one"]);
  await writeFileRecord("Ua", "one", record("again"));
  expect(await readFileRecord("Ua", "one")).toEqual(record("again"));
});

test("deletes the unneeded records of every account", async () => {
  await write("needed");
  await write("unneeded");
  await write("needed", "Ub");
  await write("unneeded", "Uc");
  expect(await deleteUnneededRecords((_, name) => name === "needed")).toBe(true);
  expect(await names()).toEqual(["needed"]);
  expect(await names("Ub")).toEqual(["needed"]);
  expect(await names("Uc")).toEqual([]);
});

test("says if unneeded records may remain", async () => {
  await write("one");
  loseConnection(2);
  expect(await deleteAll()).toBe(false);
  vi.spyOn(IDBObjectStore.prototype, "delete").mockImplementation(refuse("UnknownError"));
  expect(await deleteAll()).toBe(false);
  vi.restoreAllMocks();
  expect(await deleteAll()).toBe(true);
  expect(await names()).toEqual([]);
});

test("waits once for a database that never answers, and asks it again after a minute", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  await write("old");
  const transaction = vi.spyOn(IDBDatabase.prototype, "transaction");
  const silent = { objectStore: () => ({ put: () => ({}), get: () => ({}) }) };
  transaction.mockReturnValue(silent as unknown as IDBTransaction);
  const first = write("one");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await first).toBe(false);
  // None of these waits.
  expect(await write("two")).toBe(false);
  expect(await readFileRecord("Ua", "two")).toEqual(record("Ua two"));
  await expect(readFileRecord("Ua", "old")).rejects.toThrow(StorageUnavailable);
  await deleteFileRecords("Ua", ["old"]);

  transaction.mockRestore();
  vi.setSystemTime(Date.now() - 86_400_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await write("two")).toBe(true);
  expect(await names()).toEqual(["one", "two"]);
});

test("another window takes over the records that only memory holds", async () => {
  await write("stored");
  fillDisk(2);
  await write("in memory");
  await write("in memory", "Ub");
  const exported = structuredClone(exportFilesInMemory("Ua"));
  expect(exported).toEqual([["in memory", record("Ua in memory")]]);
  await deleteAll();
  importFilesInMemory("Ua", exported);
  expect(await readFileRecord("Ua", "in memory")).toEqual(record("Ua in memory"));
  await vi.waitFor(() => expect(areFilesDurable()).toBe(true));
  expect(await names()).toEqual(["in memory"]);
});

test("stores the records from memory when a silent database answers late", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  let answer = () => {};
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (
    this: IDBDatabase,
    ...parameters
  ) {
    const late = transaction.apply(this, parameters);
    const store = late.objectStore("files");
    const waiting = { oncomplete: () => {} };
    answer = () => waiting.oncomplete();
    return {
      objectStore: () => Object.create(store, { transaction: { value: waiting } }),
    } as never;
  });
  vi.spyOn(IDBObjectStore.prototype, "put").mockReturnValue({} as IDBRequest<IDBValidKey>);
  const first = write("one");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await first).toBe(false);
  vi.restoreAllMocks();
  answer();
  vi.useRealTimers();
  await vi.waitFor(() => expect(areFilesDurable()).toBe(true));
  expect(await names()).toEqual(["one"]);
});

test("leaves the records of an account alone while another window has its form", async () => {
  await write("one");
  const endLimit = limitWrites("Ua", () => false);
  expect(await write("two")).toBe(false);
  await updateFileRecord("Ua", "one", () => record("changed"));
  expect(await deleteFileRecords("Ua", ["one"])).toBe(false);
  await write("other", "Ub");
  await deleteAll();
  endLimit();
  expect(await names()).toEqual(["one"]);
  expect(await readFileRecord("Ua", "one")).toEqual(record("Ua one"));
  expect(await names("Ub")).toEqual([]);
  expect(areFilesDurable()).toBe(true);
});
