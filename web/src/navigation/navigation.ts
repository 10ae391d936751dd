/** Moves between the pages of an application: checks each place, loads its page, then shows it. */
import type { ComponentType } from "react";
import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { sleep } from "#/lib/sleep";
import { createStore, useStore } from "#/lib/store";

/** A place of this app, in the parts of an address. */
export interface Place {
  pathname: string;
  /** With its question mark, or empty. */
  search: string;
  /** With its number sign, or empty. */
  hash: string;
}

/** The parts that one application adds: who may open a place, and which page stands there. */
export interface Application {
  /** Returns where the browser has to go instead of this place. */
  check: (place: Place) => Promise<Redirect | null>;
  /** Loads the page, which may be one that says that there is none. */
  load: (place: Place) => Promise<ComponentType>;
  /** Loads the page before anyone opens it. Rejects if a part of it did not load. */
  prefetch: (pathname: string) => Promise<void>;
}

/** A place of this application, or an address outside it, which takes a full load. */
export type Redirect = { to: string } | { leaveFor: string };

export type View =
  | { kind: "empty" }
  | { kind: "page"; Page: ComponentType; place: Place }
  | { kind: "error"; error: unknown };

/** The time that the next page has been loading: not long enough to say so, or so long that it may never come. */
type Wait = "short" | "long" | "late";

const longAfterMs = 300;
const lateAfterMs = 3_000;
/** The spinner in place of the first page stays long enough to be read. */
const spinnerForMs = 500;
/** Safari refuses more than 100 changes of the history in 30 seconds. */
const scrollRestMs = 300;

const empty = { view: { kind: "empty" } as View, wait: "short" as Wait, scrollY: 0, nOpened: 0 };
const store = createStore<typeof empty>(empty);
export const subscribeNavigation = store.subscribe;

let application: Application | null = null;
/** The number of the newest navigation. Older ones must not show anything any more. */
let newest = 0;
let finished: Promise<void> = Promise.resolve();
/** The scroll position of a place whose page is not drawn yet. */
let target: number | null = null;
let scrollTimer: ReturnType<typeof setTimeout> | undefined;

/** Opens the place in the address bar, and every later one. Returns the function that stops it. */
export function startNavigation(started: Application): () => void {
  application = started;
  const onPopState = () => void open(true);
  const onScroll = () => {
    clearTimeout(scrollTimer);
    scrollTimer = setTimeout(storeScroll, scrollRestMs);
  };
  // The browser would scroll before the page of the place is drawn.
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

/** Opens a place of this application, at its top or where the page is. Resolves after it is drawn. */
export function navigate(to: string, { replace = false, keepsScroll = false } = {}): Promise<void> {
  storeScroll();
  if (replace) window.history.replaceState(null, "", to);
  else window.history.pushState(null, "", to);
  return open(!keepsScroll);
}

/** Adds an entry at the open place for a screen without an address of its own, so that Back leaves the screen first. */
export function pushScreen(): void {
  storeScroll();
  window.history.pushState(null, "");
}

/** Checks the place again, because what is known of the person has changed. */
export function revalidate(): Promise<void> {
  return open(false);
}

/** Loads the page of an address before anyone opens it. Rejects if a part of it did not load. */
export async function prefetch(to: string): Promise<void> {
  await application?.prefetch(new URL(to, window.location.href).pathname);
}

/** Returns how long the next page has been loading. */
export const waitForPage = (): Wait => store.get().wait;

/** The state that the view draws. */
export const useNavigation = () => useStore(store);

/** Returns the place of the page that is drawn. The address bar may be ahead of it. */
export function usePlace(): Place {
  // A page is not drawn again while the next one loads.
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
  // The page before stays meanwhile, with its ways to other pages: the next one may never come.
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

/** Returns null if another navigation has taken the place of this one. */
async function load(place: Place, own: number): Promise<View | null> {
  if (!application) throw new Error("the navigation was not started");
  const redirect = await application.check(place);
  if (own !== newest) return null;
  if (redirect && "leaveFor" in redirect) {
    window.location.replace(redirect.leaveFor);
    // The browser leaves; nothing more is drawn.
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

/** Stores the scroll position with the history entry, so that Back and a reload return to it. */
function storeScroll(): void {
  clearTimeout(scrollTimer);
  const { history, scrollY } = window;
  if (readScroll() !== scrollY) history.replaceState({ ...history.state, scrollY }, "");
}

function readScroll(): number {
  const { scrollY } = (window.history.state ?? {}) as { scrollY?: number };
  return scrollY ?? 0;
}
