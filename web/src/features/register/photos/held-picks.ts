/** The picks of a form as they are now: stored at every change, and one with those of other tabs. */
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
} from "./picks";
import { readPicks, savePicks, storedText } from "./stored-picks";

/** Hears of every change; `changedPath` is the path of a place that now holds another file. */
export type PicksListener = (picks: Picks, changedPath: string | null) => void;

export class HeldPicks {
  /** False when the names and their order will not survive the page. */
  areNamesKept = true;
  /** Called when another tab stored something. */
  onFollowed: () => void = () => undefined;
  /** What can still be put back; a file may become ready even so. */
  private readonly removed = new Map<string, Pick>();
  /** What local storage held when it was last looked at. */
  private seenText = storedText();
  private readonly waiters = new Set<() => void>();

  constructor(
    readonly userId: string,
    public picks: Picks,
    private readonly onChange: PicksListener,
  ) {}

  /** Stores the picks; `changed` is a place that now holds another file. */
  hold(picks: Picks, changed: PickPlace | null): void {
    this.areNamesKept = savePicks(this.userId, picks);
    this.seenText = storedText();
    this.tell(picks, changed === null ? null : pathOfPlace(changed));
  }

  /** Takes over what another tab has stored meanwhile; what is still being read here stays. */
  follow(): void {
    const text = storedText();
    if (text === this.seenText) return;
    this.seenText = text;
    let picks = readPicks(this.userId, this.picks.photos.length);
    for (const { place, pick } of allPicks(this.picks)) {
      if (pick.status !== "reading") continue;
      const at = nearestFree(picks, place) ?? (place === "document" ? place : null);
      if (at !== null) picks = withPick(picks, at, pick);
    }
    this.tell(picks, null);
    this.onFollowed();
  }

  /** The file of this key as it is now. */
  find(key: string): Pick | null {
    const place = placeOfKey(this.picks, key);
    return place === null ? (this.removed.get(key) ?? null) : pickAt(this.picks, place);
  }

  /** Changes what is known of a file, wherever it stands now; false when it is gone. */
  change(key: string, change: Partial<Pick>): boolean {
    this.follow();
    const pick = this.find(key);
    if (!pick) return false;
    const changed = { ...pick, ...change };
    const place = placeOfKey(this.picks, key);
    if (place !== null) {
      this.hold(withPick(this.picks, place, changed), null);
    } else {
      this.removed.set(key, changed);
      this.wake();
    }
    return true;
  }

  /** Empties a place for now; null when it is empty. */
  takeOut(place: PickPlace): Pick | null {
    this.follow();
    const pick = pickAt(this.picks, place);
    if (!pick) return null;
    this.removed.set(pick.key, pick);
    this.hold(withPick(this.picks, place, null), place);
    return pick;
  }

  /** Puts back what was taken out; false when no place is left for it. */
  putBack(key: string, place: PickPlace): boolean {
    this.follow();
    const pick = this.removed.get(key);
    const at = nearestFree(this.picks, place);
    if (!pick || at === null) return false;
    this.removed.delete(key);
    this.hold(withPick(this.picks, at, pick), at);
    return true;
  }

  /** Gives up what was taken out and not put back. */
  giveUp(key: string): Pick | null {
    const pick = this.removed.get(key) ?? null;
    this.removed.delete(key);
    this.wake();
    return pick;
  }

  /** Waits for a change after which it is done. */
  async until(isDone: () => boolean): Promise<void> {
    while (!isDone()) await new Promise<void>((wake) => this.waiters.add(wake));
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
}

/** The place itself, or for a photo the first free slot. */
function nearestFree(picks: Picks, place: PickPlace): PickPlace | null {
  if (!pickAt(picks, place)) return place;
  return place === "document" ? null : (freeSlots(picks)[0] ?? null);
}
