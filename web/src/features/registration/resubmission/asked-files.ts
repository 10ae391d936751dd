/** The files of someone who is asked for more: as they were left here, or as the server has them. */
import type { MyInfo } from "../../../api/account";
import { writeBlob } from "../../../storage/blobs";
import { readJson } from "../../../storage/local";
import { emptyPicks, filledSlots, type Pick, type Picks } from "../photos/picks";
import { loadPicks, newKey, readPicks, savePicks } from "../photos/stored-picks";
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
): Promise<Picks | null> {
  const { userId, info, slots, documentLabel } = files;
  const left = await loadLeft(userId, slots);
  if (left) return left;
  const photos = await fetchPhotos(files);
  if (!areWanted()) return null;
  // Another window may have been quicker, and shows them.
  const others = await loadLeft(userId, slots);
  if (others) return others;
  const kept: Pick[] = [];
  for (const { uploadName, bytes } of photos) kept.push(await keep(userId, uploadName, "", bytes));
  const name = info.profile.verifyTempFileName;
  // Nobody but reviewers sees a document, not even who sent it; its name is all there is.
  const document = name ? await keep(userId, name, documentLabel, new Blob([name])) : null;
  const picks = { photos: emptyPicks(slots).photos.map((_, slot) => kept[slot] ?? null), document };
  savePicks(userId, picks);
  return picks;
}

/** What was picked here for this request; null where it is not there, or its bytes are gone. */
async function loadLeft(userId: string, slots: number): Promise<Picks | null> {
  if (!hasLeft(userId)) return null;
  const nNamed = filledSlots(readPicks(userId, slots)).length;
  const left = await loadPicks(userId, slots);
  return nNamed > 0 && filledSlots(left).length === 0 ? null : left;
}

/** Whoever took out every photo left empty places, and what clears up leaves none. */
function hasLeft(userId: string): boolean {
  const left = readJson("profilePhotos") as { userId?: unknown; photos?: unknown } | null;
  return left?.userId === userId && Array.isArray(left.photos) && left.photos.length > 0;
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

async function keep(userId: string, uploadName: string, label: string, bytes: Blob): Promise<Pick> {
  const key = newKey();
  await writeBlob(userId, key, bytes);
  return { key, label, uploadName, status: "ready" };
}
