/** Opens the form of the preferences with the unsaved changes of an earlier visit, and runs one save at a time. */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Preferences } from "#/api/preferences";
import { useCore } from "#/core/use-core";
import { useText } from "#/i18n/use-text";
import { useIsShown } from "#/lib/is-shown";
import { patientPolicy, retry } from "#/lib/retry";
import { useAct } from "#/lib/use-act";
import { currentAccount } from "#/session/session";
import { unsent, waitForStored } from "#/storage/account-store";
import { addToast, useOwnToast } from "#/toasts/toasts";
import { readUnsaved } from "./preferences-draft";
import { type Outcome, PreferencesForm } from "./preferences-form";

const undoToast = "preferences-undo";
const undoMs = 8_000;

export interface OpenForm {
  form: PreferencesForm;
  isChanged: boolean;
  isSaving: boolean;
  isStored: boolean;
  /** The result of the latest save. Null again once the member has changed a value after a successful save. */
  outcome: Outcome | null;
  save: () => Promise<unknown>;
  discard: () => void;
}

/** The result's `open` is null until core and the server's values are loaded. */
export function usePreferencesForm(known: Preferences | null): {
  open: OpenForm | null;
  hasFailed: boolean;
  retry: () => void;
} {
  const { core, failed: hasFailed, retry: loadCoreAgain } = useCore();
  const [form, setForm] = useState<PreferencesForm | null>(null);
  const isOpening = useRef(false);
  useEffect(() => {
    if (form && known) form.follow(known);
    if (!core || !known || isOpening.current) return;
    isOpening.current = true;
    const { userId, signal } = currentAccount();
    const reading = retry(() => readUnsaved(userId), { policy: patientPolicy, signal });
    const openForm = () => {
      const opened = new PreferencesForm(core, userId, known);
      setForm(opened);
      // The read is repeated until it succeeds. It rejects only after a logout, when there is nothing left to do.
      reading.then((unsaved) => opened.restore(unsaved)).catch(() => undefined);
    };
    void waitForStored(reading).then(openForm, openForm);
  }, [core, known, form]);
  return { open: useOpenForm(form), hasFailed, retry: loadCoreAgain };
}

function useOpenForm(form: PreferencesForm | null): OpenForm | null {
  const t = useText();
  useOwnToast(undoToast);
  // Draws the component again after each change of the form.
  useSyncExternalStore(form?.store.subscribe ?? subscribeToNothing, () => form?.store.getState());
  const isStored = useSyncExternalStore(
    form?.isStored.subscribe ?? subscribeToNothing,
    () => form?.isStored.get().value ?? true,
  );
  useEffect(() => (form ? unsent.subscribe(() => form.noticeStored()) : undefined), [form]);
  const { isBusy: isSaving, run } = useAct();
  const isShown = useIsShown();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  if (!form) return null;

  const save = () =>
    run(async () => {
      setOutcome(null);
      const ended = await form.save();
      setOutcome(ended);
      if (ended.kind === "failed" && !isShown())
        addToast(t(`failure.${ended.code}`), { color: "red" });
    });
  const discard = () => {
    const restore = form.discard();
    setOutcome(null);
    addToast(() => t("settings.preferences.discarded"), {
      durationMs: undoMs,
      key: undoToast,
      action: { label: () => t("settings.preferences.undo"), onClick: restore },
    });
  };
  const { isChanged } = form;
  const isOver = isChanged && (outcome?.kind === "saved" || outcome?.kind === "unchanged");
  return { form, isChanged, isSaving, isStored, outcome: isOver ? null : outcome, save, discard };
}

const subscribeToNothing = () => () => undefined;
