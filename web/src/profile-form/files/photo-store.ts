/** The store of the picked files of a form. All changes of these files go through the store. */

import type { Area } from "#/pictures/draw";
import { photoSidePx } from "#/pictures/limits";
import { type PreparePicture, preparePicture } from "#/pictures/prepare";
import type { FileProblem } from "#/pictures/problems";
import type { FormError } from "#/profile-form/form-error";
import { areFilesDurable, onFilesDurable } from "#/storage/file-records";
import {
  editByKey,
  emptyPhotoList,
  type FileSlot,
  fileAt,
  fileToComeBackTo,
  findByKey,
  freeSlots,
  isDocumentSlot,
  isPending,
  listFiles,
  nearestFreeSlot,
  type PhotoList,
  type PickedFile,
  pathOfSlot,
  slotOfKey,
  slotOfPath,
  withFile,
  withoutReplaced,
  withRank,
  withSwap,
} from "./photo-list";
import { PhotoPipeline, type PipelineHost } from "./photo-pipeline";
import {
  deleteFile,
  hasOrder,
  photoOrder,
  readOriginal,
  saveFile,
  saveOrder,
  saveProblem,
  saveUploadName,
} from "./photo-storage";

/** Called after a change of a file. `changedPath` is the draft's path of a slot that got another file, or null. */
type PhotosListener = (changedPath: string | null) => void;

/** The event that a new file is unusable, so the earlier file is back in the slot. */
export interface ReplacementRejected {
  slot: FileSlot;
  problem: FileProblem;
}

/** The removal or replacement of a file. The file stays stored until the person can no longer undo the removal. */
export interface Removal {
  /** Puts the file back. Returns false if no slot is free, or after an earlier `undo` or `finish`. */
  undo(): boolean;
  /** Deletes the file, unless `undo` has put it back. */
  finish(): void;
}

export class PhotoStore implements PipelineHost {
  private readonly pipeline: PhotoPipeline;
  /** The removed files that an undo can put back, by key. The pipeline may still be preparing a removed file. */
  private readonly removed = new Map<string, PickedFile>();
  /** The keys of the new files for which `replaceFile` waits, with the replaced file once the new file is ready. */
  private readonly replacing = new Map<string, PickedFile | null>();
  private readonly rejectionListeners = new Set<(event: ReplacementRejected) => void>();
  private readonly listeners = new Set<PhotosListener>();
  private readonly waiters = new Set<() => void>();
  private isClosed = false;
  private isOrderDurable: boolean;
  private hasChanged = false;
  private hasSavedOrder: boolean;

  constructor(
    readonly account: string,
    public photos: PhotoList,
    private readonly prepare: PreparePicture = preparePicture,
  ) {
    this.pipeline = new PhotoPipeline(this, prepare);
    this.hasSavedOrder = hasOrder(account);
    this.isOrderDurable = photoOrder.isDurable(account);
  }

  /**
   * Continues to prepare files. The returned function closes the store. A closed store stores no order, because another
   * window may show the form.
   */
  open(): () => void {
    this.isClosed = false;
    const closePipeline = this.pipeline.open();
    const stop = onFilesDurable(() => this.show(this.photos, null));
    return () => {
      stop();
      closePipeline();
      this.isClosed = true;
    };
  }

  readonly subscribe = (listener: PhotosListener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  onReplacementRejected(listener: (event: ReplacementRejected) => void): () => void {
    this.rejectionListeners.add(listener);
    return () => this.rejectionListeners.delete(listener);
  }

  get isDurable(): boolean {
    return this.isOrderDurable && areFilesDurable();
  }

  errors(): FormError[] {
    return listFiles(this.photos).flatMap(({ slot, file: { status, problem } }) =>
      status === "unusable"
        ? [{ path: pathOfSlot(slot), code: problem ?? "picture_failed", params: {} }]
        : [],
    );
  }

  /** Returns the errors of documents. An unusable photo blocks nothing, because the form is sent without the photo. */
  blockingErrors(): FormError[] {
    return this.errors().filter(({ path }) => isDocumentSlot(slotOfPath(path)));
  }

  /** Resolves when the file in `slot` is ready or unusable, or the slot is empty. */
  untilReady(slot: FileSlot): Promise<void> {
    return this.until(() => !isPending(fileAt(this.photos, slot)));
  }

  /** Resolves when the page has stored or rejected the bytes of all picked files. */
  untilStored(): Promise<void> {
    return this.until(() => listFiles(this.photos).every(({ file }) => file.status !== "reading"));
  }

  /** Returns the number of photos whose bytes the page has not stored yet. A reload would lose these photos. */
  countUnread(): number {
    return this.photos.slots.filter((file) => file?.status === "reading").length;
  }

  /** Stores the order of the files again after another window has overwritten it. */
  saveAgain(): void {
    if (this.hasChanged && !this.isClosed) saveOrder(this.account, this.photos);
  }

  /** Adds photos to the free slots, beginning at `slot`. Ignores photos for which no slot is left. */
  async addPhotos(slot: number, files: readonly File[]): Promise<void> {
    this.noticeDeletion();
    const free = freeSlots(this.photos).filter((at) => at >= slot);
    const arrivals = free.flatMap((at, index) => {
      const file = files[index];
      return file ? [{ slot: at, file, key: crypto.randomUUID() }] : [];
    });
    await this.pipeline.add(arrivals);
  }

  /**
   * Puts a new file into a slot, and resolves when the new file is ready or unusable. Returns the removal of the
   * earlier file, so that the caller can undo the replacement. Returns null if there was no earlier file, if the new
   * file is unusable and the earlier file is back, or if the person has removed the new file.
   */
  async replaceFile(slot: FileSlot, file: File): Promise<Removal | null> {
    const key = crypto.randomUUID();
    this.replacing.set(key, null);
    await this.pipeline.add([{ slot, file, key }]);
    const replaced = this.replacing.get(key);
    this.replacing.delete(key);
    if (!replaced) return null;
    const removal = this.removalOf(replaced.key, slot, key);
    if (this.slotOfFile(key) !== null) return removal;
    // The person has removed the new file. An undo puts back the new file, so the earlier file is not needed.
    removal.finish();
    return null;
  }

  removeFile(slot: FileSlot): Removal | null {
    const file = this.takeOut(slot);
    return file && this.removalOf(file.key, slot);
  }

  movePhoto(slot: number, rank: number): void {
    this.noticeDeletion();
    this.set(withRank(this.photos, slot, rank), slot);
  }

  swapPhotos(slot: number, other: number): void {
    this.noticeDeletion();
    this.set(withSwap(this.photos, slot, other), slot);
  }

  /** Crops a photo to `area`. Null restores the whole picture. */
  async cropPhoto(key: string, area: Area | null): Promise<void> {
    const file = this.find(key);
    if (file?.status !== "ready") return;
    const original = await readOriginal(this.account, key);
    if (!original) return this.reject(key, "file_lost");
    const prepared = area
      ? (await this.prepare(original, { area, longestSidePx: photoSidePx })).picture
      : original;
    const cropped: PickedFile = {
      key: crypto.randomUUID(),
      label: file.label,
      uploadName: null,
      status: "ready",
      croppedFrom: file.croppedFrom ?? key,
      ...(area ? { crop: area } : {}),
      sizeBytes: prepared.size,
    };
    await saveFile(this.account, cropped, "ready", area ? { prepared, original } : { prepared });
    const slot = slotOfKey(this.photos, key);
    // The person has removed the photo during the crop. An undo puts back the earlier crop, so drop the new crop.
    if (slot === null) return void deleteFile(this.account, cropped);
    this.set(withFile(this.photos, slot, cropped), slot);
    void deleteFile(this.account, file);
  }

  setUploadName(key: string, uploadName: string | null): void {
    if (this.change(key, { uploadName })) void saveUploadName(this.account, key, uploadName);
  }

  place(slot: FileSlot, file: PickedFile): void {
    this.noticeDeletion();
    const earlier = fileAt(this.photos, slot);
    const replaces = fileToComeBackTo(earlier);
    this.set(withFile(this.photos, slot, replaces ? { ...file, replaces } : file), slot);
    if (earlier && earlier !== replaces) void deleteFile(this.account, withoutReplaced(earlier));
  }

  find(key: string): PickedFile | null {
    const files = [...listFiles(this.photos).map(({ file }) => file), ...this.removed.values()];
    for (const file of files) {
      const found = findByKey(file, key);
      if (found) return found;
    }
    return null;
  }

  change(key: string, change: Partial<PickedFile>): boolean {
    let replaced: PickedFile | undefined;
    const isThere = this.edit(key, (file) => {
      const changed = { ...file, ...change };
      if (changed.status !== "ready" || !file.replaces) return changed;
      replaced = file.replaces;
      return withoutReplaced(changed);
    });
    if (replaced) this.release(key, replaced);
    return isThere;
  }

  reject(key: string, problem: FileProblem): void {
    const file = this.find(key);
    if (!file) return;
    const slot = slotOfKey(this.photos, key);
    const { replaces } = file;
    if (!replaces) {
      this.change(key, { status: "unusable", problem });
      // Keep the bytes of a PDF that failed for lack of a network, because the pipeline prepares the PDF again.
      if (problem === "pdf_offline") void saveProblem(this.account, key, problem);
      else void saveFile(this.account, { ...file, problem }, "unusable", {});
      return;
    }
    this.edit(key, () => replaces);
    void deleteFile(this.account, withoutReplaced(file));
    // The pipeline does not prepare this PDF again, because it is in no slot. Ask the person to pick the PDF again.
    const told = problem === "pdf_offline" ? "pdf_needs_network" : problem;
    const event = slot === null ? null : { slot, problem: told };
    if (event) for (const listener of this.rejectionListeners) listener(event);
    void this.pipeline.start();
  }

  async until(isDone: () => boolean): Promise<void> {
    while (!isDone()) await new Promise<void>((wake) => this.waiters.add(wake));
  }

  /** Called when the new file `key` is ready. Deletes the replaced file, unless `replaceFile` can offer an undo. */
  private release(key: string, replaced: PickedFile): void {
    if (!this.replacing.has(key)) return void deleteFile(this.account, replaced);
    this.replacing.set(key, replaced);
    this.removed.set(replaced.key, replaced);
  }

  /** Returns the removal of the file `key`. Its undo also removes the file `successorKey`, which has replaced `key`. */
  private removalOf(key: string, slot: FileSlot, successorKey?: string): Removal {
    let isOver = false;
    const undo = () => {
      if (isOver) return false;
      const at = successorKey === undefined ? null : this.slotOfFile(successorKey);
      const successor = at === null ? null : this.takeOut(at);
      isOver = this.putBack(key, at ?? slot);
      if (successor) this.giveUp(successor.key);
      this.pipeline.resume();
      return isOver;
    };
    const finish = () => {
      if (!isOver) this.giveUp(key);
      isOver = true;
    };
    return { undo, finish };
  }

  /** Returns the slot of a file. Finds the file even if a crop has changed its key. */
  private slotOfFile(key: string): FileSlot | null {
    const isIt = ({ file }: { file: PickedFile }) => file.key === key || file.croppedFrom === key;
    return listFiles(this.photos).find(isIt)?.slot ?? null;
  }

  private takeOut(slot: FileSlot): PickedFile | null {
    this.noticeDeletion();
    const file = fileAt(this.photos, slot);
    if (!file) return null;
    this.removed.set(file.key, file);
    this.set(withFile(this.photos, slot, null), slot);
    return file;
  }

  private putBack(key: string, slot: FileSlot): boolean {
    this.noticeDeletion();
    const file = this.removed.get(key);
    const free = nearestFreeSlot(this.photos, slot);
    if (!file || free === null) return false;
    this.removed.delete(key);
    this.set(withFile(this.photos, free, file), free);
    return true;
  }

  private giveUp(key: string): void {
    const file = this.removed.get(key);
    this.removed.delete(key);
    this.wake();
    if (file) void deleteFile(this.account, file);
  }

  private edit(key: string, edit: (file: PickedFile) => PickedFile): boolean {
    this.noticeDeletion();
    for (const { slot, file } of listFiles(this.photos)) {
      const edited = editByKey(file, key, edit);
      if (!edited) continue;
      this.set(withFile(this.photos, slot, edited), null);
      return true;
    }
    for (const [removedKey, file] of this.removed) {
      const edited = editByKey(file, key, edit);
      if (!edited) continue;
      this.removed.set(removedKey, edited);
      this.wake();
      return true;
    }
    return false;
  }

  /** Stores and shows a list. `changed` is the slot that got another file, or null if no slot did. */
  private set(photos: PhotoList, changed: FileSlot | null): void {
    if (!this.isClosed) {
      this.isOrderDurable = saveOrder(this.account, photos);
      this.hasSavedOrder = true;
      this.hasChanged = true;
    }
    this.show(photos, changed === null ? null : pathOfSlot(changed));
  }

  /**
   * Empties the list if the app has deleted the stored order, such as after the server accepted the profile. Without
   * this check, a preparation that ends later would store its file again.
   */
  private noticeDeletion(): void {
    if (!this.hasSavedOrder || hasOrder(this.account)) return;
    this.hasSavedOrder = false;
    this.removed.clear();
    this.show(emptyPhotoList(this.photos.slots.length), null);
  }

  private show(photos: PhotoList, changedPath: string | null): void {
    this.photos = photos;
    for (const listener of this.listeners) listener(changedPath);
    this.wake();
  }

  private wake(): void {
    for (const wake of this.waiters) wake();
    this.waiters.clear();
  }
}
