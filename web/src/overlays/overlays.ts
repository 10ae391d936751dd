/** What is open above the page: each overlay is a component with a promise of its result. */
import type { ComponentType } from "react";
import { createStore, useStore } from "../lib/store";

/** Seed, section 4. What is closed may still move out, or wait to be opened again. */
export type OverlayState = "open" | "close" | "unmounted";

/** What every overlay's component is given beside its own props. */
export interface OverlayProps<Result> {
  isOpen: boolean;
  /** Without a result: the person went away. */
  close: (result?: Result) => void;
}

type AnyProps = OverlayProps<never>;
type OwnProps<Props> = Omit<Props, keyof AnyProps>;
type ResultOf<Props> = Props extends OverlayProps<infer Result> ? Result : never;

interface Options {
  /** Whether closing also unmounts it, with all that was typed into it. Yes unless said otherwise. */
  destroyOnClose?: boolean;
}

/** Props may be left out only where the component needs none. */
type OpenArguments<Props> =
  object extends OwnProps<Props>
    ? [props?: OwnProps<Props>, options?: Options]
    : [props: OwnProps<Props>, options?: Options];

export interface Overlay {
  id: number;
  component: ComponentType<OverlayProps<unknown>>;
  props: object;
  state: "open" | "close";
  destroyOnClose: boolean;
  resolve: (result: unknown) => void;
  /** Runs while it moves out. */
  leaving?: ReturnType<typeof setTimeout>;
}

export interface OpenedOverlay<Result> {
  id: number;
  result: Promise<Result | undefined>;
}

/** As long as the dialog takes to move out. */
const leavingMs = 200;

const store = createStore<{ overlays: readonly Overlay[] }>({ overlays: [] });
let lastId = 0;

/** Opens a component above the page. */
export function openOverlay<Props extends AnyProps>(
  component: ComponentType<Props>,
  ...[props = {} as OwnProps<Props>, { destroyOnClose = true } = {}]: OpenArguments<Props>
): OpenedOverlay<ResultOf<Props>> {
  lastId += 1;
  const id = lastId;
  const { promise, resolve } = promiseOf<ResultOf<Props>>();
  const overlay: Overlay = {
    id,
    component: component as unknown as Overlay["component"],
    props,
    state: "open",
    destroyOnClose,
    resolve,
  };
  store.set({ overlays: [...store.get().overlays, overlay] });
  return { id, result: promise };
}

/** Opens one that was kept, with what it had typed into it, and with other props if wanted. */
export function reopenOverlay<Result>(id: number, props: object = {}): Promise<Result | undefined> {
  const overlay = getOverlay(id);
  // Whoever waited for the time before is told, before somebody else waits.
  overlay.resolve(undefined);
  clearTimeout(overlay.leaving);
  const { promise, resolve } = promiseOf<Result>();
  change(id, { state: "open", props: { ...overlay.props, ...props }, resolve });
  return promise;
}

/** Closes it, and gives its result to whoever opened it. */
export function closeOverlay(id: number, result?: unknown): void {
  const { state, destroyOnClose, resolve } = getOverlay(id);
  if (state === "close") return;
  const leaving = destroyOnClose ? setTimeout(() => unmountOverlay(id), leavingMs) : undefined;
  change(id, { state: "close", leaving });
  resolve(result);
}

/** Takes it away at once. It is unknown from now on. */
export function unmountOverlay(id: number): void {
  const overlay = getOverlay(id);
  clearTimeout(overlay.leaving);
  store.set({ overlays: store.get().overlays.filter((other) => other !== overlay) });
  overlay.resolve(undefined);
}

/** Takes all away, as when the page beneath them goes. */
export function unmountAllOverlays(): void {
  for (const { id } of store.get().overlays) unmountOverlay(id);
}

/** In which state it is. */
export function overlayState(id: number): OverlayState {
  const overlay = store.get().overlays.find((other) => other.id === id);
  if (!overlay && !(id >= 1 && id <= lastId)) throw notFound();
  return overlay?.state ?? "unmounted";
}

/** All that are mounted, in the order they were opened first. */
export function useOverlays(): readonly Overlay[] {
  return useStore(store).overlays;
}

function getOverlay(id: number): Overlay {
  const overlay = store.get().overlays.find((other) => other.id === id);
  if (!overlay) throw notFound();
  return overlay;
}

function change(id: number, changed: Partial<Overlay>): void {
  const { overlays } = store.get();
  store.set({
    overlays: overlays.map((other) => (other.id === id ? { ...other, ...changed } : other)),
  });
}

/** Seed, section 8. */
function notFound(): Error {
  return new Error("Overlay not found");
}

function promiseOf<Result>() {
  let resolve: (result: unknown) => void = () => {};
  const promise = new Promise<Result | undefined>((done) => {
    resolve = done as (result: unknown) => void;
  });
  return { promise, resolve };
}
