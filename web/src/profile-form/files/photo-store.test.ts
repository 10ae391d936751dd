import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { PreparePicture } from "#/pictures/prepare";
import { pictureFile, userId } from "#/profile-form/made-up.testing";
import { readFileRecord } from "#/storage/file-records";
import { hasRecord } from "#/storage/records";
import { fillStorage } from "#/storage/storage.testing";
import { emptyPhotoList, fileAt, listFiles } from "./photo-list";
import { clearPhotos, loadPhotos, saveOrder } from "./photo-storage";
import {
  bytesAt,
  clearDevice,
  hanging,
  keyAt,
  labelAt,
  labels,
  openStore,
  openWith,
  pictureFiles,
  preparing,
  rejecting,
  reopen,
  slowFile,
  storedKeys,
} from "./photos.testing";

beforeEach(clearDevice);
afterEach(() => vi.restoreAllMocks());

/** A preparation that ends when the test says so. */
function slowPreparation() {
  let finish = () => {};
  const prepare: PreparePicture = async (file, options) => {
    await new Promise<void>((done) => {
      finish = done;
    });
    return preparing(file, options);
  };
  return { prepare, finish: () => finish() };
}

describe("picked photos", () => {
  test("fill the free slots from the tapped one on, and the rest is left out", async () => {
    const store = await openWith("a", "b");
    store.removeFile(0);
    await store.addPhotos(3, pictureFiles("c", "d", "e", "f"));
    expect(labels(store)).toEqual([null, "b", null, "c", "d", "e"]);
  });

  test("are stored before they are prepared, and prepared at the next start", async () => {
    const killed = openStore(hanging);
    void killed.addPhotos(0, pictureFiles("a", "b"));
    await vi.waitFor(() => expect(killed.photos.slots[1]?.status).toBe("waiting"));
    const store = await reopen();
    await Promise.all([store.untilReady(0), store.untilReady(1)]);
    expect(await bytesAt(store, 0)).toBe("small bytes of a");
    expect(await bytesAt(store, 1)).toBe("small bytes of b");
  });

  test("have one record each, with the prepared bytes in place of the original", async () => {
    const store = await openWith("a");
    expect(await storedKeys()).toEqual([keyAt(store, 0)]);
    expect(await readFileRecord(userId, keyAt(store, 0))).toMatchObject({
      label: "a",
      status: "ready",
      prepared: { type: "image/jpeg" },
      original: null,
    });
  });

  test("are all stored before the form opens again", async () => {
    const store = openStore();
    const slow = slowFile("a");
    void store.addPhotos(0, [slow.file]);
    let isStored = false;
    const stored = store.untilStored().then(() => {
      isStored = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isStored).toBe(false);
    slow.give();
    await stored;
    expect((await loadPhotos(userId, 6)).slots[0]?.label).toBe("a");
  });

  test("survive a reload only if the browser stores them, and the store says so", async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("no room", "QuotaExceededError");
    });
    const store = openStore();
    expect(store.isDurable).toBe(true);
    await store.addPhotos(0, pictureFiles("a"));
    expect(store.isDurable).toBe(false);
    expect(await bytesAt(store, 0)).toBe("small bytes of a");
    put.mockRestore();
  });

  test("do not survive a reload if only the memory of the page holds their order", () => {
    fillStorage();
    saveOrder(userId, emptyPhotoList(6));
    vi.unstubAllGlobals();
    expect(openStore().isDurable).toBe(false);
    saveOrder(userId, emptyPhotoList(6));
    expect(openStore().isDurable).toBe(true);
  });
});

describe("a photo that crashes the page", () => {
  test("becomes unusable after two crashes, and the others continue", async () => {
    await openWith("good");
    const first = await reopen(hanging);
    void first.addPhotos(1, pictureFiles("bad"));
    await vi.waitFor(() => expect(first.photos.slots[1]?.nTries).toBe(1));
    const second = await reopen(hanging);
    await vi.waitFor(() => expect(second.photos.slots[1]?.nTries).toBe(2));
    const third = await reopen();
    await third.untilReady(1);
    expect(third.errors()).toEqual([
      { path: "photoNameList[1]", code: "picture_crashed", params: {} },
    ]);
    expect(third.photos.slots[0]?.status).toBe("ready");
  });

  test("is not blamed if the person leaves the page during its preparation", async () => {
    const store = openStore(hanging);
    void store.addPhotos(0, pictureFiles("a"));
    await vi.waitFor(() => expect(store.photos.slots[0]?.nTries).toBe(1));
    window.dispatchEvent(new Event("pagehide"));
    expect(store.photos.slots[0]?.nTries).toBe(0);
    window.dispatchEvent(new Event("pageshow"));
    expect((await loadPhotos(userId, 6)).slots[0]?.nTries).toBeUndefined();
  });
});

describe("an unusable photo", () => {
  test.each(["picture_heic", "picture_too_large", "not_a_picture"] as const)(
    "with %s keeps its slot and blocks nothing",
    async (problem) => {
      const { photos } = await openWith("a");
      const store = openStore(rejecting(problem), photos);
      await store.addPhotos(1, pictureFiles("bad"));
      expect(store.errors()).toEqual([{ path: "photoNameList[1]", code: problem, params: {} }]);
      expect(store.blockingErrors()).toEqual([]);
      expect(labels(store).slice(0, 2)).toEqual(["a", "bad"]);
      expect(await bytesAt(store, 0)).toBe("small bytes of a");
      store.removeFile(1);
      expect(store.errors()).toEqual([]);
    },
  );

  test("keeps its reason after a reload, and no bytes", async () => {
    const store = openStore(rejecting("picture_broken"));
    await store.addPhotos(0, pictureFiles("bad"));
    expect((await reopen()).errors()).toMatchObject([{ code: "picture_broken" }]);
    expect(await readFileRecord(userId, keyAt(store, 0))).toMatchObject({
      prepared: null,
      original: null,
    });
  });

  test("that disappears from the device does not stop the others", async () => {
    const gone = pictureFile("gone");
    gone.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
    // Browsers report a deleted file with size 0.
    const sizeless = Object.defineProperty(new File([], "gone.jpg"), "arrayBuffer", {
      value: gone.arrayBuffer,
    });
    const store = openStore();
    await store.addPhotos(0, [gone, new File([], "empty.jpg"), sizeless, pictureFile("c")]);
    expect(store.errors().map(({ path, code }) => `${path} ${code}`)).toEqual([
      "photoNameList[0] file_unreadable",
      "photoNameList[1] file_empty",
      "photoNameList[2] file_unreadable",
    ]);
    expect(store.photos.slots[3]?.status).toBe("ready");
  });

  test("blocks the form if it is the document", async () => {
    const store = openStore(rejecting("not_a_picture"));
    await store.replaceFile("document", pictureFile("bad"));
    expect(store.blockingErrors()).toEqual([
      { path: "verifyTempFileName", code: "not_a_picture", params: {} },
    ]);
  });
});

describe("a removed file", () => {
  test("returns by the undo until the removal is finished, and then its record goes", async () => {
    const store = await openWith("a", "b");
    const key = keyAt(store, 0);
    const first = store.removeFile(0);
    expect(labels(store).slice(0, 2)).toEqual([null, "b"]);
    expect(first?.undo()).toBe(true);
    expect(labels(store).slice(0, 2)).toEqual(["a", "b"]);

    const second = store.removeFile(0);
    // The toast of the first removal closes only now.
    first?.finish();
    expect(second?.undo()).toBe(true);
    expect(await storedKeys()).toContain(key);

    const third = store.removeFile(0);
    third?.finish();
    await vi.waitFor(async () => expect(await storedKeys()).not.toContain(key));
    expect(third?.undo()).toBe(false);
    expect(store.removeFile(0)).toBeNull();
  });

  test("returns to another slot if its own is taken, and not if all are", async () => {
    const store = await openWith("a", "b");
    const removal = store.removeFile(0);
    await store.addPhotos(0, pictureFiles("c"));
    expect(removal?.undo()).toBe(true);
    expect(labels(store).slice(0, 3)).toEqual(["c", "b", "a"]);
    const last = store.removeFile(1);
    await store.addPhotos(0, pictureFiles("e", "f", "g", "h"));
    expect(last?.undo()).toBe(false);
  });

  test("returns prepared if it was removed during its preparation", async () => {
    const { prepare, finish } = slowPreparation();
    const store = openStore(prepare);
    const adding = store.addPhotos(0, pictureFiles("a"));
    await vi.waitFor(() => expect(store.photos.slots[0]?.nTries).toBe(1));
    const removal = store.removeFile(0);
    finish();
    await adding;
    expect(removal?.undo()).toBe(true);
    expect(store.photos.slots[0]?.status).toBe("ready");
    expect(await bytesAt(store, 0)).toBe("small bytes of a");
  });
});

describe("the order of photos", () => {
  test("changes by rank, free slots stay free, and a reload keeps it", async () => {
    const store = await openWith("a", "b", "c", "d");
    store.removeFile(1);
    store.movePhoto(3, 0);
    expect(labels(store)).toEqual(["d", null, "a", "c", null, null]);
    store.movePhoto(0, 1);
    expect(labels(store)).toEqual(["a", null, "d", "c", null, null]);
    store.movePhoto(3, 9);
    expect(labels(store)).toEqual(["a", null, "d", "c", null, null]);
    expect(labels(await reopen())).toEqual(["a", null, "d", "c", null, null]);
  });

  test("changes by a swap, also with a free slot, and a reload keeps it", async () => {
    const store = await openWith("a", "b");
    store.swapPhotos(1, 0);
    store.swapPhotos(1, 4);
    expect(labels(store)).toEqual(["b", null, null, null, "a", null]);
    expect(labels(await reopen())).toEqual(labels(store));
  });
});

test("the server's name stays with its file, wherever the file moves, and after a reload", async () => {
  const store = await openWith("a", "b");
  const key = keyAt(store, 0);
  store.movePhoto(0, 1);
  store.setUploadName(key, "name-of-a.jpg");
  const expected = [
    { label: "b", uploadName: null },
    { label: "a", uploadName: "name-of-a.jpg" },
  ];
  expect(store.photos.slots.slice(0, 2)).toMatchObject(expected);
  await vi.waitFor(async () => {
    expect((await loadPhotos(userId, 6)).slots.slice(0, 2)).toMatchObject(expected);
  });
});

describe("a crop", () => {
  const area = { x: 1, y: 2, width: 30, height: 40 };

  test("is cut from the whole picture, goes up again, and can be taken back", async () => {
    const store = await openWith("a");
    store.setUploadName(keyAt(store, 0), "up.jpg");
    await store.cropPhoto(keyAt(store, 0), area);
    expect(store.photos.slots[0]).toMatchObject({ uploadName: null, crop: area });
    expect(await bytesAt(store, 0)).toBe("part of small bytes of a");

    // The second crop is cut from the whole picture, and not from the first crop.
    const firstCrop = keyAt(store, 0);
    await store.cropPhoto(firstCrop, { ...area, x: 5 });
    expect(await bytesAt(store, 0)).toBe("part of small bytes of a");
    await vi.waitFor(async () => expect(await storedKeys()).toEqual([keyAt(store, 0)]));

    const again = await reopen();
    expect(again.photos.slots[0]?.crop?.x).toBe(5);
    await again.cropPhoto(keyAt(again, 0), null);
    expect(again.photos.slots[0]?.uploadName).toBeNull();
    expect(again.photos.slots[0]?.crop).toBeUndefined();
    expect(await bytesAt(again, 0)).toBe("small bytes of a");
    await vi.waitFor(async () => expect(await storedKeys()).toEqual([keyAt(again, 0)]));
  });

  test("that fails leaves the photo unchanged", async () => {
    const { photos } = await openWith("a");
    const store = openStore(rejecting("picture_failed"), photos);
    await expect(store.cropPhoto(keyAt(store, 0), area)).rejects.toThrow();
    expect(store.photos).toEqual(photos);
  });
});

test("a document may be a PDF, stays legible, and replaces the one before", async () => {
  const options: unknown[] = [];
  const store = openStore(async (file, wanted) => {
    options.push(wanted);
    return { picture: new Blob([file], { type: "image/jpeg" }), nPages: 12 };
  });
  await store.replaceFile("document", pictureFile("card.jpg"));
  await store.replaceFile("document", new File(["%PDF"], "card.pdf"));
  expect(options).toEqual(Array(2).fill({ longestSidePx: 3000, mayBePdf: true }));
  const facts = { label: "card.pdf", status: "ready", sizeBytes: 4, nPages: 12 };
  expect(fileAt(store.photos, "document")).toMatchObject(facts);
  expect(fileAt((await reopen()).photos, "document")).toMatchObject(facts);
});

describe("once the registration is deleted", () => {
  test("a picture in preparation leaves no trace", async () => {
    const { prepare, finish } = slowPreparation();
    const store = openStore(prepare);
    void store.addPhotos(0, pictureFiles("a"));
    await vi.waitFor(() => expect(store.photos.slots[0]?.nTries).toBe(1));
    await clearPhotos(userId);
    finish();
    await vi.waitFor(() => expect(listFiles(store.photos)).toEqual([]));
    await vi.waitFor(async () => expect(await storedKeys()).toEqual([]));
    expect(hasRecord(userId, "photos")).toBe(false);
  });

  test("the person can pick photos again", async () => {
    const store = await openWith("a");
    await clearPhotos(userId);
    await store.addPhotos(0, pictureFiles("b"));
    expect(labelAt(store, 0)).toBe("b");
    expect(labels(await reopen())).toEqual(["b", ...Array(5).fill(null)]);
  });
});
