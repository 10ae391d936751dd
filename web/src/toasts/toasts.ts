/** The queue of short messages. At most five are shown, and each message closes after its duration. */
import { useEffect } from "react";
import { createStore, useStore } from "#/lib/store";

export type ToastColor = "neutral" | "green" | "red";

/** A sentence, or a function that returns the sentence in the page's current language. */
export type ToastText = string | (() => string);

export function readToastText(text: ToastText): string {
  return typeof text === "string" ? text : text();
}

interface ToastAction {
  label: ToastText;
  onClick: () => void;
}

export interface Toast {
  id: number;
  /** False during the closing animation, until the toast is removed. */
  open: boolean;
  title: ToastText;
  color: ToastColor;
  /** Infinity keeps the toast until the person closes it. */
  durationMs: number;
  /** At most one toast with the same key is shown: a new toast replaces the old one. */
  key?: string | undefined;
  action?: ToastAction | undefined;
  /** Called when the toast is gone and the person can no longer choose its action. */
  onGone?: (() => void) | undefined;
}

export type ToastOptions = Partial<Omit<Toast, "id" | "open" | "title">>;

interface Clock {
  leftMs: number;
  isPaused: boolean;
  /** Undefined while the toast's time is paused or infinite. */
  running?: { timer: ReturnType<typeof setTimeout>; sinceMs: number };
}

// If you change these values, also change them in docs/product.md.
const maxShown = 5;
const removalDelayMs = 200;
const defaultDurationMs = 3000;

const store = createStore<{ toasts: readonly Toast[] }>({ toasts: [] });
const clocks = new Map<number, Clock>();
let lastId = 0;

/**
 * Shows a sentence and returns the toast's id. If the sentence is already shown, its time starts again. Pass a function
 * for a toast that stays longer than usual, because the person may change the language while it is shown.
 */
export function addToast(title: ToastText, options: ToastOptions = {}): number {
  const { color = "neutral", durationMs = defaultDurationMs, key, action, onGone } = options;
  const sentence = readToastText(title);
  const same = store
    .get()
    .toasts.find((toast) => toast.open && readToastText(toast.title) === sentence);
  removeKey(key, same?.id);
  const { toasts } = store.get();
  const id = same?.id ?? ++lastId;
  const toast: Toast = { id, open: true, title, color, durationMs, key, action, onGone };
  const isPaused = clocks.get(id)?.isPaused ?? false;
  deleteClock(id);
  clocks.set(id, { leftMs: durationMs, isPaused });
  store.set({
    toasts: same ? toasts.map((other) => (other === same ? toast : other)) : [...toasts, toast],
  });
  same?.onGone?.();
  while (store.get().toasts.length > maxShown) dropOne();
  if (!isPaused) resumeToast(id);
  return id;
}

export function closeToast(id: number): void {
  const { toasts } = store.get();
  if (!toasts.some((toast) => toast.id === id && toast.open)) return;
  deleteClock(id);
  store.set({
    toasts: toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)),
  });
  setTimeout(() => remove(id), removalDelayMs);
}

export function closeToastOf(key: string): void {
  for (const toast of store.get().toasts) if (toast.key === key) closeToast(toast.id);
}

/** Closes the toast with this key when the calling component, such as its page, is unmounted. */
export function useOwnToast(key: string): void {
  useEffect(() => () => closeToastOf(key), [key]);
}

export function pauseToast(id: number): void {
  const clock = clocks.get(id);
  if (!clock) return;
  const ranMs = clock.running ? performance.now() - clock.running.sinceMs : 0;
  clearTimeout(clock.running?.timer);
  clocks.set(id, { leftMs: clock.leftMs - ranMs, isPaused: true });
}

export function resumeToast(id: number): void {
  const clock = clocks.get(id);
  if (!clock || clock.running) return;
  const { leftMs } = clock;
  if (leftMs === Infinity) {
    clocks.set(id, { leftMs, isPaused: false });
    return;
  }
  const timer = setTimeout(() => closeToast(id), Math.max(0, leftMs));
  clocks.set(id, { leftMs, isPaused: false, running: { timer, sinceMs: performance.now() } });
}

/** Returns the toasts to draw, the oldest first. */
export function useToasts(): readonly Toast[] {
  return useStore(store).toasts;
}

/** Removes a toast that is already closing, or else the oldest toast. */
function dropOne(): void {
  const { toasts } = store.get();
  const dropped = toasts.find((toast) => !toast.open) ?? toasts[0];
  if (dropped) remove(dropped.id);
}

function removeKey(key: string | undefined, exceptId: number | undefined): void {
  if (key === undefined) return;
  for (const toast of store.get().toasts) {
    if (toast.key === key && toast.id !== exceptId) remove(toast.id);
  }
}

function remove(id: number): void {
  deleteClock(id);
  const { toasts } = store.get();
  store.set({ toasts: toasts.filter((toast) => toast.id !== id) });
  toasts.find((toast) => toast.id === id)?.onGone?.();
}

function deleteClock(id: number): void {
  clearTimeout(clocks.get(id)?.running?.timer);
  clocks.delete(id);
}
