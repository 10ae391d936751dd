/** The files a person picked: where they stand, how far each is, and what the draft says of them. */
import type { Core, ProfileDraft } from "../../../core/core";
import type { Area } from "../../../pictures/draw";
import type { FileProblem } from "../../../pictures/problems";

/**
 * How far a file is: its bytes are being read, they are kept but not yet prepared, it can be shown
 * and sent, or only another file can mend it.
 */
export type PickStatus = "reading" | "raw" | "ready" | "broken";

/** One picked file. */
export interface Pick {
  /** The name of the bytes to show and to send, which are there once it is ready. */
  key: string;
  /** What it was called on the device. */
  label: string;
  /** The server's name, once uploaded. */
  uploadName: string | null;
  status: PickStatus;
  /** Why it is broken. */
  problem?: FileProblem;
  /** How often preparing it began and did not end. */
  nTries?: number;
  /** The part of the picture that is shown and sent, and the name of the whole. */
  crop?: { area: Area; sourceKey: string };
  /** What it takes the place of, which stays until this one is ready and comes back if it breaks. */
  before?: Pick;
}

/** A file that will be ready or broken in a moment. */
export function isPending(pick: Pick | null): pick is Pick & { status: "reading" | "raw" } {
  return pick?.status === "reading" || pick?.status === "raw";
}

/** The photo slots and the verification document. */
export interface Picks {
  photos: readonly (Pick | null)[];
  document: Pick | null;
}

/** Where a file belongs: a photo slot, or the document. */
export type PickPlace = number | "document";

/** How many photo slots the rules allow; they are known without the wasm too. */
export function countSlots(core: Core): number {
  return core.fieldRules().find(({ field }) => field === "photoNameList")?.max ?? 0;
}

/** Nothing picked, with `slots` photo slots. */
export function emptyPicks(slots: number): Picks {
  return { photos: Array.from({ length: slots }, () => null), document: null };
}

/** The file at `place`, or null. */
export function pickAt(picks: Picks, place: PickPlace): Pick | null {
  return place === "document" ? picks.document : (picks.photos[place] ?? null);
}

/** Every file with its place, photos first. */
export function allPicks(picks: Picks): { place: PickPlace; pick: Pick }[] {
  const photos = picks.photos.flatMap((pick, place) => (pick ? [{ place, pick }] : []));
  return picks.document ? [...photos, { place: "document", pick: picks.document }] : photos;
}

/** Where the file of this key stands now, or null. */
export function placeOfKey(picks: Picks, key: string): PickPlace | null {
  return allPicks(picks).find(({ pick }) => pick.key === key)?.place ?? null;
}

/** A file without what it takes the place of. */
export function withoutBefore(pick: Pick): Pick {
  const { before: _, ...own } = pick;
  return own;
}

/** `picks` with `pick` at `place`. */
export function withPick(picks: Picks, place: PickPlace, pick: Pick | null): Picks {
  if (place === "document") return { ...picks, document: pick };
  return { ...picks, photos: picks.photos.map((held, slot) => (slot === place ? pick : held)) };
}

/** The slots that hold a photo, in order; the first of them is the main photo. */
export function filledSlots({ photos }: Picks): number[] {
  return photos.flatMap((pick, slot) => (pick ? [slot] : []));
}

/** The slots that do not. */
export function freeSlots({ photos }: Picks): number[] {
  return photos.flatMap((pick, slot) => (pick ? [] : [slot]));
}

/** The photo in `slot` as the one of this rank; the others move up, and free slots stay free. */
export function withRank(picks: Picks, slot: number, rank: number): Picks {
  const slots = filledSlots(picks);
  const from = slots.indexOf(slot);
  if (from < 0 || rank < 0 || rank >= slots.length) return picks;
  const order = [...slots];
  order.splice(rank, 0, ...order.splice(from, 1));
  const photos = [...picks.photos];
  slots.forEach((at, index) => {
    photos[at] = picks.photos[order[index] ?? at] ?? null;
  });
  return { ...picks, photos };
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
  const places = allPicks(picks).map(({ place }) => place);
  return places.filter((place) => place !== "document" || draft.verifyMethod === "DOCUMENT");
}
