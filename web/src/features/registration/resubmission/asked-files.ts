/** The files of someone who is asked for more: as they were left here, or as the server has them. */
import type { MyInfo } from "../../../api/calls";
import { emptyPhotoList, filledSlots, type PhotoList, type PickedFile } from "../photos/photo-list";
import { photoOrder } from "../photos/photo-order";
import { loadPhotos, saveFile, saveOrder } from "../photos/photo-storage";
import { askedFields } from "./asked-scope";

interface AskedFiles {
  userId: string;
  info: MyInfo;
  /** How many photos there can be. */
  slots: number;
  /** What a document is called that was sent with the profile. */
  documentLabel: string;
  fetchPhoto: (url: string) => Promise<Blob>;
}

/** Null where they are not wanted any more when they come; fails where photos are out of reach. */
export async function openFiles(
  files: AskedFiles,
  areWanted: () => boolean,
): Promise<PhotoList | null> {
  const { userId, info, slots, documentLabel } = files;
  const left = await loadLeft(userId, slots);
  if (left) return left;
  const fetched = await fetchPhotos(files);
  if (!areWanted()) return null;
  const kept: PickedFile[] = [];
  for (const { uploadName, bytes } of fetched) {
    kept.push(await keep(userId, uploadName, "", bytes));
  }
  const name = info.profile.verifyTempFileName;
  // Nobody but reviewers sees a document, not even who sent it; its name is all there is.
  const document = name ? await keep(userId, name, documentLabel, new Blob([name])) : null;
  const photos = {
    slots: emptyPhotoList(slots).slots.map((_, slot) => kept[slot] ?? null),
    document,
  };
  saveOrder(userId, photos);
  return photos;
}

/** What was picked here for this request; null where it is not there, or its bytes are gone. */
async function loadLeft(userId: string, slots: number): Promise<PhotoList | null> {
  const order = photoOrder.read(userId);
  // Whoever took out every photo left empty places, and what clears up leaves none.
  if (!order || order.slots.length === 0) return null;
  const left = await loadPhotos(userId, slots);
  const hadPhotos = order.slots.some((keys) => keys.length > 0);
  return hadPhotos && filledSlots(left).length === 0 ? null : left;
}

/**
 * The photos as if they had been picked here and sent already: their bytes come along, so that they
 * can be cut, put in another order, and shown without a network. None where nobody asked for photos.
 */
async function fetchPhotos({ info, fetchPhoto }: AskedFiles) {
  if (!askedFields(info).includes("photoNameList")) return [];
  const { profile, photos } = info;
  return await Promise.all(
    profile.photoNameList.map(async (uploadName, index) => {
      const url = photos[index]?.url;
      return { uploadName, bytes: url ? await fetchPhoto(url) : new Blob() };
    }),
  );
}

async function keep(
  userId: string,
  uploadName: string,
  label: string,
  bytes: Blob,
): Promise<PickedFile> {
  const file: PickedFile = { key: crypto.randomUUID(), label, uploadName, status: "ready" };
  await saveFile(userId, file, "ready", { prepared: bytes });
  return file;
}
