/** Stores the draft at the moment when the page may close. */
import { useEffect } from "react";
import type { FormStore } from "../form/form-store";

/**
 * LINE may close or kill the page without any event but these. Before a person can continue in another
 * window, this one loses the focus: nothing is left to store if it hangs from then on.
 */
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
    window.addEventListener("blur", save);
    return () => {
      document.removeEventListener("visibilitychange", saveWhenHidden);
      window.removeEventListener("pagehide", save);
      window.removeEventListener("blur", save);
      // The person may also leave the form for another page, or another window takes it over.
      save();
    };
  }, [store]);
}
