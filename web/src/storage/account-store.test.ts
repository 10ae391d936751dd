import "./indexed-db.testing";
import { deleteDB, openDB } from "idb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { answers, files, finishDeletions, reportWrite, unsent } from "./account-store";
import { StorageUnavailable } from "./database";
import { clearIndexedDb, silence, storedRecord } from "./indexed-db.testing";

const record = (text: string) => ({ text });
const write = (name: string, account = "Ua") =>
  files.write(account, name, record(`${account} ${name}`));
const names = async (account = "Ua") => [...(await files.readAll(account)).keys()].sort();
const deleteAll = () => files.deleteWhere(() => true);

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

/** Deletes the database, which closes the connection of the app. */
const forgetDatabase = () => deleteDB("enmusubi");

beforeEach(clearIndexedDb);
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await deleteAll();
});

test("reads a record back for its own account only", async () => {
  expect(await write("one")).toBe(true);
  expect(await files.read("Ua", "one")).toEqual(record("Ua one"));
  expect(await files.read("Ub", "one")).toBeNull();
  expect(files.isDurable).toBe(true);
});

test("deletes the obsolete records in the transaction that writes the new one", async () => {
  await write("old");
  await write("older");
  fillDisk();
  expect(await files.write("Ua", "new", record("new"), ["old", "older"])).toBe(false);
  expect(await names()).toEqual(["new", "old", "older"]);
  expect(await files.write("Ua", "new", record("new"), ["old", "older"])).toBe(true);
  expect(await names()).toEqual(["new"]);
});

test("holds a record in memory if there is no room, and says so", async () => {
  fillDisk();
  expect(await write("one")).toBe(false);
  expect(await files.read("Ua", "one")).toEqual(record("Ua one"));
  expect(files.isDurable).toBe(false);
  await files.delete("Ua", ["one"]);
  expect(files.isDurable).toBe(true);
});

test("stores the records from memory as soon as there is room again", async () => {
  fillDisk();
  await write("one");
  await write("two");
  expect(files.isDurable).toBe(true);
  expect(await names()).toEqual(["one", "two"]);
});

test("opens a new connection if the browser has closed the one in use", async () => {
  loseConnection();
  expect(await write("one")).toBe(true);
  loseConnection();
  expect(await files.read("Ua", "one")).toEqual(record("Ua one"));
});

test("works from memory in a browser that refuses IndexedDB", async () => {
  // A new connection, so that the browser can refuse it.
  loseConnection();
  const open = vi.spyOn(IDBFactory.prototype, "open");
  open.mockImplementation(refuse("SecurityError"));
  expect(await write("one")).toBe(false);
  expect(await files.read("Ua", "one")).toEqual(record("Ua one"));
  expect(await files.read("Ua", "two")).toBeNull();
});

test("throws if the database is unavailable, so that no record seems to be gone", async () => {
  await write("one");
  loseConnection(2);
  await expect(files.read("Ua", "one")).rejects.toThrow(StorageUnavailable);
  loseConnection(2);
  await expect(files.readAll("Ua")).rejects.toThrow(StorageUnavailable);
  expect(await names()).toEqual(["one"]);
});

test("changes a record in place, in memory too", async () => {
  await write("one");
  await files.update("Ua", "one", () => record("changed"));
  expect(await files.read("Ua", "one")).toEqual(record("changed"));
  fillDisk();
  await write("two");
  await files.update("Ua", "two", () => record("changed"));
  expect(await files.read("Ua", "two")).toEqual(record("changed"));
});

test("does not bring a deleted record back by a late change", async () => {
  await write("one");
  const change = files.update("Ua", "one", () => record("changed"));
  await Promise.all([change, files.delete("Ua", ["one"])]);
  await files.update("Ua", "one", () => record("changed"));
  expect(await names()).toEqual([]);
});

test("repeats a failed deletion with the next one", async () => {
  await write("one");
  await write("two");
  loseConnection(2);
  expect(await files.delete("Ua", ["one"])).toBe(false);
  expect(await names()).toEqual(["two"]);
  expect(await storedRecord("files", "Ua", "one")).not.toBeNull();
  await files.delete("Ua", ["two"]);
  await vi.waitFor(async () => expect(await storedRecord("files", "Ua", "one")).toBeNull());
});

test("does not repeat the deletion of a record that was written again", async () => {
  await write("one");
  loseConnection(2);
  await files.delete("Ua", ["one"]);
  await files.write("Ua", "one", record("again"));
  expect(await files.read("Ua", "one")).toEqual(record("again"));
});

test("deletes the unneeded records of every account", async () => {
  await write("needed");
  await write("unneeded");
  await write("needed", "Ub");
  await write("unneeded", "Uc");
  expect(await files.deleteWhere((_, name) => name !== "needed")).toBe(true);
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
  silence();
  const first = write("one");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await first).toBe(false);
  // None of these waits.
  expect(await write("two")).toBe(false);
  expect(await files.read("Ua", "two")).toEqual(record("Ua two"));
  await expect(files.read("Ua", "old")).rejects.toThrow(StorageUnavailable);
  await files.delete("Ua", ["old"]);

  vi.restoreAllMocks();
  vi.setSystemTime(Date.now() - 86_400_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await write("two")).toBe(true);
  expect(await names()).toEqual(["one", "two"]);
});

test("stores the records from memory when a silent database answers late", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const answer = silence();
  const first = write("one");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await first).toBe(false);
  vi.restoreAllMocks();
  answer();
  vi.useRealTimers();
  await vi.waitFor(() => expect(files.isDurable).toBe(true));
  expect(await names()).toEqual(["one"]);
});

test("says when the browser has stored after all what it refused", async () => {
  const heard: boolean[] = [];
  const stop = files.subscribe(() => heard.push(files.isDurable));
  fillDisk();
  await write("one");
  expect(heard).toEqual([false]);
  await write("two");
  expect(heard).toEqual([false, true]);
  stop();
});

test("says no while the browser is late with its answer, and then the answer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const said: boolean[] = [];
  const answer = silence();
  reportWrite(write("one"), (isStored) => said.push(isStored));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(said).toEqual([false]);
  answer();
  await vi.waitFor(() => expect(said).toEqual([false, true]));
});

test("holds what it wrote first in memory until a database has given something back", async () => {
  await forgetDatabase();
  vi.resetModules();
  const { files: firstFiles } = await import("./account-store");
  const get = vi.spyOn(IDBObjectStore.prototype, "get").mockImplementation(refuse("UnknownError"));
  expect(await firstFiles.readAll("Ua")).toEqual(new Map());
  expect(await firstFiles.write("Ua", "one", record("one"))).toBe(true);
  expect(await firstFiles.read("Ua", "one")).toEqual(record("one"));
  get.mockRestore();
  expect(await firstFiles.read("Ua", "one")).toEqual(record("one"));
});

test("holds what it wrote in memory while the database gives nothing back", async () => {
  await write("old");
  const get = vi.spyOn(IDBObjectStore.prototype, "get").mockImplementation(refuse("UnknownError"));
  await expect(files.read("Ua", "old")).rejects.toThrow(StorageUnavailable);
  expect(await write("one")).toBe(true);
  expect(await files.read("Ua", "one")).toEqual(record("Ua one"));
  get.mockRestore();
  expect(await files.read("Ua", "old")).toEqual(record("Ua old"));
  expect(await files.read("Ua", "one")).toEqual(record("Ua one"));
});

test("a deletion that is tried again spares what was written meanwhile", async () => {
  await write("one");
  loseConnection();
  // The deletion begins first, and its second attempt comes after the write.
  const deleting = files.delete("Ua", ["one"]);
  const writing = files.write("Ua", "one", record("again"));
  await Promise.all([deleting, writing]);
  expect(await files.read("Ua", "one")).toEqual(record("again"));
});

test("a deletion that fails is repeated although an earlier one of the same record succeeds later", async () => {
  await write("one");
  const put = vi.spyOn(IDBObjectStore.prototype, "put");
  const first = files.delete("Ua", ["one"]);
  const writing = write("one");
  // Both are with the database, which has answered neither.
  while (put.mock.calls.length === 0) await Promise.resolve();
  loseConnection(2);
  const second = files.delete("Ua", ["one"]);
  expect(await Promise.all([first, writing, second])).toEqual([true, true, false]);
  expect(await files.read("Ua", "one")).toBeNull();
  await files.delete("Ua", ["other"]);
  await vi.waitFor(async () => expect(await storedRecord("files", "Ua", "one")).toBeNull());
});

describe("the records of an account that a silent database could not delete", () => {
  const stored = () => storedRecord("answers", "Ua", "member/profile");
  beforeEach(async () => {
    await answers.write("Ua", "member/profile", "hers");
    loseConnection(2);
    expect(await answers.deleteAll("Ua")).toBe(false);
    expect(await stored()).toBe("hers");
  });
  afterEach(() => answers.deleteAll("Ua"));

  test("are shown to no page", async () => {
    expect(await answers.read("Ua", "member/profile")).toBeNull();
    expect(await answers.readAll("Ua")).toEqual(new Map());
  });

  test("are deleted by the next start", async () => {
    vi.resetModules();
    const next = await import("./account-store");
    expect(await next.answers.read("Ua", "member/profile")).toBeNull();
    next.finishDeletions();
    await vi.waitFor(async () => expect(await stored()).toBeNull());
    await vi.waitFor(() => expect(localStorage.getItem("enmusubi:deletions")).toBeNull());
  });

  test("are deleted before the next record of the account is stored, which stays", async () => {
    await answers.write("Ua", "member/other", "new");
    expect(await answers.readAll("Ua")).toEqual(new Map([["member/other", "new"]]));
    expect(await stored()).toBeNull();
    finishDeletions();
    await answers.write("Ub", "member/other", "of another");
    expect(await answers.readAll("Ua")).toEqual(new Map([["member/other", "new"]]));
  });
});

test("reading and deleting create no database", async () => {
  await forgetDatabase();
  expect(await files.read("Ua", "one")).toBeNull();
  expect(new Set((await files.readAll("Ua")).keys())).toEqual(new Set());
  expect(await unsent.readAll("Ua")).toEqual(new Map());
  await files.update("Ua", "one", (stored) => stored);
  expect(await files.delete("Ua", ["one"])).toBe(true);
  expect(await answers.deleteAll("Ua")).toBe(true);
  expect(await indexedDB.databases()).toEqual([]);
});

test("a write makes the database although a read has just found none", async () => {
  await forgetDatabase();
  const reading = files.read("Ua", "one");
  expect(await write("one")).toBe(true);
  expect(await reading).toBeNull();
});

test("a database without its stores gets them, and keeps the others", async () => {
  await forgetDatabase();
  const half = await openDB("enmusubi", 1, {
    upgrade: (database) => void database.createObjectStore("answers"),
  });
  await half.put("answers", "kept", "Ua/member/profile");
  half.close();
  expect(await write("one")).toBe(true);
  expect(await answers.read("Ua", "member/profile")).toBe("kept");
});

test("another window can delete the database while this one has it open", async () => {
  await write("one");
  await deleteDB("enmusubi");
  expect(await names()).toEqual([]);
});

test("reads all records of an account, those in memory too, and of no other", async () => {
  await unsent.write("Ua", "stored", "one");
  await unsent.write("Ua1", "stored", "of another");
  loseConnection(2);
  expect(await unsent.write("Ua", "refused", "two")).toBe(false);
  expect(Object.fromEntries(await unsent.readAll("Ua"))).toEqual({ stored: "one", refused: "two" });
  await unsent.deleteAll("Ua");
  expect(await unsent.readAll("Ua")).toEqual(new Map());
  expect(Object.fromEntries(await unsent.readAll("Ua1"))).toEqual({ stored: "of another" });
});

test("a write that fails after the deletion of its record leaves nothing behind", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  silence();
  const writing = write("one");
  const deleting = deleteAll();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await writing).toBe(false);
  await deleting;
  expect(files.isDurable).toBe(true);
  vi.restoreAllMocks();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await names()).toEqual([]);
});

describe("a page that is left", () => {
  const leave = () => window.dispatchEvent(new Event("pagehide"));
  afterEach(() => window.dispatchEvent(new Event("pageshow")));

  test("ends its reads, stores its writes, and closes its connection", async () => {
    await write("one");
    const writing = write("two");
    const reading = files.read("Ua", "one");
    leave();
    await expect(reading).rejects.toThrow(StorageUnavailable);
    expect(await writing).toBe(true);
    await deleteDB("enmusubi", { blocked: () => expect.unreachable("a connection is open") });
  });

  test("works again when the person comes back to it", async () => {
    await write("one");
    expect(await names()).toEqual(["one"]);
    leave();
    await expect(files.read("Ua", "one")).rejects.toThrow(StorageUnavailable);
    window.dispatchEvent(new Event("pageshow"));
    expect(await files.read("Ua", "one")).toEqual(record("Ua one"));
  });
});
