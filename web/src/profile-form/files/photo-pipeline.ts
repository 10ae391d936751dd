/**
 * Reads and stores picked files, and then prepares a picture of each file for the upload. If the browser ends the page
 * during a preparation, the next opening of the form prepares the picture again.
 */
import { waitForRetry } from "#/lib/retry";
import { documentSidePx, maxOriginalBytes, photoSidePx } from "#/pictures/limits";
import type { PreparePicture } from "#/pictures/prepare";
import { type FileProblem, UnusableFile } from "#/pictures/problems";
import { StorageUnavailable } from "#/storage/file-records";
import {
  type FileSlot,
  isDocumentSlot,
  isPending,
  listFiles,
  type PhotoList,
  type PickedFile,
  slotOfKey,
  withoutReplaced,
} from "./photo-list";
import { deleteFile, readFile, readOriginal, saveFile } from "./photo-storage";

/** The number of crashes after which a picture counts as too large for this device. */
const maxTries = 2;

const databaseRestMs = 15_000;

/** The wait before the next attempt with a PDF. Ends early when the phone goes online or the page becomes visible. */
const networkRestMs = 60_000;

interface Arrival {
  slot: FileSlot;
  file: File;
  key: string;
}

export interface PipelineHost {
  readonly account: string;
  readonly photos: PhotoList;
  /** Puts a file into a slot in place of the file there, and stores the order of the files. */
  place(slot: FileSlot, file: PickedFile): void;
  /** Returns the file with this key, even if the person has removed the file and can undo the removal. */
  find(key: string): PickedFile | null;
  /** Changes the file with this key. Returns false if there is no such file any more. */
  change(key: string, change: Partial<PickedFile>): boolean;
  /** Marks a file as unusable because it cannot be sent. If it was to replace another file, puts that one back. */
  reject(key: string, problem: FileProblem): void;
  /** Resolves when `isDone` returns true. Calls `isDone` after each change of a file. */
  until(isDone: () => boolean): Promise<void>;
}

export class PhotoPipeline {
  private isClosed = false;
  private isRunning = false;
  /** The keys of files whose record the database did not return. The pipeline skips these files for a while. */
  private readonly resting = new Set<string>();
  private isNetworkResting = false;
  private current: string | null = null;

  constructor(
    private readonly host: PipelineHost,
    private readonly prepare: PreparePicture,
  ) {}

  /** Starts to prepare the waiting files. The returned function stops the pipeline after the current file. */
  open(): () => void {
    this.isClosed = false;
    this.resume();
    // A preparation that began and never ended counts as a crash. Do not count it if the person leaves or hides the
    // page, because the browser may end a hidden page for other reasons.
    const forgive = () => {
      if (this.current !== null) this.host.change(this.current, { nTries: 0 });
    };
    const forgiveIfHidden = () => {
      if (document.visibilityState === "hidden") forgive();
    };
    document.addEventListener("visibilitychange", forgiveIfHidden);
    window.addEventListener("pagehide", forgive);
    return () => {
      document.removeEventListener("visibilitychange", forgiveIfHidden);
      window.removeEventListener("pagehide", forgive);
      forgive();
      this.isClosed = true;
    };
  }

  /** Prepares all waiting files, and the PDFs that failed because there was no network. */
  resume(): void {
    for (const { file } of listFiles(this.host.photos)) {
      if (file.problem !== "pdf_offline") continue;
      this.host.change(file.key, { status: "waiting", problem: undefined, nTries: 0 });
    }
    void this.start();
  }

  /** Adds picked files. Resolves when each file is ready or unusable. */
  async add(arrivals: readonly Arrival[]): Promise<void> {
    const { host } = this;
    for (const { slot, file, key } of arrivals) {
      host.place(slot, { key, label: file.name, uploadName: null, status: "reading" });
    }
    for (const arrival of arrivals) {
      await this.store(arrival);
      void this.start();
    }
    await host.until(() => !arrivals.some(({ key }) => isPending(host.find(key))));
  }

  /** Stores the picked bytes before their preparation, because decoding a large picture may crash the page. */
  private async store({ key, file }: Arrival): Promise<void> {
    const { host } = this;
    const picked = host.find(key);
    if (!picked) return;
    if (file.size > maxOriginalBytes) return host.reject(key, "file_too_large");
    try {
      // A file that was deleted from the device also has the size 0. Reading it throws, so it counts as unreadable.
      if (file.size === 0 && (await file.arrayBuffer()).byteLength === 0) {
        return host.reject(key, "file_empty");
      }
      await saveFile(host.account, picked, "waiting", { original: file });
    } catch {
      return host.reject(key, "file_unreadable");
    }
    if (!host.change(key, { status: "waiting" })) await this.deleteOwn(picked);
  }

  async start(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    try {
      for (let key = this.nextKey(); key !== null; key = this.nextKey()) {
        this.current = key;
        await this.advance(key);
        this.current = null;
      }
    } finally {
      this.isRunning = false;
      this.current = null;
    }
  }

  private nextKey(): string | null {
    if (this.isClosed) return null;
    const isNext = ({ file: { key, status } }: { file: PickedFile }) =>
      (status === "waiting" || status === "unread") && !this.resting.has(key);
    return listFiles(this.host.photos).find(isNext)?.file.key ?? null;
  }

  private async advance(key: string): Promise<void> {
    const { host } = this;
    const file = host.find(key);
    if (!file) return;
    try {
      if (file.status === "unread") await this.readAgain(file);
      else await this.prepareFile(file);
    } catch (error) {
      if (this.isClosed) return;
      if (error instanceof StorageUnavailable) void this.waitForDatabase(key);
      else host.reject(key, error instanceof UnusableFile ? error.problem : "picture_failed");
    }
    if (host.find(key)?.problem === "pdf_offline") void this.waitForNetwork();
  }

  private async readAgain({ key }: PickedFile): Promise<void> {
    const stored = await readFile(this.host.account, key);
    if (!stored) throw new UnusableFile("file_lost");
    this.host.change(key, stored);
  }

  private async prepareFile(file: PickedFile): Promise<void> {
    const { host } = this;
    const { key, nTries = 0 } = file;
    if (nTries >= maxTries) throw new UnusableFile("picture_crashed");
    // Look up the slot before the preparation, because the preparation goes on if the person removes the file.
    const isDocument = isDocumentSlot(slotOfKey(host.photos, key));
    const original = await readOriginal(host.account, key);
    if (!original) throw new UnusableFile("file_lost");
    host.change(key, { nTries: nTries + 1 });
    const longestSidePx = isDocument ? documentSidePx : photoSidePx;
    const { picture, nPages } = await this.prepare(original, {
      longestSidePx,
      mayBePdf: isDocument,
    });
    if (this.isClosed) return;
    const facts = { sizeBytes: picture.size, ...(nPages ? { nPages } : {}) };
    await saveFile(host.account, { ...file, ...facts }, "ready", { prepared: picture });
    const isWanted = host.change(key, { ...facts, status: "ready", nTries: 0 });
    if (!isWanted) await this.deleteOwn(file);
  }

  /** Deletes the record of this file only, because the file that it should have replaced may be back in its slot. */
  private async deleteOwn(file: PickedFile): Promise<void> {
    await deleteFile(this.host.account, withoutReplaced(file));
  }

  /** Tries the file again later, because its bytes are probably still in the database. */
  private async waitForDatabase(key: string): Promise<void> {
    this.resting.add(key);
    await waitForRetry({ ms: databaseRestMs, wakeOn: [] });
    this.resting.delete(key);
    void this.start();
  }

  /** Tries the PDFs again later, even without an `online` event, because loading can fail on a phone that is online. */
  private async waitForNetwork(): Promise<void> {
    if (this.isNetworkResting) return;
    this.isNetworkResting = true;
    await waitForRetry({ ms: networkRestMs });
    this.isNetworkResting = false;
    if (!this.isClosed) this.resume();
  }
}
