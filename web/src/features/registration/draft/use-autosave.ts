/** Stores what was typed the moment the page may go away. */
import { useEffect } from "react";
import type { FormStore } from "../form/form-store";

/** LINE may close or kill the page without any other event than these. */
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
      // Leaving the form inside the app is leaving the page as well.
      save();
    };
  }, [store]);
}
