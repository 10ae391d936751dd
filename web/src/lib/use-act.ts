/** Runs what taps start: one act of a screen at a time, with its name and its failure for the screen. */
import { useState, useSyncExternalStore } from "react";
import { createStore } from "./store";

/** `isShown` is false if the screen is gone, so that it cannot show the failure itself. */
type OnFailed = (error: unknown, isShown: boolean) => void;

class Acts {
  private readonly store = createStore({ running: null as string | null, error: null as unknown });

  readonly getState = this.store.get;
  readonly subscribe = this.store.subscribe;

  async run(act: () => Promise<unknown>, name: string, onFailed?: OnFailed): Promise<boolean> {
    // React disables a button after the first tap, and the second may come before that.
    if (this.store.get().running !== null) return false;
    this.store.set({ running: name, error: null });
    try {
      await act();
      return true;
    } catch (error) {
      this.store.set({ error });
      onFailed?.(error, this.store.isWatched());
      return false;
    } finally {
      this.store.set({ running: null });
    }
  }
}

interface Act {
  /** The name of the act that runs, or null. */
  running: string | null;
  isBusy: boolean;
  /** The failure of the latest act, or null. */
  error: unknown;
  /**
   * Runs an act to its end, also if the screen goes away meanwhile. What has to follow a success belongs
   * into the act. Returns true if it succeeded, and false if it failed or another one runs.
   */
  run: (act: () => Promise<unknown>, name?: string) => Promise<boolean>;
}

/** Returns the acts of a component. `onFailed` is called with each failure. */
export function useAct(onFailed?: OnFailed): Act {
  const [acts] = useState(() => new Acts());
  const { running, error } = useSyncExternalStore(acts.subscribe, acts.getState);
  const run = (act: () => Promise<unknown>, name = "") => acts.run(act, name, onFailed);
  return { running, isBusy: running !== null, error, run };
}
