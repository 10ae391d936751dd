/** Prepares the kept files of a shelf, one after the other, and goes on after the page was killed. */
import { timeLimit } from "../../../lib/time-limit";
import { documentSidePx, photoSidePx } from "../../../pictures/limits";
import type { Prepare } from "../../../pictures/prepare";
import { BadFile, type FileProblem } from "../../../pictures/problems";
import { readBlob, removeBlob, writeBlob } from "../../../storage/blobs";
import { StoreOutOfReach } from "../../../storage/file-store";
import type { HeldPicks } from "./held-picks";
import { allPicks, type Pick, placeOfKey } from "./picks";
import { rawKey } from "./stored-picks";

/** A picture that ended the page so often would do it for ever. */
const maxTries = 2;
/** The same in every tab. */
const lockName = "enmusubi:pictures";
/** A tab asleep in the background keeps its turn. */
const longestWaitMs = 60_000;

/** A store that cannot be asked may be asked again after this. */
const storeRestMs = 15_000;

/** The preparing of one shelf. */
export class Preparing {
  private isRunning = false;
  private isStoreResting = false;
  /** The file at hand, whose try counts until it ends. */
  private current: string | null = null;

  constructor(
    private readonly held: HeldPicks,
    private readonly prepare: Prepare,
    private readonly onBroken: (key: string, problem: FileProblem) => void,
  ) {}

  /** Prepares until nothing is left to do. */
  async start(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    try {
      for (let key = this.nextKey(); key !== null; key = this.nextKey()) await this.prepareKey(key);
    } finally {
      this.isRunning = false;
    }
  }

  /** A page that goes away in peace, or is killed out of sight, was not crashed by its picture. */
  forgiveWhenHidden(): () => void {
    const forgive = () => {
      if (this.current === null || document.visibilityState !== "hidden") return;
      this.held.change(this.current, { nTries: 0 });
    };
    const forgiveAtEnd = () => {
      if (this.current !== null) this.held.change(this.current, { nTries: 0 });
    };
    document.addEventListener("visibilitychange", forgive);
    window.addEventListener("pagehide", forgiveAtEnd);
    return () => {
      document.removeEventListener("visibilitychange", forgive);
      window.removeEventListener("pagehide", forgiveAtEnd);
    };
  }

  private nextKey(): string | null {
    if (this.isStoreResting) return null;
    const { picks } = this.held;
    return allPicks(picks).find(({ pick }) => pick.status === "raw")?.pick.key ?? null;
  }

  private prepareKey(key: string): Promise<void> {
    return oneAtATime(async () => {
      // Another tab may have done it while this one waited.
      this.held.follow();
      const pick = this.held.find(key);
      // Removed or replaced while this one waited: it comes up again when it is put back.
      if (pick?.status !== "raw" || placeOfKey(this.held.picks, key) === null) return;
      this.current = key;
      try {
        await this.preparePick(pick);
      } catch (error) {
        if (error instanceof StoreOutOfReach) this.waitForStore();
        else this.onBroken(key, error instanceof BadFile ? error.problem : "picture_failed");
      } finally {
        this.current = null;
      }
    });
  }

  /** The bytes may well be there: the file stays as it is until they can be read. */
  private waitForStore(): void {
    this.isStoreResting = true;
    setTimeout(() => {
      this.isStoreResting = false;
      void this.start();
    }, storeRestMs);
  }

  private async preparePick(pick: Pick): Promise<void> {
    const { userId } = this.held;
    const nTries = pick.nTries ?? 0;
    if (nTries >= maxTries) throw new BadFile("picture_crashed");
    const raw = await readBlob(userId, rawKey(pick));
    // Another tab drops it once the prepared one is there.
    if (!raw && !(await readBlob(userId, pick.key))) throw new BadFile("file_lost");
    if (raw) {
      this.held.change(pick.key, { nTries: nTries + 1 });
      const isDocument = placeOfKey(this.held.picks, pick.key) === "document";
      const longestSidePx = isDocument ? documentSidePx : photoSidePx;
      const prepared = await this.prepare(raw, { longestSidePx, mayBePdf: isDocument });
      const kept = await writeBlob(userId, pick.key, prepared);
      if (kept === "memory") {
        // What it was made of takes more room than it.
        await removeBlob(userId, rawKey(pick));
        await writeBlob(userId, pick.key, prepared);
      }
    }
    const isWanted = this.held.change(pick.key, { status: "ready", nTries: 0 });
    await removeBlob(userId, rawKey(pick));
    if (!isWanted) await removeBlob(userId, pick.key);
  }
}

/** Memory is for one picture at a time, however many tabs there are. */
async function oneAtATime(work: () => Promise<void>): Promise<void> {
  // Older browsers have none.
  const locks = navigator.locks as LockManager | null | undefined;
  if (!locks) return work();
  let isOurs = false;
  try {
    await locks.request(lockName, { signal: timeLimit(longestWaitMs) }, () => {
      isOurs = true;
      return work();
    });
  } catch (error) {
    if (isOurs) throw error;
    await work();
  }
}
