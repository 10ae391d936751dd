/** The stack of open modal dialogs. Toasts must be rendered inside the top one to stay usable. */
import { createStore, useStore } from "./store";

const store = createStore<{ dialogs: readonly HTMLElement[] }>({ dialogs: [] });

/** Adds a dialog that became modal. Returns a function that removes it. */
export function enterTopLayer(dialog: HTMLElement): () => void {
  setDialogs([...store.get().dialogs, dialog]);
  return () => setDialogs(store.get().dialogs.filter((other) => other !== dialog));
}

/** Returns the top dialog, or null if none is open. The browser makes everything outside the top dialog inert. */
export function useTopDialog(): HTMLElement | null {
  return useStore(store).dialogs.at(-1) ?? null;
}

/** The page behind a dialog must not scroll when the person drags in the dialog. */
function setDialogs(dialogs: readonly HTMLElement[]): void {
  store.set({ dialogs });
  document.documentElement.style.overflow = dialogs.length > 0 ? "hidden" : "";
}
