/** Stores the draft at the moment when the page may close. */
import { useEffect } from "react";
import type { FormStore } from "../form/form-store";

/** LINE may close or kill the page without any event but these. */
export function useAutosave(store: FormStore): void {
  useEffect(() => {
    const save = () => {
      if (store.isSaveDue) store.saveNow();
    };
    const saveWhenHidden = () => {
      if (document.visibilityState === "hidden") save();
    };
    document.addEventListener("visibilitychange", saveWhenHidden);
    window.addEventListener("pagehide", save);
    return () => {
      document.removeEventListener("visibilitychange", saveWhenHidden);
      window.removeEventListener("pagehide", save);
      // The person may also leave the form for another page, or another window takes it over.
      save();
    };
  }, [store]);
}
