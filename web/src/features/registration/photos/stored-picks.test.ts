import { beforeEach, expect, test, vi } from "vitest";
import { hasRecord } from "../../../storage/records";
import { readRecord, writeRecord } from "../../../storage/storage.testing";
import { userId } from "../form/testing";
import { FileShelf } from "./file-shelf";
import { emptyPicks } from "./picks";
import { clearPicks, loadPicks, savePicks } from "./stored-picks";

// happy-dom has no IndexedDB: a map stands in.
vi.stubGlobal("indexedDB", {});
const stored = new Map<string, unknown>();
const idb = vi.hoisted(() => ({
  createStore: () => ({}),
  get: vi.fn(),
  set: vi.fn(),
  keys: vi.fn(),
  delMany: vi.fn(),
}));
vi.mock("idb-keyval", () => idb);

/** As long as the store is asked again with a new connection. */
function failOnce(call: "get" | "keys" | "delMany") {
  const lost = () => Promise.reject(new DOMException("connection lost", "UnknownError"));
  idb[call].mockImplementationOnce(lost).mockImplementationOnce(lost);
}

/** Picked an hour ago, so that a sweep would take what is not named. */
function keep(status: "raw" | "ready") {
  const key = `${(Date.now() - 3_600_000).toString(36)}-photo`;
  const bytes = new TextEncoder().encode("bytes").buffer;
  stored.set(`${userId}/${key}${status === "raw" ? ".raw" : ""}`, { bytes, type: "image/jpeg" });
  const pick = { key, label: "a", uploadName: null, status };
  writeRecord(userId, "photos", { photos: [pick], document: null });
}

beforeEach(() => {
  localStorage.clear();
  stored.clear();
  idb.get.mockImplementation(async (key: string) => stored.get(key));
  idb.set.mockImplementation(async (key: string, value: unknown) => void stored.set(key, value));
  idb.keys.mockImplementation(async () => [...stored.keys()]);
  idb.delMany.mockImplementation(async (gone: string[]) => {
    for (const key of gone) stored.delete(key);
  });
});

test("photos stay picked, and their bytes stay, when the store cannot be asked for a moment", async () => {
  keep("ready");
  failOnce("keys");
  expect((await loadPicks(userId, 6)).photos[0]?.label).toBe("a");
  expect(stored.size).toBe(1);
  expect((await loadPicks(userId, 6)).photos[0]?.label).toBe("a");
});

test("photos the browser has dropped are left out, and what nobody names is swept", async () => {
  keep("ready");
  stored.clear();
  stored.set(`${userId}/1-old`, {});
  stored.set(`${userId}/${(Date.now() + 86_400_000).toString(36)}-of-a-clock-put-back`, {});
  expect(await loadPicks(userId, 6)).toEqual(emptyPicks(6));
  expect(stored.size).toBe(0);
});

test("a photo that another tab picks while this one opens is there", async () => {
  keep("ready");
  const loading = loadPicks(userId, 6);
  const held = (readRecord(userId, "photos") as { photos: object[] }).photos;
  const key = `${Date.now().toString(36)}-new`;
  stored.set(`${userId}/${key}`, { bytes: new ArrayBuffer(1), type: "image/jpeg" });
  const picked = { key, label: "b", uploadName: null, status: "ready" };
  writeRecord(userId, "photos", { photos: [...held, picked], document: null });
  expect((await loading).photos.map((pick) => pick?.label)).toEqual([
    "a",
    "b",
    ...Array(4).fill(undefined),
  ]);
});

test("a store that never answers holds the form up once, not once a photo", async () => {
  keep("ready");
  const pick = (readRecord(userId, "photos") as { photos: object[] }).photos[0];
  writeRecord(userId, "photos", { photos: Array(6).fill(pick), document: null });
  vi.useFakeTimers();
  idb.keys.mockImplementation(() => new Promise(() => undefined));
  const loading = loadPicks(userId, 6);
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await loading).photos).toEqual(Array(6).fill(pick));
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
});

test("a photo that cannot be read for a moment is prepared later", async () => {
  keep("raw");
  vi.useFakeTimers();
  const shelf = new FileShelf(
    userId,
    await loadPicks(userId, 6),
    async (file) => file,
    () => undefined,
  );
  failOnce("get");
  const close = shelf.open();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shelf.picks.photos[0]?.status).toBe("raw");
  await vi.advanceTimersByTimeAsync(15_000);
  expect(shelf.picks.photos[0]?.status).toBe("ready");
  expect(shelf.errors()).toEqual([]);
  close();
  vi.useRealTimers();
});

test("whose files are being forgotten stays on record until they are gone", async () => {
  keep("ready");
  failOnce("delMany");
  await clearPicks(userId);
  expect(readRecord(userId, "photos")).toEqual({ photos: [], document: null });
  expect((await loadPicks(userId, 6)).photos[0]).toBeNull();
  await clearPicks(userId);
  expect(hasRecord(userId, "photos")).toBe(false);
  expect(stored.size).toBe(0);
});

test("what is picked while the earlier files are forgotten stays picked", async () => {
  keep("ready");
  const clearing = clearPicks(userId);
  const pick = { key: "new", label: "b", uploadName: null, status: "ready" as const };
  savePicks(userId, { photos: [pick], document: null });
  await clearing;
  expect(readRecord(userId, "photos")).toMatchObject({ photos: [{ label: "b" }] });
});
