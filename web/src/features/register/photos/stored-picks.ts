/** The picks as local storage keeps them: names and order. The bytes are in IndexedDB. */
import { isFileProblem } from "../../../pictures/problems";
import { readBlob, removeBlob, removeBlobsExcept } from "../../../storage/blobs";
import { readJson, readText, removeStored, writeJson } from "../../../storage/local";
import { usersAside } from "../draft/aside";
import { allPicks, emptyPicks, type Pick, type Picks, withPick } from "./picks";

/** Another tab has stored the bytes and not yet the name of what is as young as this. */
const youngMs = 15 * 60_000;

/** A name for new bytes, which tells when it was given. */
export function newKey(): string {
  return `${Date.now().toString(36)}-${crypto.randomUUID()}`;
}

/** The name of a file's bytes before they are prepared. */
export function rawKey(pick: Pick): string {
  return `${pick.key}.raw`;
}

/** Every name under which bytes of this file may be kept. */
export function keysOf(pick: Pick): string[] {
  return [pick.key, rawKey(pick), ...(pick.crop ? [pick.crop.sourceKey] : [])];
}

/** Forgets a file's bytes. */
export async function dropBytes(userId: string, pick: Pick): Promise<void> {
  await Promise.all(keysOf(pick).map((key) => removeBlob(userId, key)));
}

/** Stores names and order; what is still being read is not there to come back to. */
export function savePicks(userId: string, picks: Picks): boolean {
  const unread = allPicks(picks).filter(({ pick }) => pick.status === "reading");
  const kept = unread.reduce((held, { place }) => withPick(held, place, null), picks);
  return writeJson("profilePhotos", { userId, ...kept });
}

/** What is stored now, word for word: it differs when another tab stored something else. */
export function storedText(): string | null {
  return readText("profilePhotos");
}

/** The names and order that are stored for this user, whatever became of the bytes. */
export function readPicks(userId: string, slots: number): Picks {
  const stored = readJson("profilePhotos") as Partial<Picks & { userId: string }> | null;
  const empty = emptyPicks(slots);
  if (stored?.userId !== userId) return empty;
  const photos = Array.isArray(stored.photos) ? stored.photos : [];
  return {
    photos: empty.photos.map((_, slot) => parsePick(photos[slot])),
    document: parsePick(stored.document),
  };
}

/** What was picked before the page was left. Files the browser has dropped are left out. */
export async function loadPicks(userId: string, slots: number): Promise<Picks> {
  const stored = readPicks(userId, slots);
  let picks = stored;
  for (const { place, pick } of allPicks(stored)) {
    if (!(await isThere(userId, pick))) picks = withPick(picks, place, null);
  }
  const names = new Set(allPicks(picks).flatMap(({ pick }) => keysOf(pick)));
  await removeBlobsExcept(userId, (name) => names.has(name) || isYoung(name), usersAside());
  return picks;
}

/** Forgets everything picked, bytes included. */
export async function clearPicks(userId: string): Promise<void> {
  removeStored("profilePhotos");
  await removeBlobsExcept(userId, () => false, usersAside());
}

/** What an older build stored has no status, and is ready; what makes no sense is nothing. */
function parsePick(value: unknown): Pick | null {
  if (typeof value !== "object" || value === null) return null;
  const { key, label, uploadName, status, problem, nTries, crop } = value as Partial<Pick>;
  if (typeof key !== "string" || typeof label !== "string") return null;
  const isKnown = status === "raw" || (status === "broken" && isFileProblem(problem));
  return {
    key,
    label,
    uploadName: typeof uploadName === "string" ? uploadName : null,
    status: isKnown ? status : "ready",
    ...(isKnown && problem ? { problem } : {}),
    ...(typeof nTries === "number" ? { nTries } : {}),
    ...(crop && typeof crop.sourceKey === "string" ? { crop } : {}),
  };
}

/** A broken file has no bytes, and its place is what the person has to look at. */
async function isThere(userId: string, pick: Pick): Promise<boolean> {
  if (pick.status === "broken") return true;
  return (await readBlob(userId, pick.status === "raw" ? rawKey(pick) : pick.key)) !== null;
}

function isYoung(name: string): boolean {
  const givenAt = Number.parseInt(name.split("-", 1)[0] ?? "", 36);
  return Date.now() - givenAt < youngMs;
}
