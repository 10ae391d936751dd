/** A photo and what can be done with it. */
import { type ChangeEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useText } from "../../../i18n/use-text";
import type { OverlayProps } from "../../../overlays/overlays";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import type { FormStore } from "../form/form-store";
import { photoTypes } from "./photo-types";
import { filledSlots, type Pick, pickAt, placeOfKey } from "./picks";
import { usePickUrls } from "./use-pick-urls";

/** What the person wants beyond moving it, which happens at once. */
export type PhotoWish =
  | { kind: "crop"; pick: Pick }
  | { kind: "remove"; slot: number }
  | { kind: "replace"; slot: number; file: File };

interface Props extends OverlayProps<PhotoWish> {
  store: FormStore;
  pickKey: string;
}

export function PhotoDialog({ isOpen, close, store, pickKey }: Props) {
  const t = useText();
  const { picks } = useSyncExternalStore(store.subscribe, store.getState);
  const [news, setNews] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const place = placeOfKey(picks, pickKey);
  const slot = typeof place === "number" ? place : null;
  const pick = slot === null ? null : pickAt(picks, slot);
  const url = usePickUrls(store.userId, [pick]).get(pickKey) ?? null;
  const slots = filledSlots(picks);
  const rank = slot === null ? -1 : slots.indexOf(slot);

  // Another tab may have removed it.
  useEffect(() => {
    if (isOpen && !pick) close();
  }, [isOpen, pick, close]);

  const moveTo = (wanted: number) => {
    if (slot === null) return;
    store.files.movePhoto(slot, wanted);
    setNews(
      wanted === 0
        ? t("register.photo.isMain")
        : t("register.photo.moved", { place: wanted + 1, total: slots.length }),
    );
  };
  const replace = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = "";
    if (file && slot !== null) close({ kind: "replace", slot, file });
  };
  const pickAnother = () => {
    // A picker may end the page.
    store.saveNow();
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
            className="mx-auto max-h-[36dvh] max-w-full rounded-lg bg-sunken"
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
          {pick?.status === "ready" ? (
            <Action isWide onClick={() => close({ kind: "crop", pick })}>
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
  /** Kept in its place, and in reach of the focus it may hold. */
  isOff?: boolean;
}

function Action({ children, onClick, isWide, isDanger, isOff = false }: ActionProps) {
  return (
    <Button
      variant="secondary"
      aria-disabled={isOff || undefined}
      className={`px-1! ${isWide ? "col-span-2" : ""} ${isDanger ? "text-danger!" : ""} aria-disabled:cursor-not-allowed aria-disabled:opacity-60`}
      onClick={() => {
        if (!isOff) onClick();
      }}
    >
      {children}
    </Button>
  );
}
