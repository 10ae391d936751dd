/** The picked files of one form, and every step that changes them. */
import type { Area } from "../../../pictures/draw";
import { maxOriginalBytes, photoSidePx } from "../../../pictures/limits";
import type { Prepare } from "../../../pictures/prepare";
import type { FileProblem } from "../../../pictures/problems";
import { areFilesDurable, readBlob, removeBlob, writeBlob } from "../../../storage/blobs";
import { watchKey } from "../../../storage/local";
import type { FormError } from "../form/form-errors";
import { HeldPicks, type PicksListener } from "./held-picks";
import {
  allPicks,
  freeSlots,
  isPending,
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
import { dropBytes, newKey, rawKey } from "./stored-picks";

/** Puts back what was removed; false when it is too late or no slot is free. */
export type Undo = () => boolean;

/** A removal can be taken back for so long. */
export const undoMs = 10_000;

/** A file on its way to a place. */
interface Arrival {
  at: PickPlace;
  file: File;
  key: string;
}

/** The files of one LINE user. */
export class FileShelf {
  private readonly held: HeldPicks;
  private readonly preparing: Preparing;

  constructor(
    readonly userId: string,
    picks: Picks,
    private readonly prepare: Prepare,
    onChange: PicksListener,
  ) {
    this.held = new HeldPicks(userId, picks, onChange);
    this.preparing = new Preparing(this.held, prepare, (key, problem) =>
      this.breakPick(key, problem),
    );
    this.held.onFollowed = () => void this.preparing.start();
  }

  /** Goes on with what was not prepared before, and follows other tabs; gives what stops it. */
  open(): () => void {
    const stops = [
      watchKey("profilePhotos", () => this.held.follow()),
      this.preparing.forgiveWhenHidden(),
    ];
    void this.preparing.start();
    return () => {
      for (const stop of stops) stop();
    };
  }

  get picks(): Picks {
    return this.held.picks;
  }

  /** Whether all that was picked survives the page. */
  get isDurable(): boolean {
    return this.held.areNamesKept && areFilesDurable();
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
    return this.held.until(() => !isPending(pickAt(this.picks, place)));
  }

  /** Keeps the picked files in free slots from `slot` on, and ends when all are prepared. */
  async addPhotos(slot: number, files: readonly File[]): Promise<void> {
    this.held.follow();
    const free = freeSlots(this.picks).filter((at) => at >= slot);
    // Files without a slot are left out.
    const placed = files.slice(0, free.length);
    await this.add(placed.map((file, index) => ({ at: free[index] ?? slot, file, key: newKey() })));
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
    const pick = this.held.takeOut(place);
    if (!pick) return () => false;
    setTimeout(() => {
      const gone = this.held.giveUp(pick.key);
      if (gone) void dropBytes(this.userId, gone);
    }, undoMs);
    return () => {
      const isBack = this.held.putBack(pick.key, place);
      void this.preparing.start();
      return isBack;
    };
  }

  /** The photo in `slot` becomes the one of this rank. */
  movePhoto(slot: number, rank: number): void {
    this.held.follow();
    this.held.hold(withRank(this.picks, slot, rank), slot);
  }

  /** Two slots change places; one of them may be free. */
  swapSlots(slot: number, other: number): void {
    this.held.follow();
    const { picks } = this;
    const swapped = withPick(picks, slot, pickAt(picks, other));
    this.held.hold(withPick(swapped, other, pickAt(picks, slot)), slot);
  }

  /** Shows and sends only this part of the picture, or with null all of it again. */
  async cropPhoto(key: string, area: Area | null): Promise<void> {
    const pick = this.held.find(key);
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

  /** Notes what the server calls the file, wherever it stands by now; null: it has to go up again. */
  setUploadName(key: string, uploadName: string | null): void {
    this.held.change(key, { uploadName });
  }

  /** Takes over what another tab has stored meanwhile. */
  followOtherTabs(): void {
    this.held.follow();
  }

  private async add(arrivals: readonly Arrival[]): Promise<void> {
    for (const { at, file, key } of arrivals) {
      const pick: Pick = { key, label: file.name, uploadName: null, status: "reading" };
      this.held.hold(withPick(this.picks, at, pick), at);
    }
    for (const arrival of arrivals) {
      await this.read(arrival);
      void this.preparing.start();
    }
    await this.held.until(() => !arrivals.some(({ key }) => isPending(this.held.find(key))));
  }

  /** The bytes are kept before anything else is done with them: that may end the page. */
  private async read({ key, file }: Arrival): Promise<void> {
    const pick = this.held.find(key);
    if (!pick) return;
    if (file.size > maxOriginalBytes) return this.breakPick(key, "file_too_large");
    try {
      // One that has gone has no size either, so it is read all the same.
      if (file.size === 0 && (await file.arrayBuffer()).byteLength === 0) {
        return this.breakPick(key, "file_empty");
      }
      await writeBlob(this.userId, rawKey(pick), file);
    } catch {
      return this.breakPick(key, "file_unreadable");
    }
    if (!this.held.change(key, { status: "raw" })) await dropBytes(this.userId, pick);
  }

  /** Only another file can mend it. */
  private breakPick(key: string, problem: FileProblem): void {
    const pick = this.held.find(key);
    if (!pick) return;
    this.held.change(key, { status: "broken", problem });
    void dropBytes(this.userId, pick);
  }

  private exchange(pick: Pick, next: Pick): void {
    this.held.follow();
    const place = placeOfKey(this.picks, pick.key);
    if (place === null) {
      // Removed meanwhile, and it may be put back as it was.
      if (next.crop) void removeBlob(this.userId, next.key);
      return;
    }
    this.held.hold(withPick(this.picks, place, next), place);
    if (pick.crop && pick.key !== next.key) void removeBlob(this.userId, pick.key);
  }
}
