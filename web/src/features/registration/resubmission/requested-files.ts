/** The files of a resubmission: as the person left them here, or as the server has them. */
import type { MyInfo } from "../../../api/calls";
import { writeBlob } from "../../../storage/blobs";
import { readJson } from "../../../storage/local";
import { emptyPicks, filledSlots, type Pick, type Picks } from "../photos/picks";
import { loadPicks, newKey, readPicks, savePicks } from "../photos/stored-picks";
import { requestedFields } from "./reviewer-request";

interface RequestedFiles {
  userId: string;
  info: MyInfo;
  /** The largest number of photos. */
  nSlots: number;
  /** The label of a document that the person sent with the profile. */
  documentLabel: string;
  fetchPhoto: (url: string) => Promise<Blob>;
}

/**
 * Returns the files for the form, or null if `areWanted` returns false once the photos are here.
 * Rejects if a photo is out of reach.
 */
export async function openFiles(
  files: RequestedFiles,
  areWanted: () => boolean,
): Promise<Picks | null> {
  const { userId, info, nSlots, documentLabel } = files;
  const left = await loadLeftFiles(userId, nSlots);
  if (left) return left;
  const photos = await fetchPhotos(files);
  if (!areWanted()) return null;
  const stored: Pick[] = [];
  for (const { uploadName, bytes } of photos) {
    stored.push(await storeFile(userId, uploadName, "", bytes));
  }
  const name = info.profile.verifyTempFileName;
  // Only reviewers can see a document, so that the form has nothing but its name.
  const document = name ? await storeFile(userId, name, documentLabel, new Blob([name])) : null;
  const empty = emptyPicks(nSlots);
  const picks = { photos: empty.photos.map((_, slot) => stored[slot] ?? null), document };
  savePicks(userId, picks);
  return picks;
}

/** Returns the files that the person picked for this request; null if there are none, or no bytes. */
async function loadLeftFiles(userId: string, nSlots: number): Promise<Picks | null> {
  if (!hasLeftFiles(userId)) return null;
  const nNamed = filledSlots(readPicks(userId, nSlots)).length;
  const left = await loadPicks(userId, nSlots);
  return nNamed > 0 && filledSlots(left).length === 0 ? null : left;
}

/** A person who removed every photo left empty slots, and a deletion leaves none. */
function hasLeftFiles(userId: string): boolean {
  const left = readJson("profilePhotos") as { userId?: unknown; photos?: unknown } | null;
  return left?.userId === userId && Array.isArray(left.photos) && left.photos.length > 0;
}

/**
 * Returns the photos of the profile with their bytes, so that the person can crop and reorder them
 * without a network. None if the reviewer did not ask for photos.
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

/** Stores a file as if the person had picked and uploaded it here. */
async function storeFile(
  userId: string,
  uploadName: string,
  label: string,
  bytes: Blob,
): Promise<Pick> {
  const key = newKey();
  await writeBlob(userId, key, bytes);
  return { key, label, uploadName, status: "ready" };
}
