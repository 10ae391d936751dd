/** The files a person picked: their order, their names once uploaded, and where their bytes are. */
import type { ProfileDraft } from "../../../core/core";
import { readBlob, removeBlob, removeBlobsExcept, writeBlob } from "../../../storage/blobs";
import { readJson, removeStored, writeJson } from "../../../storage/local";

/** One picked file. */
export interface Pick {
  /** The name of its bytes in storage. */
  key: string;
  /** What it was called on the device. */
  label: string;
  /** The server's name, once uploaded. */
  uploadName: string | null;
}

/** The photo slots and the verification document. */
export interface Picks {
  photos: readonly (Pick | null)[];
  document: Pick | null;
}

/** Where a file belongs: a photo slot, or the document. */
export type PickPlace = number | "document";

/** Nothing picked, with `slots` photo slots. */
export function emptyPicks(slots: number): Picks {
  return { photos: Array.from({ length: slots }, () => null), document: null };
}

/** The file at `place`, or null. */
export function pickAt(picks: Picks, place: PickPlace): Pick | null {
  return place === "document" ? picks.document : (picks.photos[place] ?? null);
}

/** `picks` with `pick` at `place`. */
export function withPick(picks: Picks, place: PickPlace, pick: Pick | null): Picks {
  if (place === "document") return { ...picks, document: pick };
  return { ...picks, photos: picks.photos.map((held, slot) => (slot === place ? pick : held)) };
}

/** The path of `place` in the draft. */
export function pathOfPlace(place: PickPlace): string {
  return place === "document" ? "verifyTempFileName" : `photoNameList[${place}]`;
}

/** The place at a path of the draft, or null where the path names no file. */
export function placeOfPath(path: string): PickPlace | null {
  if (path === "verifyTempFileName") return "document";
  const slot = /^photoNameList\[(\d+)\]$/.exec(path)?.[1];
  return slot === undefined ? null : Number(slot);
}

/** The draft with its files: a name once uploaded, a mark while only picked. */
export function withFiles(draft: ProfileDraft, picks: Picks): ProfileDraft {
  const slot = (pick: Pick | null) => pick && (pick.uploadName ?? { picked: true });
  const isDocumentAsked = draft.verifyMethod === "DOCUMENT";
  return {
    ...draft,
    photoNameList: picks.photos.map(slot),
    // A document picked before another method was chosen stays picked and is not sent.
    verifyTempFileName: isDocumentAsked ? slot(picks.document) : null,
  } as ProfileDraft;
}

/** Every place that holds a file, photos first; the document only where the draft asks for one. */
export function filledPlaces(draft: ProfileDraft, picks: Picks): PickPlace[] {
  const slots = picks.photos.flatMap((pick, slot) => (pick ? [slot] : []));
  return picks.document && draft.verifyMethod === "DOCUMENT" ? [...slots, "document"] : slots;
}

/** Keeps a file's bytes and gives the pick that stands for it. */
export async function keepFile(userId: string, file: File): Promise<Pick> {
  const key = crypto.randomUUID();
  await writeBlob(userId, key, file);
  return { key, label: file.name, uploadName: null };
}

/** Forgets a file's bytes. */
export function dropFile(userId: string, pick: Pick): Promise<void> {
  return removeBlob(userId, pick.key);
}

/** Stores names and order; the bytes are kept already. */
export function savePicks(userId: string, picks: Picks): void {
  writeJson("profilePhotos", { userId, ...picks });
}

/** What was picked before the page was left. Files the browser has dropped are left out. */
export async function loadPicks(userId: string, slots: number): Promise<Picks> {
  const stored = readJson("profilePhotos") as Partial<Picks & { userId: string }> | null;
  const own = stored?.userId === userId ? stored : null;
  const photos = await Promise.all(
    emptyPicks(slots).photos.map((_, slot) => stillThere(userId, own?.photos?.[slot])),
  );
  const picks = { photos, document: await stillThere(userId, own?.document) };
  const kept = [...photos, picks.document].flatMap((pick) => (pick ? [pick.key] : []));
  await removeBlobsExcept(userId, kept);
  return picks;
}

/** Forgets everything picked, bytes included. */
export async function clearPicks(userId: string): Promise<void> {
  removeStored("profilePhotos");
  await removeBlobsExcept(userId, []);
}

async function stillThere(userId: string, pick: Pick | null | undefined): Promise<Pick | null> {
  if (typeof pick?.key !== "string") return null;
  return (await readBlob(userId, pick.key)) ? pick : null;
}
