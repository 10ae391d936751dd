/** The actions of the person on picked files. After each action, shows a toast with an undo, and moves the focus. */
import { flushSync } from "react-dom";
import { text } from "#/i18n/use-text";
import { openDialog } from "#/overlays/open-dialog";
import type { Area } from "#/pictures/draw";
import { preloadPreparing } from "#/pictures/prepare";
import { controlId } from "#/profile-form/answers/form-context";
import { errorText } from "#/profile-form/answers/form-errors";
import { addUndoToast } from "#/profile-form/answers/undo-toast";
import {
  type DocumentSlot,
  type FileSlot,
  fileAt,
  filledSlots,
  freeSlots,
  isDocumentSlot,
  type PickedFile,
  pathOfSlot,
  slotOfKey,
} from "#/profile-form/files/photo-list";
import { readOriginal } from "#/profile-form/files/photo-storage";
import type { PhotoStore, Removal, ReplacementRejected } from "#/profile-form/files/photo-store";
import { addToast } from "#/toasts/toasts";
import type { PhotoChoice } from "./photo-dialog";

/** The time for which a toast shows why a file was rejected. Some reasons are long to read. */
const rejectionMs = 15_000;

/** The key of the undo toasts. Only one such toast shows at a time. It closes when the person leaves the page. */
export const undoKey = "undo";

interface PhotoActions {
  add(slot: number, files: readonly File[]): void;
  open(slot: number): Promise<void>;
  /** Moves a photo to a rank among the photos, counted from 0, and focuses the photo there. */
  move(slot: number, rank: number): void;
  swap(slot: number, other: number): void;
  remove(slot: number): void;
}

/** Returns the actions on the photos. `announce` makes a screen reader read a sentence. */
export function photoActions(files: PhotoStore, announce: (news: string) => void): PhotoActions {
  const add: PhotoActions["add"] = (slot, picked) => {
    const nFree = freeSlots(files.photos).filter((at) => at >= slot).length;
    const count = picked.length - nFree;
    if (count > 0) addToast(text("register.photo.leftOut", { count }));
    void files.addPhotos(slot, picked);
  };

  const remove = (slot: number) => {
    const number = slot + 1;
    let removal: Removal | null = null;
    flushSync(() => {
      removal = files.removeFile(slot);
    });
    focusSlot(slot);
    offerUndo(() => text("register.photo.removed", { number }), removal, slot);
  };

  const move: PhotoActions["move"] = (slot, rank) => {
    const slots = filledSlots(files.photos);
    const target = slots[rank];
    if (target === undefined || target === slot) return;
    flushSync(() => files.movePhoto(slot, rank));
    focusSlot(target);
    announce(text("register.photo.moved", { place: rank + 1, total: slots.length }));
  };

  const swap: PhotoActions["swap"] = (slot, other) => {
    flushSync(() => files.swapPhotos(slot, other));
    const slots = filledSlots(files.photos);
    const place = slots.indexOf(other) + 1;
    announce(text("register.photo.moved", { place, total: slots.length }));
  };

  const replace = async (slot: number, file: File) => {
    const removal = await files.replaceFile(slot, file);
    offerUndo(() => text("register.photo.replaced", { number: slot + 1 }), removal, slot);
  };

  const follow = (choice: PhotoChoice) => {
    if (choice.kind === "remove") return remove(choice.slot);
    if (choice.kind === "crop") return void openCrop(files, choice.file);
    void replace(choice.slot, choice.file);
  };

  const open: PhotoActions["open"] = async (slot) => {
    const photo = fileAt(files.photos, slot);
    if (!photo) return;
    const load = async () => (await import("./photo-dialog")).PhotoDialog;
    const choice = await openDialog(load, { files, photoKey: photo.key });
    if (choice) follow(choice);
    else focusPhoto(files, photo.key);
  };

  return { add, open, move, swap, remove };
}

async function openCrop(files: PhotoStore, photo: PickedFile): Promise<void> {
  const source = await readOriginal(files.account, photo.key).catch(() => null);
  if (!source) {
    addToast(text("register.crop.failed"), { color: "red" });
    return;
  }
  const slot = slotOfKey(files.photos, photo.key);
  if (typeof slot !== "number") return;
  const load = async () => (await import("./crop-dialog")).CropDialog;
  await openDialog(load, {
    source,
    area: photo.crop ?? null,
    number: slot + 1,
    onUse: (area: Area | null) => files.cropPhoto(photo.key, area),
  });
  focusSlot(slot);
}

export async function pickDocument(
  files: PhotoStore,
  slot: DocumentSlot,
  file: File,
): Promise<void> {
  const removal = await files.replaceFile(slot, file);
  offerUndo(() => text("register.document.replaced"), removal, slot);
}

export function removeDocument(files: PhotoStore, slot: DocumentSlot): void {
  offerUndo(() => text("register.document.removed"), files.removeFile(slot), slot);
}

/** Shows a toast with an undo. When the toast is gone, the removed file is deleted from the device. */
function offerUndo(title: () => string, removal: Removal | null, slot: FileSlot): void {
  if (!removal) return;
  const noUndo = isDocumentSlot(slot) ? "register.document.noUndo" : "register.photo.noUndo";
  const onUndo = () => {
    if (!removal.undo()) addToast(text(noUndo), { color: "red" });
  };
  addUndoToast({ title, key: undoKey, onUndo, onGone: removal.finish });
}

/**
 * Starts to prepare the files of an opened form. If a new file is unusable and the earlier file stays, a toast says so.
 * The returned function ends the preparation and the toasts.
 */
export function openPhotos(files: PhotoStore): () => void {
  const stops = [files.onReplacementRejected(showRejection), files.open()];
  return () => {
    for (const stop of stops) stop();
  };
}

function showRejection({ slot, problem }: ReplacementRejected): void {
  const error = { path: pathOfSlot(slot), code: problem, params: {} };
  const title = () => text("register.photo.stays", { reason: errorText(text, error, {}) });
  addToast(title, { color: "red", durationMs: rejectionMs });
}

/** Loads the code that the photos page needs later, so that the page works offline. */
export async function preloadPhotos(): Promise<void> {
  await Promise.all([
    preloadPreparing(),
    import("./photo-dialog"),
    import("./crop-dialog"),
    import("./drag-order"),
  ]);
}

/** Focuses a photo after its dialog has closed. Its slot may have changed, because the dialog can move photos. */
function focusPhoto(files: PhotoStore, key: string): void {
  const slot = slotOfKey(files.photos, key);
  if (typeof slot === "number") focusSlot(slot);
}

function focusSlot(slot: number): void {
  document.getElementById(controlId(pathOfSlot(slot)))?.focus();
}
