/** What a person does on the page of photos, with what they are told and where the focus goes. */
import { flushSync } from "react-dom";
import { text } from "../../../i18n/use-text";
import { openOverlay } from "../../../overlays/overlays";
import { readBlob } from "../../../storage/blobs";
import { addToast } from "../../../toasts/toasts";
import { loadChunkNow } from "../../../version/load-chunk";
import { controlId } from "../form/form-context";
import type { FormStore } from "../form/form-store";
import type { Removal } from "./file-shelf";
import type { PhotoWish } from "./photo-dialog";
import { filledSlots, freeSlots, type Pick, pathOfPlace, pickAt, placeOfKey } from "./picks";
import { offerUndo } from "./undo-toasts";

export interface PhotoActions {
  add(slot: number, files: readonly File[]): void;
  open(slot: number): Promise<void>;
  /** To another rank among the photos; the focus goes along. */
  move(slot: number, rank: number): void;
  /** One was dropped on another, or on a free slot. */
  swap(slot: number, other: number): void;
  remove(slot: number): void;
}

export function photoActions(store: FormStore, announce: (news: string) => void): PhotoActions {
  const { files } = store;

  const add: PhotoActions["add"] = (slot, picked) => {
    const nFree = freeSlots(files.picks).filter((at) => at >= slot).length;
    const count = picked.length - nFree;
    if (count > 0) addToast(text("register.photo.leftOut", { count }));
    void files.addPhotos(slot, picked);
  };

  const remove = (slot: number) => {
    const number = slot + 1;
    let removal: Removal | null = null;
    flushSync(() => {
      removal = files.removePick(slot);
    });
    focusSlot(slot);
    offerUndo(text("register.photo.removed", { number }), removal, slot);
  };

  const move: PhotoActions["move"] = (slot, rank) => {
    const slots = filledSlots(files.picks);
    const target = slots[rank];
    if (target === undefined || target === slot) return;
    flushSync(() => files.movePhoto(slot, rank));
    focusSlot(target);
    announce(text("register.photo.moved", { place: rank + 1, total: slots.length }));
  };

  const swap: PhotoActions["swap"] = (slot, other) => {
    flushSync(() => files.swapSlots(slot, other));
    const slots = filledSlots(files.picks);
    const place = slots.indexOf(other) + 1;
    announce(text("register.photo.moved", { place, total: slots.length }));
  };

  const replace = async (slot: number, file: File) => {
    const removal = await files.replacePhoto(slot, file);
    offerUndo(text("register.photo.replaced", { number: slot + 1 }), removal, slot);
  };

  const fulfil = (wish: PhotoWish) => {
    if (wish.kind === "remove") return remove(wish.slot);
    if (wish.kind === "crop") return void openCrop(store, wish.pick);
    void replace(wish.slot, wish.file);
  };

  const open: PhotoActions["open"] = async (slot) => {
    const pick = pickAt(files.picks, slot);
    if (!pick) return;
    const dialog = await load(() => import("./photo-dialog"));
    if (!dialog) return;
    const wish = await openOverlay(dialog.PhotoDialog, { store, pickKey: pick.key }).result;
    if (wish) fulfil(wish);
    else focusPick(store, pick.key);
  };

  return { add, open, move, swap, remove };
}

async function openCrop(store: FormStore, pick: Pick): Promise<void> {
  const reading = readBlob(store.userId, pick.crop?.sourceKey ?? pick.key);
  const source = await reading.catch(() => null);
  const dialog = await load(() => import("./crop-dialog"));
  if (!dialog) return;
  if (!source) {
    addToast(text("register.crop.failed"), { color: "red" });
    return;
  }
  const slot = placeOfKey(store.files.picks, pick.key);
  if (typeof slot !== "number") return;
  const onUse: Parameters<typeof dialog.CropDialog>[0]["onUse"] = (area) =>
    store.files.cropPhoto(pick.key, area);
  const props = { source, area: pick.crop?.area ?? null, number: slot + 1, onUse };
  await openOverlay(dialog.CropDialog, props).result;
  focusSlot(slot);
}

async function load<Module>(chunk: () => Promise<Module>): Promise<Module | null> {
  const loaded = await loadChunkNow(chunk).catch(() => null);
  if (!loaded) addToast(text("ui.notOpened"), { color: "red" });
  return loaded;
}

/** Where a dialog was opened from, wherever the photo stands by now. */
function focusPick(store: FormStore, key: string): void {
  const place = placeOfKey(store.files.picks, key);
  if (typeof place === "number") focusSlot(place);
}

function focusSlot(slot: number): void {
  document.getElementById(controlId(pathOfPlace(slot)))?.focus();
}
