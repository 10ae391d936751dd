/** The photos and documents that a person picked: the types, and functions that return a changed list. */
import type { Core, ProfileDraft } from "#/core/core";
import type { Area } from "#/pictures/draw";
import type { FileProblem } from "#/pictures/problems";

/**
 * The state of a picked file:
 * - `reading`: the page reads the file from the device.
 * - `unread`: the file was stored earlier, and the database has not returned its record yet.
 * - `waiting`: the file is stored, and the page has to prepare a picture of it.
 * - `ready`: the page can show and send the file.
 * - `unusable`: the file cannot be sent. The person has to pick another file; only a PDF with the problem
 *   `pdf_offline` is prepared again once the network returns.
 */
export type FileStatus = "reading" | "unread" | "waiting" | "ready" | "unusable";

export interface PickedFile {
  /** The name of the file's record in IndexedDB. Each crop of a picture gets a new key. */
  key: string;
  /** The file's name on the device. */
  label: string;
  /** The file's name on the server; null before the upload. */
  uploadName: string | null;
  status: FileStatus;
  problem?: FileProblem | undefined;
  /** The number of preparations that began and never ended, because the page crashed or the browser ended the page. */
  nTries?: number;
  crop?: Area;
  /** The key that the file had before the person first cropped it on this page. An undo finds the file by this key. */
  croppedFrom?: string;
  /** The size of the prepared picture. */
  sizeBytes?: number;
  nPages?: number;
  /** The earlier file in the slot. The earlier file returns to the slot if this new file turns out to be unusable. */
  replaces?: PickedFile;
}

/** The photos by slot, and the documents that prove employment and age. An empty slot is null. */
export interface PhotoList {
  slots: readonly (PickedFile | null)[];
  document: PickedFile | null;
  ageProof: PickedFile | null;
}

export type DocumentSlot = "document" | "ageProof";

/** The index of a photo slot, or the name of a document. */
export type FileSlot = number | DocumentSlot;

export const documentFields = {
  document: "verifyTempFileName",
  ageProof: "ageProofFileName",
} as const;

export const documentSlots = Object.keys(documentFields) as DocumentSlot[];

export function isDocumentSlot(slot: FileSlot | null): slot is DocumentSlot {
  return typeof slot === "string";
}

/** A file that becomes ready or unusable without an action of the person. */
export type PendingFile = PickedFile & { status: "reading" | "unread" | "waiting" };

export function isPending(file: PickedFile | null): file is PendingFile {
  return file !== null && file.status !== "ready" && file.status !== "unusable";
}

export function countSlots(core: Core): number {
  return core.fieldRules().find(({ field }) => field === "photoNameList")?.max ?? 0;
}

export function emptyPhotoList(nSlots: number): PhotoList {
  return { slots: Array.from({ length: nSlots }, () => null), document: null, ageProof: null };
}

export function fileAt(photos: PhotoList, slot: FileSlot): PickedFile | null {
  return isDocumentSlot(slot) ? photos[slot] : (photos.slots[slot] ?? null);
}

export function listFiles(photos: PhotoList): { slot: FileSlot; file: PickedFile }[] {
  const listed = photos.slots.flatMap((file, slot) => (file ? [{ slot, file }] : []));
  const documents = documentSlots.flatMap((slot) => {
    const file = photos[slot];
    return file ? [{ slot, file }] : [];
  });
  return [...listed, ...documents];
}

export function slotOfKey(photos: PhotoList, key: string): FileSlot | null {
  return listFiles(photos).find(({ file }) => file.key === key)?.slot ?? null;
}

/** Finds a file by its key among `file` and the earlier files that `file` replaces. */
export function findByKey(file: PickedFile, key: string): PickedFile | null {
  if (file.key === key) return file;
  return file.replaces ? findByKey(file.replaces, key) : null;
}

/** Edits the file with this key, which is `file` or a file that `file` replaces. Returns null if none has the key. */
export function editByKey(
  file: PickedFile,
  key: string,
  edit: (file: PickedFile) => PickedFile,
): PickedFile | null {
  if (file.key === key) return edit(file);
  const replaces = file.replaces ? editByKey(file.replaces, key, edit) : null;
  return replaces && { ...file, replaces };
}

export function keysOf(file: PickedFile): string[] {
  return [file.key, ...(file.replaces ? keysOf(file.replaces) : [])];
}

export function withoutReplaced(file: PickedFile): PickedFile {
  const { replaces: _, ...own } = file;
  return own;
}

/**
 * Returns the file to put back if a new file in the slot of `earlier` turns out to be unusable. It is the file that
 * `earlier` replaces, or else `earlier` itself if it is stored and usable.
 */
export function fileToComeBackTo(earlier: PickedFile | null): PickedFile | null {
  if (!earlier) return null;
  if (earlier.replaces) return earlier.replaces;
  return earlier.status === "reading" || earlier.status === "unusable" ? null : earlier;
}

export function withFile(photos: PhotoList, slot: FileSlot, file: PickedFile | null): PhotoList {
  if (isDocumentSlot(slot)) return { ...photos, [slot]: file };
  return { ...photos, slots: photos.slots.map((held, at) => (at === slot ? file : held)) };
}

export function filledSlots({ slots }: PhotoList): number[] {
  return slots.flatMap((file, slot) => (file ? [slot] : []));
}

/** Returns the slots of the photos to send, in order. The first photo is the main photo. */
export function usableSlots({ slots }: PhotoList): number[] {
  return slots.flatMap((file, slot) => (isUsable(file) ? [slot] : []));
}

export function freeSlots({ slots }: PhotoList): number[] {
  return slots.flatMap((file, slot) => (file ? [] : [slot]));
}

/** Returns the slot if it is free. Otherwise returns the first free photo slot for a photo, and null for a document. */
export function nearestFreeSlot(photos: PhotoList, slot: FileSlot): FileSlot | null {
  if (!fileAt(photos, slot)) return slot;
  return isDocumentSlot(slot) ? null : (freeSlots(photos)[0] ?? null);
}

/** Moves the photo in `slot` to a rank among the photos, counted from 0. Free slots stay free. */
export function withRank(photos: PhotoList, slot: number, rank: number): PhotoList {
  const filled = filledSlots(photos);
  const from = filled.indexOf(slot);
  if (from < 0 || rank < 0 || rank >= filled.length) return photos;
  const order = [...filled];
  order.splice(rank, 0, ...order.splice(from, 1));
  const slots = [...photos.slots];
  filled.forEach((at, index) => {
    slots[at] = photos.slots[order[index] ?? at] ?? null;
  });
  return { ...photos, slots };
}

export function withSwap(photos: PhotoList, slot: number, other: number): PhotoList {
  const swapped = withFile(photos, slot, fileAt(photos, other));
  return withFile(swapped, other, fileAt(photos, slot));
}

export function pathOfSlot(slot: FileSlot): string {
  return isDocumentSlot(slot) ? documentFields[slot] : `photoNameList[${slot}]`;
}

/** Returns the slot for a path in the draft, such as `photoNameList[2]`, or null if no file belongs to the path. */
export function slotOfPath(path: string): FileSlot | null {
  const document = documentSlots.find((name) => documentFields[name] === path);
  if (document) return document;
  const slot = /^photoNameList\[(\d+)\]$/.exec(path)?.[1];
  return slot === undefined ? null : Number(slot);
}

/** Returns the draft with each file's name on the server. A file without an upload becomes `{ picked: true }`. */
export function withFiles(draft: ProfileDraft, photos: PhotoList): ProfileDraft {
  const entry = (file: PickedFile | null) => file && (file.uploadName ?? { picked: true });
  const isDocumentSent = draft.verifyMethod === "DOCUMENT";
  return {
    ...draft,
    photoNameList: photos.slots.map((file) => (isUsable(file) ? entry(file) : null)),
    // Send the document only with DOCUMENT. The form keeps the document, because the person may choose DOCUMENT again.
    verifyTempFileName: isDocumentSent ? entry(photos.document) : null,
    // Core drops the proof of age from the payload if no reviewer needs it.
    ageProofFileName: entry(photos.ageProof),
  } as ProfileDraft;
}

/** Returns false for an unusable photo. Such a photo stays in its slot until the person removes it, but is not sent. */
function isUsable(file: PickedFile | null): file is PickedFile {
  return file !== null && file.status !== "unusable";
}
