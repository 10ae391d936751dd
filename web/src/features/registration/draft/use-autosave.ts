/** Stores the draft when the page may close, and when another window has written over it. */
import { use, useEffect } from "react";
import { onStoredElsewhere } from "../../../storage/local";
import { recordKey } from "../../../storage/records";
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
    const saveAgain = () => {
      if (lock?.getState() !== "owned") return;
      if (store.hasChanged) store.saveNow();
      store.files.saveAgain();
    };
    const stops = (["draft", "resubmission", "photos"] as const).map((name) =>
      onStoredElsewhere(recordKey(store.userId, name), saveAgain),
    );
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
