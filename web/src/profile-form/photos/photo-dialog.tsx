/** The dialog of a photo, with buttons to move, crop, replace and remove the photo. */
import { type ChangeEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useText } from "#/i18n/use-text";
import type { OverlayProps } from "#/overlays/overlays";
import { photoTypes } from "#/pictures/limits";
import { fileAt, filledSlots, type PickedFile, slotOfKey } from "#/profile-form/files/photo-list";
import type { PhotoStore } from "#/profile-form/files/photo-store";
import { Button } from "#/ui/button";
import { Dialog } from "#/ui/dialog";
import { usePhotoUrls } from "./use-photo-urls";

/** The action to do after the dialog has closed. A move is not among them, because the dialog moves photos at once. */
export type PhotoChoice =
  | { kind: "crop"; file: PickedFile }
  | { kind: "remove"; slot: number }
  | { kind: "replace"; slot: number; file: File };

interface Props extends OverlayProps<PhotoChoice> {
  files: PhotoStore;
  photoKey: string;
}

export function PhotoDialog({ isOpen, close, files, photoKey }: Props) {
  const t = useText();
  const photos = useSyncExternalStore(files.subscribe, () => files.photos);
  const [news, setNews] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const slotOrDocument = slotOfKey(photos, photoKey);
  const slot = typeof slotOrDocument === "number" ? slotOrDocument : null;
  const photo = slot === null ? null : fileAt(photos, slot);
  const url = usePhotoUrls(files.account, [photo]).get(photoKey) ?? null;
  const slots = filledSlots(photos);
  const rank = slot === null ? -1 : slots.indexOf(slot);

  // Close the dialog if its photo is gone, because the earlier file is back in the slot or an undo removed the photo.
  useEffect(() => {
    if (isOpen && !photo) close();
  }, [isOpen, photo, close]);

  const moveTo = (newRank: number) => {
    if (slot === null) return;
    files.movePhoto(slot, newRank);
    setNews(
      newRank === 0
        ? t("register.photo.isMain")
        : t("register.photo.moved", { place: newRank + 1, total: slots.length }),
    );
  };
  const replace = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = "";
    if (file && slot !== null) close({ kind: "replace", slot, file });
  };
  const pickAnother = () => {
    input.current?.click();
  };

  const title = t("register.photo.label", { number: (slot ?? 0) + 1 });
  const isLast = rank === slots.length - 1;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => close()}
      title={title}
      closeLabel={t("ui.close")}
      actions={
        <Button onClick={() => close()} className="w-full sm:w-auto">
          {t("register.photo.done")}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        {url ? (
          <img
            src={url}
            alt={title}
            className="mx-auto max-h-[36vh] max-w-full rounded-lg bg-sunken"
          />
        ) : null}
        <p role="status" className="text-center text-sm font-semibold text-ok empty:hidden">
          {news}
        </p>
        <div className="grid grid-cols-2 gap-2">
          {slots.length > 1 ? (
            <>
              <Action isWide isOff={rank === 0} onClick={() => moveTo(0)}>
                {t("register.photo.makeMain")}
              </Action>
              <Action isOff={rank === 0} onClick={() => moveTo(rank - 1)}>
                {t("register.photo.earlier")}
              </Action>
              <Action isOff={isLast} onClick={() => moveTo(rank + 1)}>
                {t("register.photo.later")}
              </Action>
            </>
          ) : null}
          {photo?.status === "ready" ? (
            <Action isWide onClick={() => close({ kind: "crop", file: photo })}>
              {t("register.photo.crop")}
            </Action>
          ) : null}
          <Action onClick={pickAnother}>{t("register.photo.another")}</Action>
          <Action
            isDanger
            onClick={() => (slot === null ? close() : close({ kind: "remove", slot }))}
          >
            {t("register.photo.takeOut")}
          </Action>
        </div>
        <input
          ref={input}
          type="file"
          accept={photoTypes}
          aria-label={t("register.photo.another")}
          tabIndex={-1}
          className="sr-only"
          onChange={replace}
        />
      </div>
    </Dialog>
  );
}

interface ActionProps {
  children: string;
  onClick: () => void;
  isWide?: boolean;
  isDanger?: boolean;
  /** Disables the button but keeps it focusable, because a move of the photo may disable the focused button. */
  isOff?: boolean;
}

function Action({ children, onClick, isWide, isDanger, isOff = false }: ActionProps) {
  return (
    <Button
      variant="secondary"
      size="tight"
      aria-disabled={isOff}
      className={`${isWide ? "col-span-2" : ""} ${isDanger ? "text-danger!" : ""}`}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
