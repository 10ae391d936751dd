/** Stores the draft when the page may close, and when another window has written over it. */
import { use, useEffect } from "react";
import { onStoredElsewhere } from "../../../storage/local";
import { emptiedRecord, recordKey } from "../../../storage/records";
import type { FormStore } from "../form/form-store";
import { FormLockContext } from "./form-lock";

/**
 * LINE may close or kill the page without any event but these. Before a person can continue in another
 * window, this one loses the focus: nothing is left to store if it hangs from then on.
 */
export function useAutosave(store: FormStore): void {
  const lock = use(FormLockContext);
  useEffect(() => {
    // A window that hung and lost the form may store its old state before it learns of the loss.
    const isOwner = () => lock?.getState() === "owned";
    const saveDraft = () => {
      // This window may be the one that hung, and learn of its loss after this event.
      if (isOwner() && store.hasChanged && !store.isSaveLate) store.saveNow();
    };
    const saveOrder = (text: string) => {
      // Another window deletes the form, because the server has it or the account is deleted.
      if (isOwner() && text !== emptiedRecord) store.files.saveAgain();
    };
    const stops = [
      onStoredElsewhere(recordKey(store.userId, "draft"), saveDraft),
      onStoredElsewhere(recordKey(store.userId, "resubmission"), saveDraft),
      onStoredElsewhere(recordKey(store.userId, "photos"), saveOrder),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [lock, store]);
  useEffect(() => {
    const save = () => {
      if (store.isSaveDue) store.saveNow();
    };
    // The store delays a late save once more, until this window knows whether it still has the form.
    const saveInTime = () => {
      if (!store.isSaveLate) save();
    };
    const saveWhenHidden = () => {
      if (document.visibilityState === "hidden") saveInTime();
    };
    document.addEventListener("visibilitychange", saveWhenHidden);
    window.addEventListener("pagehide", save);
    window.addEventListener("blur", saveInTime);
    return () => {
      document.removeEventListener("visibilitychange", saveWhenHidden);
      window.removeEventListener("pagehide", save);
      window.removeEventListener("blur", saveInTime);
      // The person may also leave the form for another page, or another window takes it over.
      save();
    };
  }, [store]);
}
