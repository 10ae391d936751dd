/** The page of the form on which the person picks and orders the photos. */
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { whenIdle } from "#/lib/idle";
import { logger } from "#/logger/logger";
import { photoTypes } from "#/pictures/limits";
import {
  controlId,
  type Form,
  useFiles,
  useForm,
  usePhotos,
} from "#/profile-form/answers/form-context";
import { errorText } from "#/profile-form/answers/form-errors";
import { fieldTexts } from "#/profile-form/fields/inputs";
import {
  type FileStatus,
  filledSlots,
  isPending,
  type PhotoList,
  type PickedFile,
  pathOfSlot,
  usableSlots,
} from "#/profile-form/files/photo-list";
import { photoActions, undoKey } from "#/profile-form/photos/photo-actions";
import { usePhotoUrls } from "#/profile-form/photos/use-photo-urls";
import { useOwnToast } from "#/toasts/toasts";
import { PhotoGrid, type PhotoSlotView } from "#/ui/fields/photo-grid";

export function PhotosPage() {
  const form = useForm();
  const { t, errors } = form;
  const files = useFiles();
  const photos = usePhotos();
  const urls = usePhotoUrls(files.account, photos.slots);
  const [news, setNews] = useState("");
  const actions = useMemo(() => photoActions(files, setNews), [files]);
  const list = useRef<HTMLUListElement>(null);
  const slots = filledSlots(photos);
  const hasOrder = slots.length > 1;
  const texts = fieldTexts(form, { name: "photoNameList", hint: true });
  const hasSlotError = errors.some((error) => error.path.startsWith("photoNameList["));

  useOwnToast(undoKey);
  useDragOrder(list, hasOrder, actions.swap);
  useReadyNews(photos, (number) => setNews(t("register.photo.isReady", { number })));

  return (
    <PhotoGrid
      {...texts}
      error={hasSlotError ? undefined : texts.error}
      accept={photoTypes}
      inviteLabel={t("register.photo.addHere")}
      orderHint={hasOrder ? t("register.photo.order") : undefined}
      listRef={list}
      slots={photos.slots.map((file, slot) =>
        viewOfSlot(form, photos, slot, file ? (urls.get(file.key) ?? null) : null),
      )}
      onPick={actions.add}
      onOpen={(slot) => void actions.open(slot)}
      onMove={(slot, step) => actions.move(slot, slots.indexOf(slot) + step)}
      onRemove={actions.remove}
    >
      <p role="status" className="sr-only">
        {news}
      </p>
    </PhotoGrid>
  );
}

function viewOfSlot(form: Form, photos: PhotoList, slot: number, url: string | null) {
  const { t } = form;
  const file = photos.slots[slot] ?? null;
  const path = pathOfSlot(slot);
  const number = slot + 1;
  return {
    id: controlId(path),
    state: stateOf(file, url),
    pickLabel: t("register.photo.add", { number }),
    editLabel: t("register.photo.edit", { number }),
    removeLabel: t("register.photo.remove", { number }),
    alt: t("register.photo.label", { number }),
    url,
    stateLabel: file ? t(stateIds[file.status]) : undefined,
    badge: slot === usableSlots(photos)[0] ? t("register.photo.main") : undefined,
    error: problemText(form, file, path) ?? form.errorAt(path),
  } satisfies PhotoSlotView;
}

/** Returns the reason why a photo cannot be shown. The form can be sent without the photo, so this is no form error. */
function problemText({ t, draft }: Form, file: PickedFile | null, path: string) {
  if (file?.status === "unread") return t("register.photo.unread");
  if (file?.status !== "unusable") return undefined;
  return errorText(t, { path, code: file.problem ?? "picture_failed", params: {} }, draft);
}

/** The message in place of a photo. A ready photo is still "preparing" until the page has read its bytes. */
const stateIds: Record<FileStatus, string> = {
  reading: "register.photo.reading",
  unread: "register.photo.preparing",
  waiting: "register.photo.preparing",
  ready: "register.photo.preparing",
  unusable: "register.photo.unusable",
};

function stateOf(file: PickedFile | null, url: string | null): PhotoSlotView["state"] {
  if (!file) return "empty";
  if (file.status === "unusable") return "unusable";
  return url ? "ready" : "busy";
}

/** Calls `onReady` with the number of each photo that becomes ready, so that a screen reader can announce it. */
function useReadyNews(photos: PhotoList, onReady: (number: number) => void): void {
  const pending = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    photos.slots.forEach((file, slot) => {
      if (file?.status === "ready" && pending.current.has(file.key)) onReady(slot + 1);
    });
    const keys = photos.slots.flatMap((file) => (isPending(file) ? [file.key] : []));
    pending.current = new Set(keys);
  }, [photos, onReady]);
}

type OnDrop = (from: number, to: number) => void;

/** Makes the photos draggable. Loads the code for dragging only when there are at least two photos. */
function useDragOrder(
  list: RefObject<HTMLElement | null>,
  hasOrder: boolean,
  onDrop: OnDrop,
): void {
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    if (!hasOrder) return;
    let isMounted = true;
    let detach = () => {};
    const attach = async () => {
      await whenIdle();
      const { attachDragOrder } = await import("#/profile-form/photos/drag-order");
      if (isMounted && list.current) {
        detach = attachDragOrder(list.current, (from, to) => drop(from, to));
      }
    };
    // Only log a failure, because the person can also move photos in the dialog of each photo.
    attach().catch(() => logger.warn("photos cannot be dragged: the code did not load"));
    return () => {
      isMounted = false;
      detach();
    };
  }, [list, hasOrder]);
}
