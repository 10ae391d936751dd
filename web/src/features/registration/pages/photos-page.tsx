/** Photos of you, picked from the device. */
import { useEffect, useMemo, useRef, useState } from "react";
import { PhotoGrid } from "../../../ui/fields/photo-grid";
import type { PhotoSlotView } from "../../../ui/fields/photo-slot";
import { fieldTexts } from "../fields/inputs";
import { controlId, type Form, useForm } from "../form/form-context";
import { photoActions } from "../photos/photo-actions";
import { photoTypes } from "../photos/photo-types";
import { filledSlots, isPending, type Pick, type Picks, pathOfPlace } from "../photos/picks";
import { useDragOrder } from "../photos/use-drag-order";
import { usePickUrls } from "../photos/use-pick-urls";

export function PhotosPage() {
  const form = useForm();
  const { store, t, errors } = form;
  const { picks } = form.state;
  const urls = usePickUrls(store.userId, picks.photos);
  const [news, setNews] = useState("");
  const actions = useMemo(() => photoActions(store, setNews), [store]);
  const list = useRef<HTMLUListElement>(null);
  const slots = filledSlots(picks);
  const hasOrder = slots.length > 1;
  const texts = fieldTexts(form, { name: "photoNameList", hint: true });
  const hasSlotError = errors.some((error) => error.path.startsWith("photoNameList["));

  useDragOrder(list, hasOrder, actions.swap);
  useReadyNews(picks, (number) => setNews(t("register.photo.isReady", { number })));

  return (
    <PhotoGrid
      {...texts}
      error={hasSlotError ? undefined : texts.error}
      accept={photoTypes}
      inviteLabel={t("register.photo.addHere")}
      orderHint={hasOrder ? t("register.photo.order") : undefined}
      listRef={list}
      slots={picks.photos.map((pick, slot) =>
        viewOfSlot(form, slot, pick, pick ? (urls.get(pick.key) ?? null) : null),
      )}
      onBeforePick={store.saveNow}
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

function viewOfSlot(form: Form, slot: number, pick: Pick | null, url: string | null) {
  const { t, state } = form;
  const { picks } = state;
  const path = pathOfPlace(slot);
  const number = slot + 1;
  return {
    id: controlId(path),
    state: stateOf(pick, url),
    pickLabel: t("register.photo.add", { number }),
    editLabel: t("register.photo.edit", { number }),
    removeLabel: t("register.photo.remove", { number }),
    alt: t("register.photo.label", { number }),
    url,
    stateLabel: pick ? t(stateIds[pick.status]) : undefined,
    badge: slot === filledSlots(picks)[0] ? t("register.photo.main") : undefined,
    error: form.errorAt(path),
  } satisfies PhotoSlotView;
}

/** A ready one whose bytes are still being read is as good as being prepared. */
const stateIds: Record<Pick["status"], string> = {
  reading: "register.photo.reading",
  raw: "register.photo.preparing",
  ready: "register.photo.preparing",
  broken: "register.photo.unusable",
};

function stateOf(pick: Pick | null, url: string | null): PhotoSlotView["state"] {
  if (!pick) return "empty";
  if (pick.status === "broken") return "broken";
  return url ? "ready" : "busy";
}

/** Says which photo has become ready since it was picked. */
function useReadyNews(picks: Picks, onReady: (number: number) => void): void {
  const pending = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    picks.photos.forEach((pick, slot) => {
      if (pick?.status === "ready" && pending.current.has(pick.key)) onReady(slot + 1);
    });
    const keys = picks.photos.flatMap((pick) => (isPending(pick) ? [pick.key] : []));
    pending.current = new Set(keys);
  }, [picks, onReady]);
}
