/** The stack of open modal dialogs. Toasts must be inside the top dialog, because everything outside it is inert. */
import { createStore, useStore } from "./store";

const store = createStore<{ dialogs: readonly HTMLElement[] }>({ dialogs: [] });

export function enterTopLayer(dialog: HTMLElement): () => void {
  setDialogs([...store.get().dialogs, dialog]);
  return () => setDialogs(store.get().dialogs.filter((other) => other !== dialog));
}

export function useTopDialog(): HTMLElement | null {
  return useStore(store).dialogs.at(-1) ?? null;
}

/** Keeps the page behind a dialog from scrolling when the person drags in the dialog. */
function setDialogs(dialogs: readonly HTMLElement[]): void {
  store.set({ dialogs });
  document.documentElement.style.overflow = dialogs.length > 0 ? "hidden" : "";
}
