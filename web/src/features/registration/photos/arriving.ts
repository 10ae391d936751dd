/** Reads the files a person picks, and keeps their bytes before anything else is done with them. */
import { maxOriginalBytes } from "../../../pictures/limits";
import type { FileProblem } from "../../../pictures/problems";
import { writeBlob } from "../../../storage/blobs";
import type { HeldPicks } from "./held-picks";
import { isPending, type Pick, type PickPlace, pickAt, withoutBefore, withPick } from "./picks";
import type { Preparing } from "./preparing";
import { dropBytes, rawKey } from "./stored-picks";

/** A file on its way to a place, where it takes the place of what is there. */
export interface Arrival {
  at: PickPlace;
  file: File;
  key: string;
}

/** The arrivals of one shelf. */
export class Arriving {
  constructor(
    private readonly held: HeldPicks,
    private readonly preparing: Preparing,
    private readonly onBroken: (key: string, problem: FileProblem) => void,
  ) {}

  /** Ends when each is ready, or turns out not to be usable. */
  async add(arrivals: readonly Arrival[]): Promise<void> {
    for (const arrival of arrivals) this.place(arrival);
    for (const arrival of arrivals) {
      await this.read(arrival);
      void this.preparing.start();
    }
    await this.held.until(() => !arrivals.some(({ key }) => isPending(this.held.find(key))));
  }

  private place({ at, file, key }: Arrival): void {
    const { held } = this;
    const earlier = pickAt(held.picks, at);
    const before = earlier && whatToKeep(earlier);
    const pick: Pick = { key, label: file.name, uploadName: null, status: "reading" };
    held.hold(withPick(held.picks, at, before ? { ...pick, before } : pick), at);
    if (earlier && earlier !== before) void dropBytes(held.userId, withoutBefore(earlier));
  }

  /** Preparing may end the page. */
  private async read({ key, file }: Arrival): Promise<void> {
    const { held } = this;
    const pick = held.find(key);
    if (!pick) return;
    if (file.size > maxOriginalBytes) return this.onBroken(key, "file_too_large");
    try {
      // One that has gone has no size either, so it is read all the same.
      if (file.size === 0 && (await file.arrayBuffer()).byteLength === 0) {
        return this.onBroken(key, "file_empty");
      }
      await writeBlob(held.userId, rawKey(pick), file);
    } catch {
      return this.onBroken(key, "file_unreadable");
    }
    const isWanted = held.change(key, { status: "raw" });
    if (!isWanted) await dropBytes(held.userId, withoutBefore(pick));
  }
}

/** What is worth coming back to: the file that was good, not one that came after it in vain. */
function whatToKeep(pick: Pick): Pick | null {
  if (pick.before) return pick.before;
  return pick.status === "raw" || pick.status === "ready" ? pick : null;
}
