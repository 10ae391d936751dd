/** The picks as local storage keeps them: names and order. The bytes are in IndexedDB. */
import { isFileProblem } from "../../../pictures/problems";
import { listBlobs, removeBlob, removeBlobsExcept } from "../../../storage/blobs";
import { readText } from "../../../storage/local";
import { defineRecord, listAccounts, recordKey } from "../../../storage/records";
import { allPicks, emptyPicks, type Pick, type Picks, withoutBefore, withPick } from "./picks";

/** Another tab has stored the bytes and not yet the name of what is as young as this. */
const youngMs = 15 * 60_000;

const records = defineRecord<Picks>({
  name: "photos",
  version: 1,
  parse: (value) => value as Picks | null,
});

/** A name for new bytes, which tells when it was given. */
export function newKey(): string {
  return `${Date.now().toString(36)}-${crypto.randomUUID()}`;
}

/** The name of a file's bytes before they are prepared. */
export function rawKey(pick: Pick): string {
  return `${pick.key}.raw`;
}

/** Every name under which bytes of this file, and of what it replaces, may be kept. */
export function keysOf(pick: Pick): string[] {
  const earlier = pick.before ? keysOf(pick.before) : [];
  return [pick.key, rawKey(pick), ...(pick.crop ? [pick.crop.sourceKey] : []), ...earlier];
}

/** Forgets the bytes of a file and of what it replaces. */
export async function dropBytes(userId: string, pick: Pick): Promise<void> {
  await Promise.all(keysOf(pick).map((key) => removeBlob(userId, key)));
}

/** Stores names and order; while one is still being read, what it replaces is there to come back to. */
export function savePicks(userId: string, picks: Picks): boolean {
  const unread = allPicks(picks).filter(({ pick }) => pick.status === "reading");
  const kept = unread.reduce(
    (held, { place, pick }) => withPick(held, place, pick.before ?? null),
    picks,
  );
  return records.write(userId, kept);
}

/** What is stored now, word for word: it differs when another tab stored something else. */
export function storedText(userId: string): string | null {
  return readText(recordKey(userId, "photos"));
}

/** The names and order that are stored for this user, whatever became of the bytes. */
export function readPicks(userId: string, slots: number): Picks {
  const stored: Partial<Picks> | null = records.read(userId);
  const empty = emptyPicks(slots);
  if (!stored) return empty;
  const photos = Array.isArray(stored.photos) ? stored.photos : [];
  return {
    photos: empty.photos.map((_, slot) => parsePick(photos[slot])),
    document: parsePick(stored.document),
  };
}

/** Returns whether there is a list of slots: a person who removed every photo left empty ones. */
export function hasStoredPicks(userId: string): boolean {
  const photos = records.read(userId)?.photos;
  return Array.isArray(photos) && photos.length > 0;
}

/**
 * What was picked before the page was left. Files the browser has dropped are left out; where it
 * cannot be asked, nothing is, and nothing is swept.
 */
export async function loadPicks(userId: string, slots: number): Promise<Picks> {
  const text = storedText(userId);
  const stored = readPicks(userId, slots);
  if (allPicks(stored).length === 0) {
    // There is nothing to wait for.
    void sweep(userId, stored);
    return stored;
  }
  const names = await listBlobs(userId).catch(() => null);
  if (!names) return readPicks(userId, slots);
  let picks = stored;
  for (const { place, pick } of allPicks(stored)) {
    picks = withPick(picks, place, whatIsLeft(pick, names));
  }
  await sweep(userId, picks);
  // What another tab has stored meanwhile is none of this.
  return storedText(userId) === text ? picks : loadPicks(userId, slots);
}

/**
 * Forgets everything picked, bytes included. Whose they were stays on record until they are gone, so
 * that a page that is killed in the middle is followed by one that goes on.
 */
export async function clearPicks(userId: string): Promise<void> {
  savePicks(userId, emptyPicks(0));
  const record = storedText(userId);
  const areGone = await removeBlobsExcept(userId, () => false, others(userId));
  // Unless something was picked meanwhile.
  if (areGone && storedText(userId) === record) records.remove(userId);
}

const others = (userId: string) => listAccounts().filter((account) => account !== userId);

async function sweep(userId: string, picks: Picks): Promise<void> {
  const names = new Set(allPicks(picks).flatMap(({ pick }) => keysOf(pick)));
  await removeBlobsExcept(userId, (name) => names.has(name) || isYoung(name), others(userId));
}

/** What an older build stored has no status, and is ready; what makes no sense is nothing. */
function parsePick(value: unknown): Pick | null {
  if (typeof value !== "object" || value === null) return null;
  const { key, label, uploadName, status, problem, nTries, crop, before } = value as Partial<Pick>;
  if (typeof key !== "string" || typeof label !== "string") return null;
  const earlier = status === "raw" ? parsePick(before) : null;
  const isKnown = status === "raw" || (status === "broken" && isFileProblem(problem));
  return {
    key,
    label,
    uploadName: typeof uploadName === "string" ? uploadName : null,
    status: isKnown ? status : "ready",
    ...(isKnown && problem ? { problem } : {}),
    ...(typeof nTries === "number" ? { nTries } : {}),
    ...(crop && typeof crop.sourceKey === "string" ? { crop } : {}),
    ...(earlier ? { before: earlier } : {}),
  };
}

/** The file if its bytes are there, else what it was to replace, or null. */
function whatIsLeft(pick: Pick, names: ReadonlySet<string>): Pick | null {
  const before = pick.before ? whatIsLeft(pick.before, names) : null;
  // A broken file has no bytes, and its place is what the person has to look at.
  const isThere =
    pick.status === "broken" || names.has(pick.status === "raw" ? rawKey(pick) : pick.key);
  if (!isThere) return before;
  return before ? { ...pick, before } : withoutBefore(pick);
}

function isYoung(name: string): boolean {
  const givenAt = Number.parseInt(name.split("-", 1)[0] ?? "", 36);
  // A clock that was put back does not make everything young.
  return Math.abs(Date.now() - givenAt) < youngMs;
}
