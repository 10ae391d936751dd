/**
 * The way of a picked file: the page reads and stores it, and then prepares it for the upload. A file
 * whose preparation the browser interrupted continues at the next start.
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

/** A picture that crashed the page twice is more than this device can decode. */
const maxTries = 2;

/** The wait before the pipeline asks an unavailable database again. */
const databaseRestMs = 15_000;

/** The wait before the pipeline tries a PDF again, unless the phone is online or the person returns earlier. */
const networkRestMs = 60_000;

/** A new file for a slot. */
interface Arrival {
  slot: FileSlot;
  file: File;
  key: string;
}

/** The pipeline's view of the photo store. */
export interface PipelineHost {
  readonly account: string;
  readonly photos: PhotoList;
  /** Puts a file into a slot. It replaces the file there, and the order is stored. */
  place(slot: FileSlot, file: PickedFile): void;
  /** Returns the file with this key, also if the person removed it and may take that back. */
  find(key: string): PickedFile | null;
  /** Changes a file wherever it is. Returns false if it is gone. */
  change(key: string, change: Partial<PickedFile>): boolean;
  /** Handles a file that cannot be sent. */
  reject(key: string, problem: FileProblem): void;
  /** Resolves when `isDone` returns true after a change of a file. */
  until(isDone: () => boolean): Promise<void>;
}

export class PhotoPipeline {
  private isClosed = false;
  private isRunning = false;
  /** The keys of the files that the database did not give a moment ago. The others go on. */
  private readonly resting = new Set<string>();
  private isNetworkResting = false;
  /** The key of the file in preparation. */
  private current: string | null = null;

  constructor(
    private readonly host: PipelineHost,
    private readonly prepare: PreparePicture,
  ) {}

  /** Prepares the files that wait. Returns the function that stops this after the file in progress. */
  open(): () => void {
    this.isClosed = false;
    this.resume();
    // A preparation counts as a crash unless it ends, or the person leaves or hides the page: the
    // browser may end a hidden page for other reasons.
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

  /** Tries again the PDFs that needed a network, and prepares all files that wait. */
  resume(): void {
    for (const { file } of listFiles(this.host.photos)) {
      if (file.problem !== "pdf_offline") continue;
      this.host.change(file.key, { status: "waiting", problem: undefined, nTries: 0 });
    }
    void this.start();
  }

  /** Takes files from the device. Resolves when each of them is ready or unusable. */
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

  /** Stores the picked bytes before anything else, because a large picture may crash the page. */
  private async store({ key, file }: Arrival): Promise<void> {
    const { host } = this;
    const picked = host.find(key);
    if (!picked) return;
    if (file.size > maxOriginalBytes) return host.reject(key, "file_too_large");
    try {
      // A file that was deleted has no size either: only reading it tells the two apart.
      if (file.size === 0 && (await file.arrayBuffer()).byteLength === 0) {
        return host.reject(key, "file_empty");
      }
      await saveFile(host.account, picked, "waiting", { original: file });
    } catch {
      return host.reject(key, "file_unreadable");
    }
    if (!host.change(key, { status: "waiting" })) await this.deleteOwn(picked);
  }

  /** Prepares files until none waits. */
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

  /** Reads the record of a file that the database did not give when the form opened. */
  private async readAgain({ key }: PickedFile): Promise<void> {
    const stored = await readFile(this.host.account, key);
    if (!stored) throw new UnusableFile("file_lost");
    this.host.change(key, stored);
  }

  private async prepareFile(file: PickedFile): Promise<void> {
    const { host } = this;
    const { key, nTries = 0 } = file;
    if (nTries >= maxTries) throw new UnusableFile("picture_crashed");
    // The person may remove the file meanwhile, and put it back.
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

  /** The file that it should have replaced may be in use again. */
  private async deleteOwn(file: PickedFile): Promise<void> {
    await deleteFile(this.host.account, withoutReplaced(file));
  }

  /** The bytes may well be there, so the files stay pending until the database answers. */
  private async waitForDatabase(key: string): Promise<void> {
    this.resting.add(key);
    await waitForRetry({ ms: databaseRestMs, wakeOn: [] });
    this.resting.delete(key);
    void this.start();
  }

  /** A load can also fail on a phone that is online. */
  private async waitForNetwork(): Promise<void> {
    if (this.isNetworkResting) return;
    this.isNetworkResting = true;
    await waitForRetry({ ms: networkRestMs });
    this.isNetworkResting = false;
    if (!this.isClosed) this.resume();
  }
}
