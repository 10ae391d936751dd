import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { userId } from "#/profile-form/answers/testing";
import { blobOf, bytesOf, readFileRecord, writeFileRecord } from "#/storage/file-records";
import { writeJson } from "#/storage/local";
import { moveOldRecords } from "#/storage/old-records";
import { emptyPhotoList, fileAt } from "./photo-list";
import { photoOrder } from "./photo-order";
import { loadPhotos, readOriginal, readPrepared } from "./photo-storage";
import { clearDevice, reopen, storedKeys } from "./photos.testing";

const area = { x: 1, y: 2, width: 30, height: 40 };

/** Stores the list of an earlier build, and starts the app. */
function storeList(photos: unknown[], document: unknown = null): void {
  writeJson("profilePhotos", { userId, photos, document });
  moveOldRecords(userId);
}

/** Stores bytes as an earlier build did. */
async function storeBytes(name: string, text = `bytes of ${name}`): Promise<void> {
  await writeFileRecord(userId, name, await bytesOf(new Blob([text], { type: "image/jpeg" })));
}

const textOf = async (key: string) => (await readPrepared(userId, key))?.text();

beforeEach(clearDevice);
afterEach(() => vi.restoreAllMocks());

test("moves each kind of file, in order, into one record each", async () => {
  const names = ["ready", "oldest", "cropped", "whole", "waiting.raw", "new.raw", "before", "doc"];
  for (const name of names) await storeBytes(name);
  await storeBytes("of-no-file");
  storeList(
    [
      { key: "ready", label: "ready.jpg", uploadName: "up.jpg", status: "ready" },
      null,
      { key: "oldest", label: "oldest.jpg", uploadName: null },
      {
        key: "cropped",
        label: "cropped.jpg",
        uploadName: null,
        status: "ready",
        crop: { area, sourceKey: "whole" },
      },
      { key: "waiting", label: "waiting.jpg", uploadName: null, status: "raw", nTries: 1 },
      {
        key: "new",
        label: "new.jpg",
        uploadName: null,
        status: "raw",
        before: { key: "before", label: "before.jpg", uploadName: null, status: "ready" },
      },
    ],
    { key: "doc", label: "doc.pdf", uploadName: null, status: "ready" },
  );

  const photos = await loadPhotos(userId, 6);
  expect(photos.slots).toMatchObject([
    { key: "ready", label: "ready.jpg", uploadName: "up.jpg", status: "ready" },
    null,
    { key: "oldest", label: "oldest.jpg", status: "ready" },
    { key: "cropped", label: "cropped.jpg", status: "ready", crop: area },
    { key: "waiting", label: "waiting.jpg", status: "waiting", nTries: 1 },
    { key: "new", status: "waiting", replaces: { key: "before", status: "ready" } },
  ]);
  expect(fileAt(photos, "document")).toMatchObject({ label: "doc.pdf", status: "ready" });
  expect(await storedKeys()).toEqual([
    "before",
    "cropped",
    "doc",
    "new",
    "oldest",
    "ready",
    "waiting",
  ]);
  expect(photoOrder.read(userId)?.earlier).toEqual({});
  expect(await textOf("ready")).toBe("bytes of ready");
  expect(await textOf("cropped")).toBe("bytes of cropped");
  expect(await (await readOriginal(userId, "cropped"))?.text()).toBe("bytes of whole");
  expect(await (await readOriginal(userId, "waiting"))?.text()).toBe("bytes of waiting.raw");
  expect(await loadPhotos(userId, 6)).toEqual(photos);
});

test("keeps the reason of an unusable file", async () => {
  storeList([{ key: "a", label: "a", uploadName: null, status: "broken", problem: "file_empty" }]);
  const { slots } = await loadPhotos(userId, 6);
  expect(slots[0]).toMatchObject({ label: "a", status: "unusable", problem: "file_empty" });
});

test("leaves out a file whose bytes the browser has dropped", async () => {
  storeList([{ key: "gone", label: "a", uploadName: null, status: "ready" }]);
  expect(await loadPhotos(userId, 6)).toEqual(emptyPhotoList(6));
});

test("prepares a file that an earlier build left waiting", async () => {
  await storeBytes("a.raw");
  storeList([{ key: "a", label: "a", uploadName: null, status: "raw" }]);
  const store = await reopen();
  await store.untilReady(0);
  expect(await textOf("a")).toBe("small bytes of a.raw");
  expect(await storedKeys()).toEqual(["a"]);
});

test("moves the rest at the next start if the browser is killed in between", async () => {
  for (const name of ["a", "b", "b-whole"]) await storeBytes(name);
  const b = { key: "b", label: "b", uploadName: null, crop: { area, sourceKey: "b-whole" } };
  storeList([{ key: "a", label: "a", uploadName: null }, b]);
  // The first file is moved, and the database is lost before the second one.
  const { put } = IDBObjectStore.prototype;
  let nWrites = 0;
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (
    this: IDBObjectStore,
    ...parameters
  ) {
    nWrites += 1;
    if (nWrites > 1) throw new DOMException("no room", "QuotaExceededError");
    return put.apply(this, parameters);
  });
  await loadPhotos(userId, 6);
  vi.restoreAllMocks();
  expect(Object.keys(photoOrder.read(userId)?.earlier ?? {})).toEqual(["b"]);
  expect((await loadPhotos(userId, 6)).slots.slice(0, 2)).toMatchObject([
    { label: "a" },
    { label: "b", crop: area },
  ]);
});

test("keeps the files if the database is unavailable, and moves them when it answers", async () => {
  await storeBytes("a");
  storeList([{ key: "a", label: "a", uploadName: null }]);
  const failing = vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(() => {
    throw new DOMException("connection lost", "UnknownError");
  });
  const unread = await loadPhotos(userId, 6);
  expect(unread.slots[0]).toMatchObject({ key: "a", status: "unread" });
  failing.mockRestore();
  expect((await loadPhotos(userId, 6)).slots[0]).toMatchObject({ label: "a", status: "ready" });
});

test("keeps the records of an account that has not opened the form since", async () => {
  await storeBytes("a");
  storeList([{ key: "a", label: "a", uploadName: null }]);
  await loadPhotos(`U${"f".repeat(32)}`, 6);
  await vi.waitFor(async () => expect(await storedKeys()).toEqual(["a"]));
  const { bytes, type } = (await readFileRecord(userId, "a")) as {
    bytes: ArrayBuffer;
    type: string;
  };
  expect(await blobOf({ bytes, type }).text()).toBe("bytes of a");
});
