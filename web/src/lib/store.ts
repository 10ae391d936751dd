/** A small store that React can subscribe to. */
import { useSyncExternalStore } from "react";

interface Store<State> {
  get(): State;
  set(change: Partial<State>): void;
  subscribe(listener: () => void): () => void;
  isWatched(): boolean;
}

/** Resets the store to its first state when `signal` aborts, and ignores all later changes. */
export function createStore<State extends object>(
  initial: State,
  signal?: AbortSignal,
): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  const show = (next: State) => {
    state = next;
    for (const listener of listeners) listener();
  };
  signal?.addEventListener("abort", () => show(initial));
  return {
    get: () => state,
    set(change) {
      if (!signal?.aborted) show({ ...state, ...change });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isWatched: () => listeners.size > 0,
  };
}

export function useStore<State>(store: Store<State>): State {
  return useSyncExternalStore(store.subscribe, store.get);
}
