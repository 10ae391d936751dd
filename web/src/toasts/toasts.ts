/** The queue of short messages: at most 5, the oldest dropped, gone after their time. */
import { createStore, useStore } from "../lib/store";

export type ToastColor = "red" | "neutral";

export interface Toast {
  id: number;
  title: string;
  color: ToastColor;
}

/** Seed, section 9. */
const maxShown = 5;
const defaultDurationMs = 3000;

const store = createStore<{ toasts: readonly Toast[] }>({ toasts: [] });
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let lastId = 0;

/** Shows a sentence; the same one is not shown twice at once. */
export function addToast(title: string, color: ToastColor = "neutral"): void {
  const { toasts } = store.get();
  if (toasts.some((toast) => toast.title === title)) return;
  lastId += 1;
  store.set({ toasts: [...toasts, { id: lastId, title, color }].slice(-maxShown) });
  resumeToast(lastId);
}

export function removeToast(id: number): void {
  pauseToast(id);
  store.set({ toasts: store.get().toasts.filter((toast) => toast.id !== id) });
}

/** While someone reads it (hover or focus) a toast stays. */
export function pauseToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

export function resumeToast(id: number): void {
  pauseToast(id);
  timers.set(
    id,
    setTimeout(() => removeToast(id), defaultDurationMs),
  );
}

export function useToasts(): readonly Toast[] {
  return useStore(store).toasts;
}
