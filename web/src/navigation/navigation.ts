/** Moves between the pages of an application: checks each place, loads its page, and then shows the page. */
import type { ComponentType } from "react";
import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { sleep } from "#/lib/sleep";
import { createStore, useStore } from "#/lib/store";

export interface Place {
  pathname: string;
  search: string;
  hash: string;
}

export interface Application {
  /** Returns the redirect if this person may not open the place, and otherwise null. */
  check: (place: Place) => Promise<Redirect | null>;
  /** Loads the page of the place, or the page that says "not found". */
  load: (place: Place) => Promise<ComponentType>;
  /** Loads the page before a person opens it. Rejects if a part of the page did not load. */
  prefetch: (pathname: string) => Promise<void>;
}

export type Redirect = { to: string } | { leaveFor: string };

export type View =
  | { kind: "empty" }
  | { kind: "page"; Page: ComponentType; place: Place }
  | { kind: "error"; error: unknown };

/** The time since the next page began to load. "short" needs no notice; "late" means that the page may never load. */
type Wait = "short" | "long" | "late";

const longAfterMs = 300;
const lateAfterMs = 3_000;
/** The shortest time for which the spinner before the first page stays, so that a person can read it. */
const spinnerForMs = 500;
/**
 * The pause before the scroll position is stored, because Safari refuses more than 100 history changes in 30 seconds.
 */
const scrollRestMs = 300;

const empty = { view: { kind: "empty" } as View, wait: "short" as Wait, scrollY: 0, nOpened: 0 };
const store = createStore<typeof empty>(empty);
export const subscribeNavigation = store.subscribe;

let application: Application | null = null;
/** The number of the newest navigation. An older navigation must not show its page any more. */
let newest = 0;
let finished: Promise<void> = Promise.resolve();
/** The scroll position for the page that is loading; null if the scroll position stays. */
let target: number | null = null;
let scrollTimer: ReturnType<typeof setTimeout> | undefined;

/** Opens the place in the address bar, and then follows Back and Forward. */
export function startNavigation(started: Application): () => void {
  application = started;
  const onPopState = () => void open(true);
  const onScroll = () => {
    clearTimeout(scrollTimer);
    scrollTimer = setTimeout(storeScroll, scrollRestMs);
  };
  // Scroll by hand, because the browser would scroll before the page of the place is drawn.
  window.history.scrollRestoration = "manual";
  window.addEventListener("popstate", onPopState);
  window.addEventListener("scroll", onScroll, { passive: true });
  void open(true);
  return () => {
    clearTimeout(scrollTimer);
    window.removeEventListener("popstate", onPopState);
    window.removeEventListener("scroll", onScroll);
    newest += 1;
    finished = Promise.resolve();
    store.set(empty);
  };
}

/** Opens a place of this application, at its top unless `keepsScroll`. Resolves after the page is drawn. */
export function navigate(to: string, { replace = false, keepsScroll = false } = {}): Promise<void> {
  storeScroll();
  if (replace) window.history.replaceState(null, "", to);
  else window.history.pushState(null, "", to);
  return open(!keepsScroll);
}

/** Adds a history entry for a screen without an address of its own, so that Back closes only the screen. */
export function pushScreen(): void {
  storeScroll();
  window.history.pushState(null, "");
}

/** Runs the guard again for the open place. Call this when the person's status has changed. */
export function revalidate(): Promise<void> {
  return open(false);
}

export async function prefetch(to: string): Promise<void> {
  await application?.prefetch(new URL(to, window.location.href).pathname);
}

/** Returns how long the next page has been loading. In spite of its name, this function does not wait. */
export const waitForPage = (): Wait => store.get().wait;

export const useNavigation = () => useStore(store);

/** Returns the place of the page that is drawn. The address bar may already show the next place. */
export function usePlace(): Place {
  // Read only `view`, so that React does not draw the page again while the next page loads.
  const view = useSyncExternalStore(store.subscribe, () => store.get().view);
  return view.kind === "page" ? view.place : currentPlace();
}

function open(isMove: boolean): Promise<void> {
  if (isMove) target = readScroll();
  newest += 1;
  finished = show(newest);
  return finished;
}

async function show(own: number): Promise<void> {
  const place = currentPlace();
  const { view: before } = store.get();
  const isShown = before.kind === "page" && before.place.pathname === place.pathname;
  const startedAt = performance.now();
  // Change only `wait`. The current page stays usable, because the next page may never load.
  if (store.get().wait !== "short") store.set({ wait: "short" });
  const timers = [[longAfterMs, "long"] as const, [lateAfterMs, "late"] as const].map(
    ([afterMs, wait]) =>
      setTimeout(() => {
        if (own === newest && !isShown) store.set({ wait });
      }, afterMs),
  );
  const view = await load(place, own).catch((error): View => ({ kind: "error", error }));
  for (const timer of timers) clearTimeout(timer);
  if (before.kind === "empty" && store.get().wait !== "short")
    await sleep(startedAt + longAfterMs + spinnerForMs - performance.now());
  if (own !== newest || view === null) return await finished;
  const { scrollY, nOpened } = store.get();
  const moved = { scrollY: target ?? scrollY, nOpened: nOpened + Number(target !== null) };
  target = null;
  flushSync(() => store.set({ view, wait: "short", ...moved }));
}

/** Returns null if a newer navigation has replaced this one. */
async function load(place: Place, own: number): Promise<View | null> {
  if (!application) throw new Error("the navigation was not started");
  const redirect = await application.check(place);
  if (own !== newest) return null;
  if (redirect && "leaveFor" in redirect) {
    window.location.replace(redirect.leaveFor);
    // The browser leaves this page, so nothing more must be drawn.
    return await new Promise<never>(() => undefined);
  }
  if (redirect) {
    window.history.replaceState(null, "", redirect.to);
    void open(true);
    return null;
  }
  return { kind: "page", place, Page: await application.load(place) };
}

export function currentPlace(): Place {
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash };
}

/** Stores the scroll position in the history entry, so that Back and a reload can restore it. */
function storeScroll(): void {
  clearTimeout(scrollTimer);
  const { history, scrollY } = window;
  if (readScroll() !== scrollY) history.replaceState({ ...history.state, scrollY }, "");
}

function readScroll(): number {
  const { scrollY } = (window.history.state ?? {}) as { scrollY?: number };
  return scrollY ?? 0;
}
