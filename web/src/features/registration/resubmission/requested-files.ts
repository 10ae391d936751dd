/** Opens the files of a resubmission: the files stored on this device, or else the files on the server. */
import type { MyInfo } from "#/api/account";
import {
  emptyPhotoList,
  filledSlots,
  type PhotoList,
  type PickedFile,
} from "#/profile-form/files/photo-list";
import { loadPhotos, photoOrder, saveOrder, storeFile } from "#/profile-form/files/photo-storage";
import { requestedFields } from "./reviewer-request";

interface RequestedFiles {
  userId: string;
  info: MyInfo;
  nSlots: number;
  documentLabel: string;
  fetchPhoto: (url: string) => Promise<Blob>;
}

/**
 * Returns the files for the form, or null if `areWanted` returns false after the photos were fetched. Rejects if a
 * photo cannot be fetched.
 */
export async function openFiles(
  files: RequestedFiles,
  areWanted: () => boolean,
): Promise<PhotoList | null> {
  const { userId, info, nSlots, documentLabel } = files;
  const left = await loadLeftFiles(userId, nSlots);
  if (left) return left;
  const fetched = await fetchPhotos(files);
  if (!areWanted()) return null;
  const stored: PickedFile[] = [];
  for (const { uploadName, bytes } of fetched) {
    stored.push(await storeFile(userId, uploadName, "", bytes));
  }
  const { verifyTempFileName, ageProofFileName } = info.profile;
  // Only reviewers may read a document, so the form cannot fetch its bytes and stores the document's name instead.
  const storeDocument = async (name: string | undefined) =>
    name ? await storeFile(userId, name, documentLabel, new Blob([name])) : null;
  const document = await storeDocument(verifyTempFileName);
  const ageProof = await storeDocument(ageProofFileName);
  const { slots } = emptyPhotoList(nSlots);
  const photos = { slots: slots.map((_, slot) => stored[slot] ?? null), document, ageProof };
  saveOrder(userId, photos);
  return photos;
}

/** Returns null if no files are stored for this request, or if the bytes of all photos are lost. */
async function loadLeftFiles(userId: string, nSlots: number): Promise<PhotoList | null> {
  const order = photoOrder.read(userId);
  // If the app deleted the files, the order has no slots. If the person removed all photos, the order has empty slots.
  if (!order || order.slots.length === 0) return null;
  const left = await loadPhotos(userId, nSlots);
  const hadPhotos = order.slots.some((keys) => keys.length > 0);
  return hadPhotos && filledSlots(left).length === 0 ? null : left;
}

/**
 * Returns the photos of the profile with their bytes, so that the person can crop and reorder them without a network.
 * Returns an empty list if the reviewer did not ask for photos.
 */
async function fetchPhotos({ info, fetchPhoto }: RequestedFiles) {
  if (!requestedFields(info).includes("photoNameList")) return [];
  const { profile, photos } = info;
  return await Promise.all(
    profile.photoNameList.map(async (uploadName, index) => {
      const url = photos[index]?.url;
      return { uploadName, bytes: url ? await fetchPhoto(url) : new Blob() };
    }),
  );
}
