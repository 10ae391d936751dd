/** The picks of a form as they are now: stored at every change, and one with those of other tabs. */
import {
  allPicks,
  freeSlots,
  type Pick,
  type PickPlace,
  type Picks,
  pathOfPlace,
  pickAt,
  withoutBefore,
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
  /** Called when a file is ready and what it replaced has gone from its place. */
  onReplaced: (key: string, before: Pick) => void = () => undefined;
  /** What can still be put back; a file may become ready even so. */
  private readonly removed = new Map<string, Pick>();
  /** What local storage held when it was last looked at. */
  private seenText: string | null;
  private readonly waiters = new Set<() => void>();

  constructor(
    readonly userId: string,
    public picks: Picks,
    private readonly onChange: PicksListener,
  ) {
    this.seenText = storedText(userId);
  }

  /** Stores the picks; `changed` is a place that now holds another file. */
  hold(picks: Picks, changed: PickPlace | null): void {
    this.areNamesKept = savePicks(this.userId, picks);
    this.seenText = storedText(this.userId);
    this.tell(picks, changed === null ? null : pathOfPlace(changed));
  }

  /** Takes over what another tab has stored meanwhile; what is still being read here stays. */
  follow(): void {
    const text = storedText(this.userId);
    if (text === this.seenText) return;
    this.seenText = text;
    let picks = readPicks(this.userId, this.picks.photos.length);
    for (const { place, pick } of allPicks(this.picks)) {
      if (pick.status !== "reading") continue;
      const behind = allPicks(picks).find((stored) => stored.pick.key === pick.before?.key);
      const at =
        behind?.place ?? nearestFree(picks, place) ?? (place === "document" ? place : null);
      if (at === null) continue;
      const own = withoutBefore(pick);
      picks = withPick(picks, at, behind ? { ...own, before: behind.pick } : own);
    }
    this.tell(picks, null);
    this.onFollowed();
  }

  /** The file of this key as it is now. */
  find(key: string): Pick | null {
    const held = allPicks(this.picks).map(({ pick }) => pick);
    for (const pick of [...held, ...this.removed.values()]) {
      const found = findIn(pick, key);
      if (found) return found;
    }
    return null;
  }

  /** Changes what is known of a file, wherever it stands now; false when it is gone. */
  change(key: string, change: Partial<Pick>): boolean {
    let replaced: Pick | undefined;
    const isThere = this.edit(key, (pick) => {
      const changed = { ...pick, ...change };
      if (changed.status !== "ready" || !pick.before) return changed;
      replaced = pick.before;
      return withoutBefore(changed);
    });
    if (replaced) this.onReplaced(key, replaced);
    return isThere;
  }

  /** What the file was to replace stands in its place again; false when there is nothing such. */
  putBackBefore(key: string): boolean {
    const before = this.find(key)?.before;
    if (!before || before.status === "broken") return false;
    return this.edit(key, () => before);
  }

  /** Keeps a file that has no place any more, so that it can be put back. */
  setAside(pick: Pick): void {
    this.removed.set(pick.key, pick);
  }

  /** Empties a place for now; null when it is empty. */
  takeOut(place: PickPlace): Pick | null {
    this.follow();
    const pick = pickAt(this.picks, place);
    if (!pick) return null;
    this.setAside(pick);
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

  private edit(key: string, edit: (pick: Pick) => Pick): boolean {
    this.follow();
    for (const { place, pick } of allPicks(this.picks)) {
      const edited = editIn(pick, key, edit);
      if (!edited) continue;
      this.hold(withPick(this.picks, place, edited), null);
      return true;
    }
    for (const [removedKey, pick] of this.removed) {
      const edited = editIn(pick, key, edit);
      if (!edited) continue;
      this.removed.set(removedKey, edited);
      this.wake();
      return true;
    }
    return false;
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

/** The file of this key: `pick` itself, or what it is to replace. */
function findIn(pick: Pick, key: string): Pick | null {
  if (pick.key === key) return pick;
  return pick.before ? findIn(pick.before, key) : null;
}

/** `pick` with the file of this key changed; null when it is another. */
function editIn(pick: Pick, key: string, edit: (pick: Pick) => Pick): Pick | null {
  if (pick.key === key) return edit(pick);
  const before = pick.before ? editIn(pick.before, key, edit) : null;
  return before && { ...pick, before };
}

/** The place itself, or for a photo the first free slot. */
function nearestFree(picks: Picks, place: PickPlace): PickPlace | null {
  if (!pickAt(picks, place)) return place;
  return place === "document" ? null : (freeSlots(picks)[0] ?? null);
}
