/** Which modal dialog is on top: what must stay usable beside it has to be drawn inside it. */
import { createStore, useStore } from "./store";

const store = createStore<{ dialogs: readonly HTMLElement[] }>({ dialogs: [] });

/** Tells that a dialog went modal; the answer tells that it is no more. */
export function enterTopLayer(dialog: HTMLElement): () => void {
  setDialogs([...store.get().dialogs, dialog]);
  return () => setDialogs(store.get().dialogs.filter((other) => other !== dialog));
}

/** The dialog on top, or null where the page itself is. Everything outside it is inert. */
export function useTopDialog(): HTMLElement | null {
  return useStore(store).dialogs.at(-1) ?? null;
}

/** The page behind a dialog must not scroll under the finger. */
function setDialogs(dialogs: readonly HTMLElement[]): void {
  store.set({ dialogs });
  document.documentElement.style.overflow = dialogs.length > 0 ? "hidden" : "";
}
