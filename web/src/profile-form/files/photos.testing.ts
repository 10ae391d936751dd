/** Parts that the tests of this folder share: stores, preparations, and restarts of the page. */

import type { PreparePicture } from "#/pictures/prepare";
import { type FileProblem, UnusableFile } from "#/pictures/problems";
import { pictureFile, userId } from "#/profile-form/made-up.testing";
import { deleteUnneededRecords, listFileRecords } from "#/storage/file-records";
import { clearIndexedDb } from "#/storage/indexed-db.testing";
import { emptyStorage } from "#/storage/storage.testing";
import { emptyPhotoList, type FileSlot, fileAt, type PhotoList } from "./photo-list";
import { loadPhotos, readPrepared } from "./photo-storage";
import { PhotoStore } from "./photo-store";

/** Prepares at once, and marks the bytes. */
export const preparing: PreparePicture = async (file, { area }) => {
  const text = `${area ? "part of" : "small"} ${await file.text()}`;
  return { picture: new Blob([text], { type: "image/jpeg" }) };
};

/** Never ends, as while the browser kills the page. */
export const hanging: PreparePicture = () => new Promise(() => undefined);

export const rejecting = (problem: FileProblem): PreparePicture => {
  return () => Promise.reject(new UnusableFile(problem));
};

export function openStore(
  prepare: PreparePicture = preparing,
  photos: PhotoList = emptyPhotoList(6),
): PhotoStore {
  const store = new PhotoStore(userId, photos, prepare);
  store.open();
  return store;
}

export async function openWith(...names: string[]): Promise<PhotoStore> {
  const store = openStore();
  await store.addPhotos(0, pictureFiles(...names));
  return store;
}

/** Opens the form after the browser closed or killed the page. */
export async function reopen(prepare?: PreparePicture): Promise<PhotoStore> {
  return openStore(prepare, await loadPhotos(userId, 6));
}

export const pictureFiles = (...names: string[]) => names.map((name) => pictureFile(name));
export const keyAt = (store: PhotoStore, slot: FileSlot) => fileAt(store.photos, slot)?.key ?? "";
export const labelAt = (store: PhotoStore, slot: FileSlot) => fileAt(store.photos, slot)?.label;
export const labels = (store: PhotoStore) => store.photos.slots.map((file) => file?.label ?? null);
export const bytesAt = async (store: PhotoStore, slot: FileSlot) =>
  (await readPrepared(userId, keyAt(store, slot)))?.text();
export const storedKeys = async () => [...(await listFileRecords(userId))].sort();

/** A file whose bytes the device gives only after `give`. */
export function slowFile(label: string) {
  const file = pictureFile(label);
  let give = () => {};
  file.arrayBuffer = () =>
    new Promise((resolve) => {
      give = () => resolve(new TextEncoder().encode(`bytes of ${label}`).buffer);
    });
  return { file, give: () => give() };
}

export async function clearDevice(): Promise<void> {
  emptyStorage();
  await deleteUnneededRecords(() => false);
  await clearIndexedDb();
}
