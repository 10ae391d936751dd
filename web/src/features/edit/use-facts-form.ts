/** Keeps the form of the facts while the member moves between its pages and the list of them. */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { openPhotos } from "#/profile-form/photos/photo-actions";
import { type FactsForm, openFacts, openFactsWithPhotos } from "./facts-form";

type Opening = Parameters<typeof openFacts>[0];

interface FactsFormState {
  /** Null until the device has read the files that the member left. */
  form: FactsForm | null;
  /** Opens the form again, because the server has the changes or the member gave them up. */
  reopen: () => void;
  /** Opens the form again with its photos. Rejects if a photo is out of reach. */
  openWithPhotos: () => Promise<void>;
}

/** Follows the answers of the server only while `mayReopen`: a page of the form must not change below the member. */
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
