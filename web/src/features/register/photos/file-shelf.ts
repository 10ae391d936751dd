/** The picked files of one form, and every step that changes them. */
import type { Area } from "../../../pictures/draw";
import { maxOriginalBytes, photoSidePx } from "../../../pictures/limits";
import type { Prepare } from "../../../pictures/prepare";
import type { FileProblem } from "../../../pictures/problems";
import { areFilesDurable, readBlob, removeBlob, writeBlob } from "../../../storage/blobs";
import { watchKey } from "../../../storage/local";
import type { FormError } from "../form/form-errors";
import {
  allPicks,
  freeSlots,
  type Pick,
  type PickPlace,
  type Picks,
  pathOfPlace,
  pickAt,
  placeOfKey,
  withPick,
  withRank,
} from "./picks";
import { Preparing } from "./preparing";
import { dropBytes, newKey, rawKey, readPicks, savePicks, storedText } from "./stored-picks";

/** Hears of every change; `changedPath` is the path of a place that now holds another file. */
export type ShelfListener = (picks: Picks, changedPath: string | null) => void;

/** Puts back what was removed; false when its place was taken meanwhile and no other is free. */
export type Undo = () => boolean;

/** A removal can be taken back for so long. */
export const undoMs = 10_000;

/** The files of one LINE user. */
export class FileShelf {
  /** False when the names and their order will not survive the page. */
  private areNamesKept = true;
  /** What local storage held when it was last looked at. */
  private seenText = storedText();
  private readonly waiters = new Set<() => void>();
  /** What can still be put back; a file may become ready even so. */
  private readonly removed = new Map<string, Pick>();
  private readonly preparing: Preparing;

  constructor(
    readonly userId: string,
    public picks: Picks,
    private readonly prepare: Prepare,
    private readonly onChange: ShelfListener,
  ) {
    this.preparing = new Preparing(this, prepare);
  }

  /** Goes on with what was not prepared before, and follows other tabs; gives what stops it. */
  open(): () => void {
    const stops = [
      watchKey("profilePhotos", () => this.followOtherTabs()),
      this.preparing.forgiveWhenHidden(),
    ];
    void this.preparing.start();
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Whether all that was picked survives the page. */
  get isDurable(): boolean {
    return this.areNamesKept && areFilesDurable();
  }

  /** The files that only another file can mend. */
  errors(): FormError[] {
    return allPicks(this.picks).flatMap(({ place, pick: { status, problem } }) =>
      status === "broken"
        ? [{ path: pathOfPlace(place), code: problem ?? "picture_failed", params: {} }]
        : [],
    );
  }

  /** Waits until the file at `place` can be sent or turns out not to be usable. */
  untilReady(place: PickPlace): Promise<void> {
    return this.until(() => !isPending(pickAt(this.picks, place)));
  }

  /** Keeps the picked files in free slots from `slot` on, and ends when all are prepared. */
  async addPhotos(slot: number, files: readonly File[]): Promise<void> {
    this.followOtherTabs();
    const free = freeSlots(this.picks).filter((at) => at >= slot);
    // Files without a slot are left out.
    const placed = free.slice(0, files.length);
    await this.add(placed.map((at, index) => ({ at, file: files[index] as File, key: newKey() })));
  }

  /** Keeps the picked verification document in place of an earlier one. */
  async setDocument(file: File): Promise<void> {
    this.removePick("document");
    await this.add([{ at: "document", file, key: newKey() }]);
  }

  /** Another picture in a slot; what it gives takes the old one back. */
  replacePhoto(slot: number, file: File): Undo {
    const putBack = this.removePick(slot);
    const key = newKey();
    void this.add([{ at: slot, file, key }]);
    return () => {
      const at = placeOfKey(this.picks, key);
      if (at !== null) this.removePick(at);
      return putBack();
    };
  }

  /** Empties a place; the bytes go a little later, so that it can be undone. */
  removePick(place: PickPlace): Undo {
    this.followOtherTabs();
    const pick = pickAt(this.picks, place);
    if (!pick) return () => false;
    this.removed.set(pick.key, pick);
    this.hold(withPick(this.picks, place, null), pathOfPlace(place));
    setTimeout(() => this.forget(pick.key), undoMs);
    return () => this.putBack(pick.key, place);
  }

  /** The photo in `slot` becomes the one of this rank. */
  movePhoto(slot: number, rank: number): void {
    this.followOtherTabs();
    this.hold(withRank(this.picks, slot, rank), pathOfPlace(slot));
  }

  /** Shows and sends only this part of the picture, or with null all of it again. */
  async cropPhoto(key: string, area: Area | null): Promise<void> {
    const pick = this.findPick(key);
    if (pick?.status !== "ready") return;
    const sourceKey = pick.crop?.sourceKey ?? pick.key;
    const whole: Pick = { key: sourceKey, label: pick.label, uploadName: null, status: "ready" };
    if (!area) return this.exchange(pick, whole);
    const source = await readBlob(this.userId, sourceKey);
    if (!source) return this.breakPick(key, "file_lost");
    const cut = await this.prepare(source, { area, longestSidePx: photoSidePx });
    const cropped: Pick = { ...whole, key: newKey(), crop: { area, sourceKey } };
    await writeBlob(this.userId, cropped.key, cut);
    this.exchange(pick, cropped);
  }

  /** Notes what the server calls the file, or with null that it has to go up again. */
  setUploadName(place: PickPlace, uploadName: string | null): void {
    const pick = pickAt(this.picks, place);
    if (pick) this.changePick(pick.key, { uploadName });
  }

  /** The file of this key as it is now. */
  findPick(key: string): Pick | null {
    const place = placeOfKey(this.picks, key);
    return place === null ? (this.removed.get(key) ?? null) : pickAt(this.picks, place);
  }

  /** Changes what is known of a file, wherever it stands now; false when it is gone. */
  changePick(key: string, change: Partial<Pick>): boolean {
    this.followOtherTabs();
    const pick = this.findPick(key);
    if (!pick) return false;
    const changed = { ...pick, ...change };
    const place = placeOfKey(this.picks, key);
    if (place === null) this.removed.set(key, changed);
    else this.hold(withPick(this.picks, place, changed), null);
    return true;
  }

  /** Only another file can mend it. */
  breakPick(key: string, problem: FileProblem): void {
    const pick = this.findPick(key);
    if (!pick) return;
    this.changePick(key, { status: "broken", problem });
    void dropBytes(this.userId, pick);
  }

  /** Takes over what another tab has stored meanwhile; what is still being read here stays. */
  followOtherTabs(): void {
    const text = storedText();
    if (text === this.seenText) return;
    this.seenText = text;
    let picks = readPicks(this.userId, this.picks.photos.length);
    for (const { place, pick } of allPicks(this.picks)) {
      if (pick.status !== "reading") continue;
      const at = pickAt(picks, place) && place !== "document" ? freeSlots(picks)[0] : place;
      if (at !== undefined) picks = withPick(picks, at, pick);
    }
    this.tell(picks, null);
    void this.preparing.start();
  }

  private async add(files: readonly { at: PickPlace; file: File; key: string }[]): Promise<void> {
    for (const { at, file, key } of files) {
      const pick: Pick = { key, label: file.name, uploadName: null, status: "reading" };
      this.hold(withPick(this.picks, at, pick), pathOfPlace(at));
    }
    for (const { file, key } of files) {
      await this.read(key, file);
      void this.preparing.start();
    }
    await this.until(() => !files.some(({ key }) => isPending(this.findPick(key))));
  }

  /** The bytes are kept before anything else is done with them: that may end the page. */
  private async read(key: string, file: File): Promise<void> {
    const pick = this.findPick(key);
    if (!pick) return;
    if (file.size === 0) return this.breakPick(key, "file_empty");
    if (file.size > maxOriginalBytes) return this.breakPick(key, "file_too_large");
    try {
      await writeBlob(this.userId, rawKey(pick), file);
    } catch {
      return this.breakPick(key, "file_unreadable");
    }
    if (!this.changePick(key, { status: "raw" })) await dropBytes(this.userId, pick);
  }

  private exchange(pick: Pick, next: Pick): void {
    this.followOtherTabs();
    const place = placeOfKey(this.picks, pick.key);
    if (place === null) {
      // Removed meanwhile, and it may be put back as it was.
      if (next.crop) void removeBlob(this.userId, next.key);
      return;
    }
    this.hold(withPick(this.picks, place, next), pathOfPlace(place));
    if (pick.crop && pick.key !== next.key) void removeBlob(this.userId, pick.key);
  }

  private putBack(key: string, place: PickPlace): boolean {
    this.followOtherTabs();
    const pick = this.removed.get(key);
    const at = pickAt(this.picks, place) && place !== "document" ? freeSlots(this.picks)[0] : place;
    if (!pick || at === undefined || pickAt(this.picks, at)) return false;
    this.removed.delete(key);
    this.hold(withPick(this.picks, at, pick), pathOfPlace(at));
    void this.preparing.start();
    return true;
  }

  private forget(key: string): void {
    const pick = this.removed.get(key);
    if (!pick) return;
    this.removed.delete(key);
    void dropBytes(this.userId, pick);
    this.wake();
  }

  private hold(picks: Picks, changedPath: string | null): void {
    this.areNamesKept = savePicks(this.userId, picks);
    this.seenText = storedText();
    this.tell(picks, changedPath);
  }

  private tell(picks: Picks, changedPath: string | null): void {
    this.picks = picks;
    this.onChange(picks, changedPath);
    this.wake();
  }

  private wake(): void {
    for (const wake of this.waiters) wake();
    this.waiters.clear();
  }

  private async until(isDone: () => boolean): Promise<void> {
    while (!isDone()) await new Promise<void>((wake) => this.waiters.add(wake));
  }
}

function isPending(pick: Pick | null): boolean {
  return pick?.status === "reading" || pick?.status === "raw";
}
