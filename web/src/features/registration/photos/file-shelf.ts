/** The picked files of one form, and every step that changes them. */
import type { Area } from "../../../pictures/draw";
import { photoSidePx } from "../../../pictures/limits";
import type { Prepare } from "../../../pictures/prepare";
import type { FileProblem } from "../../../pictures/problems";
import { areFilesDurable, readBlob, removeBlob, writeBlob } from "../../../storage/blobs";
import { watchKey } from "../../../storage/local";
import { recordKey } from "../../../storage/records";
import type { FormError } from "../form/form-errors";
import { Arriving } from "./arriving";
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
  withoutBefore,
  withPick,
  withRank,
} from "./picks";
import { Preparing } from "./preparing";
import { dropBytes, newKey } from "./stored-picks";
import { tellFileStays } from "./undo-toasts";

/** A file that was taken away, and is kept until nobody can want it back any more. */
export interface Removal {
  /** Puts it back; false when no place is free. */
  undo(): boolean;
  /** Gives it up, unless it was put back. */
  drop(): void;
}

/** The files of one LINE user. */
export class FileShelf {
  private readonly held: HeldPicks;
  private readonly preparing: Preparing;
  private readonly arriving: Arriving;
  /** Files whose end is awaited here, each with what it has replaced. */
  private readonly replacing = new Map<string, Pick | null>();

  constructor(
    readonly userId: string,
    picks: Picks,
    private readonly prepare: Prepare,
    onChange: PicksListener,
  ) {
    this.held = new HeldPicks(userId, picks, onChange);
    const onBroken = (key: string, problem: FileProblem) => this.breakPick(key, problem);
    this.preparing = new Preparing(this.held, prepare, onBroken);
    this.arriving = new Arriving(this.held, this.preparing, onBroken);
    this.held.onFollowed = () => void this.preparing.start();
    this.held.onReplaced = (key, before) => this.releaseBefore(key, before);
  }

  /** Goes on with what was not prepared before, and follows other tabs; gives what stops it. */
  open(): () => void {
    const stops = [
      watchKey(recordKey(this.userId, "photos"), () => this.held.follow()),
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
    await this.arriving.add(
      placed.map((file, index) => ({ at: free[index] ?? slot, file, key: newKey() })),
    );
  }

  /** Keeps the picked verification document in place of an earlier one. */
  setDocument(file: File): Promise<Removal | null> {
    return this.replace("document", file);
  }

  /** Another picture in a slot. */
  replacePhoto(slot: number, file: File): Promise<Removal | null> {
    return this.replace(slot, file);
  }

  /** Empties a place; the bytes stay until the removal is dropped, or till the next start. */
  removePick(place: PickPlace): Removal | null {
    const pick = this.held.takeOut(place);
    return pick && this.removalOf(pick.key, place);
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

  /** Ends when the file is ready, and gives what it replaced; null when there is no way back. */
  private async replace(place: PickPlace, file: File): Promise<Removal | null> {
    this.held.follow();
    const key = newKey();
    this.replacing.set(key, null);
    await this.arriving.add([{ at: place, file, key }]);
    const before = this.replacing.get(key);
    this.replacing.delete(key);
    if (!before) return null;
    const removal = this.removalOf(before.key, place, key);
    // Whoever has removed the new one meanwhile can take that back.
    if (this.placeOfFile(key) === null) {
      removal.drop();
      return null;
    }
    return removal;
  }

  private releaseBefore(key: string, before: Pick): void {
    if (!this.replacing.has(key)) return void dropBytes(this.userId, before);
    this.replacing.set(key, before);
    this.held.setAside(before);
  }

  /** Of the file of this key; `successorKey` names the one that has to make room for it. */
  private removalOf(key: string, place: PickPlace, successorKey?: string): Removal {
    let isOver = false;
    const undo = () => {
      if (isOver) return false;
      const at = successorKey === undefined ? null : this.placeOfFile(successorKey);
      // Its place is free then, so that putting back cannot fail.
      const successor = at === null ? null : this.held.takeOut(at);
      isOver = this.held.putBack(key, at ?? place);
      if (successor) this.giveUp(successor.key);
      void this.preparing.start();
      return isOver;
    };
    const drop = () => {
      if (!isOver) this.giveUp(key);
      isOver = true;
    };
    return { undo, drop };
  }

  private giveUp(key: string): void {
    const gone = this.held.giveUp(key);
    if (gone) void dropBytes(this.userId, gone);
  }

  /** Where a file stands, cropped or not. */
  private placeOfFile(key: string): PickPlace | null {
    const isIt = ({ pick }: { pick: Pick }) => pick.key === key || pick.crop?.sourceKey === key;
    return allPicks(this.picks).find(isIt)?.place ?? null;
  }

  /** Only another file can mend it; what it was to replace is as it was. */
  private breakPick(key: string, problem: FileProblem): void {
    const pick = this.held.find(key);
    if (!pick) return;
    const place = placeOfKey(this.picks, key);
    if (this.held.putBackBefore(key)) {
      if (place !== null) tellFileStays(place, problem);
      void this.preparing.start();
    } else {
      this.held.change(key, { status: "broken", problem });
    }
    void dropBytes(this.userId, withoutBefore(pick));
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
