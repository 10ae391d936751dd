/** The queue of short messages: at most 5, the oldest dropped, each gone after its time. */
import { createStore, useStore } from "../lib/store";

export type ToastColor = "neutral" | "green" | "red";

/** The one thing a person may do about a message. */
export interface ToastAction {
  label: string;
  onClick: () => void;
}

export interface Toast {
  id: number;
  /** False for the moment between closing and being gone, in which it moves out. */
  open: boolean;
  title: string;
  color: ToastColor;
  /** Infinity stays until it is closed. */
  durationMs: number;
  action?: ToastAction;
  /** Called once its action cannot be taken any more. */
  onGone?: () => void;
}

export type ToastOptions = Partial<Pick<Toast, "color" | "durationMs" | "action" | "onGone">>;

interface Clock {
  leftMs: number;
  isPaused: boolean;
  /** Only while it runs. */
  running?: { timer: ReturnType<typeof setTimeout>; sinceMs: number };
}

/** Seed, section 9. */
const maxShown = 5;
const removalDelayMs = 200;
const defaultDurationMs = 3000;

const store = createStore<{ toasts: readonly Toast[] }>({ toasts: [] });
const clocks = new Map<number, Clock>();
let lastId = 0;

/** Shows a sentence and gives its id. One that is shown already gets its time anew instead. */
export function addToast(title: string, options: ToastOptions = {}): number {
  const { color = "neutral", durationMs = defaultDurationMs, action, onGone } = options;
  const { toasts } = store.get();
  const same = toasts.find((toast) => toast.open && toast.title === title);
  const id = same?.id ?? ++lastId;
  const toast: Toast = { id, open: true, title, color, durationMs, action, onGone };
  const isPaused = clocks.get(id)?.isPaused ?? false;
  forgetClock(id);
  clocks.set(id, { leftMs: durationMs, isPaused });
  store.set({
    toasts: same ? toasts.map((other) => (other === same ? toast : other)) : [...toasts, toast],
  });
  same?.onGone?.();
  while (store.get().toasts.length > maxShown) dropOne();
  if (!isPaused) resumeToast(id);
  return id;
}

/** Closes it: a moment later, when it has moved out, it is gone. */
export function closeToast(id: number): void {
  const { toasts } = store.get();
  if (!toasts.some((toast) => toast.id === id && toast.open)) return;
  forgetClock(id);
  store.set({
    toasts: toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)),
  });
  setTimeout(() => remove(id), removalDelayMs);
}

/** Stops its time, while someone reads it. */
export function pauseToast(id: number): void {
  const clock = clocks.get(id);
  if (!clock) return;
  const ranMs = clock.running ? performance.now() - clock.running.sinceMs : 0;
  clearTimeout(clock.running?.timer);
  clocks.set(id, { leftMs: clock.leftMs - ranMs, isPaused: true });
}

/** Lets the time go on that was left. */
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

/** All that are to be drawn, oldest first. */
export function useToasts(): readonly Toast[] {
  return useStore(store).toasts;
}

/** What moves out already makes room first, then the oldest. */
function dropOne(): void {
  const { toasts } = store.get();
  const dropped = toasts.find((toast) => !toast.open) ?? toasts[0];
  if (dropped) remove(dropped.id);
}

function remove(id: number): void {
  forgetClock(id);
  const { toasts } = store.get();
  store.set({ toasts: toasts.filter((toast) => toast.id !== id) });
  toasts.find((toast) => toast.id === id)?.onGone?.();
}

function forgetClock(id: number): void {
  clearTimeout(clocks.get(id)?.running?.timer);
  clocks.delete(id);
}
