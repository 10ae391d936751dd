import { beforeEach, expect, test, vi } from "vitest";
import { pictureFile } from "#/profile-form/made-up.testing";
import { fileAt } from "./photo-list";
import type { PhotoStore } from "./photo-store";
import {
  bytesAt,
  clearDevice,
  hanging,
  keyAt,
  labelAt,
  openStore,
  openWith as openWithPhoto,
  pictureFiles,
  rejecting,
  reopen,
  slowFile,
  storedKeys,
} from "./photos.testing";

async function openWith(label: string): Promise<PhotoStore> {
  const store = await openWithPhoto(label);
  await store.replaceFile("document", pictureFile(label));
  return store;
}

function listen(store: PhotoStore) {
  const onRejected = vi.fn();
  store.onReplacementRejected(onRejected);
  return onRejected;
}

beforeEach(clearDevice);

test.each([0, "document"] as const)(
  "keeps the earlier file (%s) if the page is killed while it reads another",
  async (slot) => {
    const store = await openWith("a");
    void store.replaceFile(slot, slowFile("b").file);
    expect(labelAt(store, slot)).toBe("b");
    const again = await reopen();
    expect(labelAt(again, slot)).toBe("a");
    expect(await bytesAt(again, slot)).toBe("small bytes of a");
  },
);

test.each([0, "document"] as const)(
  "keeps the earlier file (%s) if the new one is unusable, and says why once",
  async (slot) => {
    const store = await openWith("a");
    const onRejected = listen(store);
    expect(await store.replaceFile(slot, new File([], "empty.jpg"))).toBeNull();
    expect(onRejected.mock.calls).toEqual([[{ slot, problem: "file_empty" }]]);
    expect(store.errors()).toEqual([]);
    expect(labelAt(store, slot)).toBe("a");
    expect(await bytesAt(store, slot)).toBe("small bytes of a");
    expect(labelAt(await reopen(), slot)).toBe("a");
  },
);

test.each([0, "document"] as const)(
  "returns to the earlier file (%s) if the next start finds the new one unusable",
  async (slot) => {
    const { photos } = await openWith("a");
    const killed = openStore(hanging, photos);
    void killed.replaceFile(slot, pictureFile("b"));
    await vi.waitFor(() => expect(fileAt(killed.photos, slot)?.status).toBe("waiting"));
    const rejected = keyAt(killed, slot);
    const again = await reopen(rejecting("picture_heic"));
    const onRejected = listen(again);
    await again.untilReady(slot);
    expect(labelAt(again, slot)).toBe("a");
    expect(await bytesAt(again, slot)).toBe("small bytes of a");
    expect(onRejected).toHaveBeenCalledOnce();
    await vi.waitFor(async () => expect(await storedKeys()).not.toContain(rejected));
  },
);

test("replaces the earlier photo permanently if the new one is ready at the next start", async () => {
  const store = await openWith("a");
  const earlier = keyAt(store, 0);
  const killed = openStore(hanging, store.photos);
  void killed.replaceFile(0, pictureFile("b"));
  await vi.waitFor(() => expect(killed.photos.slots[0]?.status).toBe("waiting"));
  const again = await reopen();
  await again.untilReady(0);
  expect(await bytesAt(again, 0)).toBe("small bytes of b");
  expect(again.photos.slots[0]?.replaces).toBeUndefined();
  await vi.waitFor(async () => expect(await storedKeys()).not.toContain(earlier));
});

test.each([0, "document"] as const)(
  "brings the earlier file (%s) back by the undo until the removal is finished",
  async (slot) => {
    const store = await openWith("a");
    const removal = await store.replaceFile(slot, pictureFile("b"));
    const replaced = keyAt(store, slot);
    expect(await bytesAt(store, slot)).toBe("small bytes of b");
    expect(removal?.undo()).toBe(true);
    expect(await bytesAt(store, slot)).toBe("small bytes of a");
    await vi.waitFor(async () => expect(await storedKeys()).not.toContain(replaced));
    expect(labelAt(await reopen(), slot)).toBe("a");

    const earlier = keyAt(store, slot);
    const late = await store.replaceFile(slot, pictureFile("c"));
    late?.finish();
    await vi.waitFor(async () => expect(await storedKeys()).not.toContain(earlier));
    expect(late?.undo()).toBe(false);
    expect(labelAt(store, slot)).toBe("c");
  },
);

test("brings the earlier photo back to the slot of the new one, moved and cropped since", async () => {
  const store = await openWith("a");
  await store.addPhotos(1, pictureFiles("other"));
  const removal = await store.replaceFile(0, pictureFile("b"));
  store.movePhoto(0, 1);
  await store.cropPhoto(keyAt(store, 1), { x: 0, y: 0, width: 3, height: 4 });
  expect(removal?.undo()).toBe(true);
  expect(store.photos.slots.map((file) => file?.label)).toEqual([
    "other",
    "a",
    ...Array(4).fill(undefined),
  ]);
});

test("returns to the stored file if a second file replaces one that is still being read", async () => {
  const store = await openWith("a");
  const first = slowFile("b");
  const reading = store.replaceFile(0, first.file);
  const removal = await store.replaceFile(0, pictureFile("c"));
  first.give();
  expect(await reading).toBeNull();
  expect(labelAt(store, 0)).toBe("c");
  expect(removal?.undo()).toBe(true);
  expect(await bytesAt(store, 0)).toBe("small bytes of a");
});

test("removes both files if the person removes the new one early, and the undo returns both", async () => {
  const store = await openWith("a");
  const slow = slowFile("b");
  const replacing = store.replaceFile(0, slow.file);
  const removal = store.removeFile(0);
  expect(labelAt(store, 0)).toBeUndefined();
  expect(removal?.undo()).toBe(true);
  slow.give();
  const replacement = await replacing;
  expect(labelAt(store, 0)).toBe("b");
  expect(replacement?.undo()).toBe(true);
  expect(labelAt(store, 0)).toBe("a");
});
