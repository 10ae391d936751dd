import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { userId } from "#/profile-form/made-up.testing";
import { writeFileRecord } from "#/storage/file-records";
import { silence } from "#/storage/indexed-db.testing";
import { readText, writeText } from "#/storage/local";
import { hasRecord, putNewerRecordsAside, recordKey } from "#/storage/records";
import { emptyPhotoList, listFiles } from "./photo-list";
import { clearPhotos, loadPhotos, photoOrder } from "./photo-storage";
import {
  clearDevice,
  hanging,
  keyAt,
  labels,
  openStore,
  openWith,
  pictureFiles,
  reopen,
  slowFile,
  storedKeys,
} from "./photos.testing";

const otherId = `U${"f".repeat(32)}`;

/** The database fails until the mock is restored. */
function failDatabase() {
  return vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(() => {
    throw new DOMException("connection lost", "UnknownError");
  });
}

beforeEach(clearDevice);
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("a kill of the browser", () => {
  test("before the record is stored leaves neither a file nor a record", async () => {
    const store = openStore();
    void store.addPhotos(0, [slowFile("a").file]);
    expect(photoOrder.read(userId)?.slots[0]).toEqual([keyAt(store, 0)]);
    expect(listFiles(await loadPhotos(userId, 6))).toEqual([]);
    expect(await storedKeys()).toEqual([]);
  });

  test("after the record is stored loses no file", async () => {
    const store = openStore(hanging);
    void store.addPhotos(2, pictureFiles("a"));
    await vi.waitFor(() => expect(store.photos.slots[2]?.status).toBe("waiting"));
    expect((await loadPhotos(userId, 6)).slots[2]).toMatchObject({ label: "a", status: "waiting" });
  });

  test("between the removal of a file and the deletion of its record leaves no orphan", async () => {
    const store = await openWith("a");
    store.removeFile(0);
    expect(await storedKeys()).toHaveLength(1);
    await reopen();
    await vi.waitFor(async () => expect(await storedKeys()).toEqual([]));
  });

  test("between the record of a crop and the order leaves the photo as it was", async () => {
    const store = await openWith("a");
    const key = keyAt(store, 0);
    await writeFileRecord(userId, "record-of-a-crop", {});
    expect(keyAt(await reopen(), 0)).toBe(key);
    expect(await storedKeys()).toEqual([key]);
  });

  test("during a deletion is followed by a start that finishes it", async () => {
    await openWith("a");
    vi.spyOn(IDBObjectStore.prototype, "delete").mockImplementation(() => {
      throw new DOMException("connection lost", "UnknownError");
    });
    await clearPhotos(userId);
    expect(hasRecord(userId, "photos")).toBe(true);
    expect(listFiles(await loadPhotos(userId, 6))).toEqual([]);
    vi.restoreAllMocks();
    await clearPhotos(userId);
    expect(hasRecord(userId, "photos")).toBe(false);
    expect(await storedKeys()).toEqual([]);
  });
});

describe("the files of an account", () => {
  test("stay when another account opens the form, and orphans of any account go", async () => {
    const store = await openWith("a");
    await writeFileRecord(otherId, "orphan", {});
    expect(listFiles(await loadPhotos(otherId, 6))).toEqual([]);
    await vi.waitFor(async () => expect(await storedKeys()).toEqual([keyAt(store, 0)]));
    expect(labels(await reopen())[0]).toBe("a");
  });

  test("are gone if the browser has dropped their records", async () => {
    const store = await openWith("a");
    photoOrder.write(otherId, photoOrder.read(userId) ?? never());
    expect(await loadPhotos(otherId, 6)).toEqual(emptyPhotoList(6));
    expect(labels(store)[0]).toBe("a");
  });

  test("that the person picks during a deletion stay", async () => {
    await openWith("a");
    const clearing = clearPhotos(userId);
    const store = openStore();
    await Promise.all([clearing, store.addPhotos(0, pictureFiles("b"))]);
    expect(labels(await reopen())[0]).toBe("b");
  });
});

describe("a database that is unavailable for a moment", () => {
  test("costs no file and deletes no record", async () => {
    const store = await openWith("a", "b");
    const failing = failDatabase();
    const photos = await loadPhotos(userId, 6);
    expect(photos.slots.slice(0, 3)).toMatchObject([
      { key: keyAt(store, 0), status: "unread" },
      { key: keyAt(store, 1), status: "unread" },
      null,
    ]);
    failing.mockRestore();
    expect(labels(await reopen()).slice(0, 2)).toEqual(["a", "b"]);
  });

  test("is asked again later, so that the form then shows and prepares the files", async () => {
    const killed = openStore(hanging);
    void killed.addPhotos(0, pictureFiles("a"));
    await vi.waitFor(() => expect(killed.photos.slots[0]?.status).toBe("waiting"));
    const failing = failDatabase();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const store = await reopen();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(store.photos.slots[0]?.status).toBe("unread");
    failing.mockRestore();
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      expect(store.photos.slots[0]?.status).toBe("ready");
    });
    expect(labels(store)[0]).toBe("a");
    expect(store.errors()).toEqual([]);
  });

  test("stops no file that the person picks meanwhile", async () => {
    await openWith("a");
    await reopen();
    vi.spyOn(IDBObjectStore.prototype, "get").mockImplementation(() => {
      throw new DOMException("refused by the test", "UnknownError");
    });
    const store = await reopen();
    expect(store.photos.slots[0]?.status).toBe("unread");
    await store.addPhotos(1, pictureFiles("b"));
    expect(store.photos.slots[1]?.status).toBe("ready");
  });

  test("delays the form once if it never answers, and not once for each file", async () => {
    await openWith("a", "b", "c", "d", "e", "f");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    silence();
    const loading = loadPhotos(userId, 6);
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await loading).slots.map((file) => file?.status)).toEqual(Array(6).fill("unread"));
    vi.restoreAllMocks();
    await vi.advanceTimersByTimeAsync(60_000);
  });
});

test.each(["{broken", '{"version":3,"value":1}', '{"version":3,"value":{"slots":[3,"x",null]}}'])(
  "an order that makes no sense (%s) is empty",
  async (text) => {
    writeText(recordKey(userId, "photos"), text);
    expect(await loadPhotos(userId, 6)).toEqual(emptyPhotoList(6));
  },
);

function never(): never {
  throw new Error("the order is stored");
}

test("keeps the files of a newer build, whose order it cannot read, also once that is put aside", async () => {
  await openWith("a");
  const keys = await storedKeys();
  const later = JSON.stringify({ version: 99, value: { files: keys } });
  writeText(recordKey(userId, "photos"), later);
  expect(await loadPhotos(userId, 6)).toEqual(emptyPhotoList(6));
  await loadPhotos(otherId, 6);
  await clearPhotos(userId);
  expect(readText(recordKey(userId, "photos"))).toBe(later);
  expect(await storedKeys()).toEqual(keys);
  putNewerRecordsAside(userId);
  const store = await reopen();
  await store.addPhotos(0, pictureFiles("b"));
  await reopen();
  expect(await storedKeys()).toEqual([...keys, keyAt(store, 0)].sort());
});
