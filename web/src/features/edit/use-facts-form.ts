/** Keeps the form of the facts open while the member moves between the list and the pages of the form. */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { openPhotos } from "#/profile-form/photos/photo-actions";
import { type FactsForm, openFacts, openFactsWithPhotos } from "./facts-form";

type Opening = Parameters<typeof openFacts>[0];

interface FactsFormState {
  /** Null until the device has read the picked files of the member. */
  form: FactsForm | null;
  /** Opens the form again. Call this after the server has stored, or the member has discarded, the changes. */
  reopen: () => void;
  /** Opens the form again with its photos. Rejects if a photo cannot be fetched. */
  openWithPhotos: () => Promise<void>;
}

/**
 * Opens the form again when the server has another profile or other waiting changes. Pass `mayReopen: false` while the
 * member edits a page, because a page must not change while it is open.
 */
export function useFactsForm(opening: Opening, mayReopen: boolean): FactsFormState {
  const [form, setForm] = useState<FactsForm | null>(null);
  const [nOpened, setNOpened] = useState(0);
  const shown = useRef({ form, key: "" });
  const { info, changes } = opening;
  const key = JSON.stringify([info.profile, changes.changes, nOpened]);

  const show = useCallback((opened: FactsForm, openedKey: string) => {
    shown.current = { form: opened, key: openedKey };
    setForm(opened);
  }, []);
  const openLatest = useEffectEvent(() => openFacts(opening));
  useEffect(() => {
    const { form: before, key: keyBefore } = shown.current;
    if (keyBefore === key || (before && !mayReopen)) return;
    let isWanted = true;
    const open = async () => {
      await before?.store.files.untilStored();
      const opened = await openLatest();
      if (isWanted) show(opened, key);
    };
    void open();
    return () => {
      isWanted = false;
    };
  }, [key, mayReopen, show]);
  useEffect(() => (form ? openPhotos(form.store.files) : undefined), [form]);

  const openWithPhotos = async () => {
    const { form: before, key: openedKey } = shown.current;
    if (before) show(await openFactsWithPhotos(opening, before), openedKey);
  };
  const reopen = useCallback(() => setNOpened((count) => count + 1), []);
  return { form, reopen, openWithPhotos };
}
