/** The overlays: components that are open above the page, each with a promise of its result. */
import type { ComponentType } from "react";
import { createStore, useStore } from "#/lib/store";

/** A closed overlay stays mounted during its closing animation. */
type OverlayState = "open" | "close" | "unmounted";

export interface OverlayProps<Result> {
  isOpen: boolean;
  /**
   * Closes the overlay, without a result if the person only dismissed it. The phone's Back closes it without a result,
   * too, so an overlay that changes something on the server must itself update the page.
   */
  close: (result?: Result) => void;
}

export type AnyProps = OverlayProps<never>;
type OwnProps<Props> = Omit<Props, keyof AnyProps>;
export type ResultOf<Props> = Props extends OverlayProps<infer Result> ? Result : never;

/** Lets a caller leave out the props only if the component needs none. */
export type OpenArguments<Props> =
  object extends OwnProps<Props> ? [props?: OwnProps<Props>] : [props: OwnProps<Props>];

export interface Overlay {
  id: number;
  component: ComponentType<OverlayProps<unknown>>;
  props: object;
  state: "open" | "close";
  resolve: (result: unknown) => void;
  leaving?: ReturnType<typeof setTimeout>;
}

interface OpenedOverlay<Result> {
  id: number;
  result: Promise<Result | undefined>;
}

/** The length of a dialog's closing animation (`web/src/ui/dialog.tsx`). */
const leavingMs = 200;

const store = createStore<{ overlays: readonly Overlay[] }>({ overlays: [] });
let lastId = 0;

export function openOverlay<Props extends AnyProps>(
  component: ComponentType<Props>,
  ...[props = {} as OwnProps<Props>]: OpenArguments<Props>
): OpenedOverlay<ResultOf<Props>> {
  lastId += 1;
  const id = lastId;
  const { promise, resolve } = promiseOf<ResultOf<Props>>();
  const overlay: Overlay = {
    id,
    component: component as unknown as Overlay["component"],
    props,
    state: "open",
    resolve,
  };
  store.set({ overlays: [...store.get().overlays, overlay] });
  return { id, result: promise };
}

/** Closes an overlay and resolves its promise. What the person has typed into the overlay is lost. */
export function closeOverlay(id: number, result?: unknown): void {
  const { state, resolve } = getOverlay(id);
  if (state === "close") return;
  change(id, { state: "close", leaving: setTimeout(() => unmountOverlay(id), leavingMs) });
  resolve(result);
}

/** Removes an overlay at once, without an animation. Throws for an id that is not mounted. */
export function unmountOverlay(id: number): void {
  const overlay = getOverlay(id);
  clearTimeout(overlay.leaving);
  store.set({ overlays: store.get().overlays.filter((other) => other !== overlay) });
  overlay.resolve(undefined);
}

export function unmountAllOverlays(): void {
  for (const { id } of store.get().overlays) unmountOverlay(id);
}

/** Returns the state of an overlay. Throws for an id that never existed. */
export function overlayState(id: number): OverlayState {
  const overlay = store.get().overlays.find((other) => other.id === id);
  if (!overlay && !(id >= 1 && id <= lastId)) throw notFound();
  return overlay?.state ?? "unmounted";
}

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
