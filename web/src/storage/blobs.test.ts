import * as idb from "idb-keyval";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  areFilesDurable,
  listBlobs,
  readBlob,
  removeBlob,
  removeBlobsExcept,
  writeBlob,
} from "./blobs";
import { StoreOutOfReach } from "./file-store";

// happy-dom has no IndexedDB: a map stands in where a test is not about a browser that refuses.
vi.stubGlobal("indexedDB", {});
const stored = new Map<string, unknown>();
vi.mock("idb-keyval", () => ({
  createStore: vi.fn(() => ({})),
  get: vi.fn(async (key: string) => stored.get(key)),
  set: vi.fn(async (key: string, value: unknown) => void stored.set(key, value)),
  keys: vi.fn(async () => [...stored.keys()]),
  delMany: vi.fn(async (gone: string[]) => {
    for (const key of gone) stored.delete(key);
  }),
}));

const full = () => Promise.reject(new DOMException("no room", "QuotaExceededError"));
const lost = () => Promise.reject(new DOMException("connection lost", "InvalidStateError"));
const keepNothing = () => removeBlobsExcept("Ua", () => false);

beforeEach(() => stored.clear());
afterEach(keepNothing);

test("a file is read back with its bytes and type, by its own user only", async () => {
  expect(await writeBlob("Ua", "one", new Blob(["bytes"], { type: "image/png" }))).toBe("stored");
  const blob = await readBlob("Ua", "one");
  expect(await blob?.text()).toBe("bytes");
  expect(blob?.type).toBe("image/png");
  expect(await readBlob("Ub", "one")).toBeNull();
  expect(areFilesDurable()).toBe(true);
});

test("what there is no room for is held until the page closes, and that is told", async () => {
  vi.mocked(idb.set).mockImplementationOnce(full);
  expect(await writeBlob("Ua", "one", new Blob(["bytes"]))).toBe("memory");
  expect(await (await readBlob("Ua", "one"))?.text()).toBe("bytes");
  expect(areFilesDurable()).toBe(false);
  await removeBlob("Ua", "one");
  expect(areFilesDurable()).toBe(true);
});

test("a file that cannot be read is not mistaken for a store that is full", async () => {
  const gone = new Blob(["bytes"]);
  gone.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
  await expect(writeBlob("Ua", "one", gone)).rejects.toThrow("gone");
  expect(await readBlob("Ua", "one")).toBeNull();
  expect(areFilesDurable()).toBe(true);
});

test("a connection that was lost in the background is made anew", async () => {
  vi.mocked(idb.set).mockImplementationOnce(lost);
  expect(await writeBlob("Ua", "one", new Blob(["bytes"]))).toBe("stored");
  vi.mocked(idb.get).mockImplementationOnce(lost);
  expect(await (await readBlob("Ua", "one"))?.text()).toBe("bytes");
});

test("a browser that refuses gives back what the page holds, and has nothing else", async () => {
  const refused = () => Promise.reject(new DOMException("denied", "SecurityError"));
  vi.mocked(idb.set).mockImplementationOnce(refused);
  expect(await writeBlob("Ua", "one", new Blob(["bytes"]))).toBe("memory");
  expect(await (await readBlob("Ua", "one"))?.text()).toBe("bytes");
  vi.mocked(idb.get).mockImplementationOnce(refused);
  expect(await readBlob("Ua", "two")).toBeNull();
});

test("a file that could not be asked for is not mistaken for one that is gone", async () => {
  await writeBlob("Ua", "one", new Blob(["bytes"]));
  vi.mocked(idb.get).mockImplementationOnce(lost).mockImplementationOnce(lost);
  await expect(readBlob("Ua", "one")).rejects.toThrow(StoreOutOfReach);
  vi.mocked(idb.keys).mockImplementationOnce(lost).mockImplementationOnce(lost);
  await expect(listBlobs("Ua")).rejects.toThrow(StoreOutOfReach);
  expect(await listBlobs("Ua")).toEqual(new Set(["one"]));
});

test("what was held in memory moves to the device at the next file there is room for", async () => {
  vi.mocked(idb.set).mockImplementationOnce(full);
  await writeBlob("Ua", "one", new Blob(["bytes"]));
  await writeBlob("Ua", "two", new Blob(["more"]));
  expect(areFilesDurable()).toBe(true);
  expect([...stored.keys()].sort()).toEqual(["Ua/one", "Ua/two"]);
});

test("what could not be deleted is deleted with what is deleted next", async () => {
  await writeBlob("Ua", "one", new Blob(["1"]));
  await writeBlob("Ua", "two", new Blob(["2"]));
  vi.mocked(idb.delMany).mockImplementationOnce(lost).mockImplementationOnce(lost);
  await removeBlob("Ua", "one");
  expect(stored.has("Ua/one")).toBe(true);
  await removeBlob("Ua", "two");
  await vi.waitFor(() => expect([...stored.keys()]).toEqual([]));
});

test("what is written again is not deleted with what could not be", async () => {
  await writeBlob("Ua", "one", new Blob(["1"]));
  vi.mocked(idb.delMany).mockImplementationOnce(lost).mockImplementationOnce(lost);
  await removeBlob("Ua", "one");
  await writeBlob("Ua", "one", new Blob(["2"]));
  expect(await (await readBlob("Ua", "one"))?.text()).toBe("2");
});

test("a sweep that could not be done says so", async () => {
  await writeBlob("Ua", "one", new Blob(["1"]));
  vi.mocked(idb.keys).mockImplementationOnce(lost).mockImplementationOnce(lost);
  expect(await keepNothing()).toBe(false);
  vi.mocked(idb.delMany).mockImplementationOnce(lost).mockImplementationOnce(lost);
  expect(await keepNothing()).toBe(false);
  expect(await keepNothing()).toBe(true);
  expect([...stored.keys()]).toEqual([]);
});

test("sweeping forgets other users' files and those no longer named", async () => {
  await writeBlob("Ua", "kept", new Blob(["1"]));
  await writeBlob("Ua", "gone", new Blob(["2"]));
  await writeBlob("Ub", "kept", new Blob(["3"]));
  await removeBlobsExcept("Ua", (name) => name === "kept");
  expect(await readBlob("Ua", "kept")).not.toBeNull();
  expect(await readBlob("Ua", "gone")).toBeNull();
  expect(await readBlob("Ub", "kept")).toBeNull();
});

test("sweeping leaves the files of those who come back for them", async () => {
  await writeBlob("Ub", "theirs", new Blob(["1"]));
  await writeBlob("Uc", "forgotten", new Blob(["2"]));
  await removeBlobsExcept("Ua", () => false, ["Ub"]);
  expect(await readBlob("Ub", "theirs")).not.toBeNull();
  expect(await readBlob("Uc", "forgotten")).toBeNull();
});

test("a store that never answers is waited for once, and asked again after a while", async () => {
  vi.useFakeTimers();
  await writeBlob("Ua", "old", new Blob(["old"]));
  vi.mocked(idb.set).mockImplementation(() => new Promise(() => undefined));
  const first = writeBlob("Ua", "one", new Blob(["bytes"]));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await first).toBe("memory");
  // None of these waits.
  expect(await writeBlob("Ua", "two", new Blob(["more"]))).toBe("memory");
  expect(await (await readBlob("Ua", "two"))?.text()).toBe("more");
  await expect(readBlob("Ua", "old")).rejects.toThrow(StoreOutOfReach);
  await removeBlob("Ua", "old");

  vi.mocked(idb.set).mockImplementation(async (key, value) => void stored.set(String(key), value));
  vi.setSystemTime(Date.now() - 86_400_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await writeBlob("Ua", "two", new Blob(["more"]))).toBe("stored");
  expect([...stored.keys()].sort()).toEqual(["Ua/one", "Ua/two"]);
  vi.useRealTimers();
});

test("a store that answers late is asked again at once, and takes what it did not take", async () => {
  vi.useFakeTimers();
  let answer = () => {};
  vi.mocked(idb.set).mockImplementation(
    () =>
      new Promise((done) => {
        answer = done;
      }),
  );
  const first = writeBlob("Ua", "one", new Blob(["bytes"]));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await first).toBe("memory");
  vi.mocked(idb.set).mockImplementation(async (key, value) => void stored.set(String(key), value));
  answer();
  vi.useRealTimers();
  await vi.waitFor(() => expect(areFilesDurable()).toBe(true));
  expect([...stored.keys()]).toEqual(["Ua/one"]);
});
