/** The files that a person picked: their slots, their states, and their order. */
import type { Core, ProfileDraft } from "#/core/core";
import type { Area } from "#/pictures/draw";
import type { FileProblem } from "#/pictures/problems";

/**
 * The state of a picked file:
 * - `reading`: the page reads its bytes from the device.
 * - `unread`: it was stored earlier, and the database has not answered yet.
 * - `waiting`: it is stored, and the page makes a picture of it.
 * - `ready`: it can be shown and sent.
 * - `unusable`: it cannot be sent. Another file helps, or the network for a PDF with the problem `pdf_offline`.
 */
export type FileStatus = "reading" | "unread" | "waiting" | "ready" | "unusable";

/** A photo or document that a person picked. */
export interface PickedFile {
  /** The name of its record in storage. Another crop of the picture has another key. */
  key: string;
  /** Its file name on the device. */
  label: string;
  /** Its name on the server, once it is uploaded. */
  uploadName: string | null;
  status: FileStatus;
  /** The reason why it is unusable. */
  problem?: FileProblem | undefined;
  /** Preparations that began and did not end, because the page crashed or was killed. */
  nTries?: number;
  /** The part of the picture that the person chose. */
  crop?: Area;
  /** The key that it had before its first crop since the page opened. */
  croppedFrom?: string;
  /** The size of the picture to send, in bytes. */
  sizeBytes?: number;
  /** The number of all pages of a PDF. The picture shows the first of them. */
  nPages?: number;
  /** The file that this one replaces. It returns if this one turns out to be unusable. */
  replaces?: PickedFile;
}

/** The photos by slot, and the documents that prove the employment and the age. */
export interface PhotoList {
  slots: readonly (PickedFile | null)[];
  document: PickedFile | null;
  ageProof: PickedFile | null;
}

/** The document of a proof: of the employment, or of the age. */
export type DocumentSlot = "document" | "ageProof";

/** The index of a photo slot, or a document. */
export type FileSlot = number | DocumentSlot;

/** The documents with their fields. */
export const documentFields = {
  document: "verifyTempFileName",
  ageProof: "ageProofFileName",
} as const;

export const documentSlots = Object.keys(documentFields) as DocumentSlot[];

export function isDocumentSlot(slot: FileSlot | null): slot is DocumentSlot {
  return typeof slot === "string";
}

/** A file that will be ready or unusable in a moment. */
export type PendingFile = PickedFile & { status: "reading" | "unread" | "waiting" };

export function isPending(file: PickedFile | null): file is PendingFile {
  return file !== null && file.status !== "ready" && file.status !== "unusable";
}

/** Returns the number of photo slots that core's rules allow. */
export function countSlots(core: Core): number {
  return core.fieldRules().find(({ field }) => field === "photoNameList")?.max ?? 0;
}

export function emptyPhotoList(nSlots: number): PhotoList {
  return { slots: Array.from({ length: nSlots }, () => null), document: null, ageProof: null };
}

export function fileAt(photos: PhotoList, slot: FileSlot): PickedFile | null {
  return isDocumentSlot(slot) ? photos[slot] : (photos.slots[slot] ?? null);
}

/** Returns all files with their slots, photos first. */
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

/** Returns the file with this key: `file` itself, or the one that it replaces. */
export function findByKey(file: PickedFile, key: string): PickedFile | null {
  if (file.key === key) return file;
  return file.replaces ? findByKey(file.replaces, key) : null;
}

/** Returns `file` with an edit of the file with this key, or null if it has another key. */
export function editByKey(
  file: PickedFile,
  key: string,
  edit: (file: PickedFile) => PickedFile,
): PickedFile | null {
  if (file.key === key) return edit(file);
  const replaces = file.replaces ? editByKey(file.replaces, key, edit) : null;
  return replaces && { ...file, replaces };
}

/** Returns the keys of a file and of the file that it replaces. */
export function keysOf(file: PickedFile): string[] {
  return [file.key, ...(file.replaces ? keysOf(file.replaces) : [])];
}

export function withoutReplaced(file: PickedFile): PickedFile {
  const { replaces: _, ...own } = file;
  return own;
}

/** Returns the file to come back to if a new file replaces `earlier` and turns out unusable. */
export function fileToComeBackTo(earlier: PickedFile | null): PickedFile | null {
  if (!earlier) return null;
  if (earlier.replaces) return earlier.replaces;
  return earlier.status === "reading" || earlier.status === "unusable" ? null : earlier;
}

export function withFile(photos: PhotoList, slot: FileSlot, file: PickedFile | null): PhotoList {
  if (isDocumentSlot(slot)) return { ...photos, [slot]: file };
  return { ...photos, slots: photos.slots.map((held, at) => (at === slot ? file : held)) };
}

/** Returns the slots that hold a file, in order. */
export function filledSlots({ slots }: PhotoList): number[] {
  return slots.flatMap((file, slot) => (file ? [slot] : []));
}

/** Returns the slots of the photos to send, in order. The first of them is the main photo. */
export function usableSlots({ slots }: PhotoList): number[] {
  return slots.flatMap((file, slot) => (isUsable(file) ? [slot] : []));
}

export function freeSlots({ slots }: PhotoList): number[] {
  return slots.flatMap((file, slot) => (file ? [] : [slot]));
}

/** Returns the slot if it is free, or for a photo the first free slot, or null. */
export function nearestFreeSlot(photos: PhotoList, slot: FileSlot): FileSlot | null {
  if (!fileAt(photos, slot)) return slot;
  return isDocumentSlot(slot) ? null : (freeSlots(photos)[0] ?? null);
}

/** Moves the photo in `slot` to a rank among the photos. Free slots stay free. */
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

/** Exchanges the files of two photo slots; one of them may be free. */
export function withSwap(photos: PhotoList, slot: number, other: number): PhotoList {
  const swapped = withFile(photos, slot, fileAt(photos, other));
  return withFile(swapped, other, fileAt(photos, slot));
}

/** Returns the path of a slot in the draft. */
export function pathOfSlot(slot: FileSlot): string {
  return isDocumentSlot(slot) ? documentFields[slot] : `photoNameList[${slot}]`;
}

/** Returns the slot at a path of the draft, or null if the path is not that of a file. */
export function slotOfPath(path: string): FileSlot | null {
  const document = documentSlots.find((name) => documentFields[name] === path);
  if (document) return document;
  const slot = /^photoNameList\[(\d+)\]$/.exec(path)?.[1];
  return slot === undefined ? null : Number(slot);
}

/** Returns the draft with each file's name on the server, or a mark if it is only picked. */
export function withFiles(draft: ProfileDraft, photos: PhotoList): ProfileDraft {
  const entry = (file: PickedFile | null) => file && (file.uploadName ?? { picked: true });
  const isDocumentSent = draft.verifyMethod === "DOCUMENT";
  return {
    ...draft,
    photoNameList: photos.slots.map((file) => (isUsable(file) ? entry(file) : null)),
    // The form keeps a document that the person picked before they chose another method.
    verifyTempFileName: isDocumentSent ? entry(photos.document) : null,
    // Core leaves it out where no reviewer needs it.
    ageProofFileName: entry(photos.ageProof),
  } as ProfileDraft;
}

/** An unusable photo stays in its slot until the person removes it, and is not sent. */
function isUsable(file: PickedFile | null): file is PickedFile {
  return file !== null && file.status !== "unusable";
}
