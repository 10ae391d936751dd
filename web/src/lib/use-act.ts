/** Runs the acts of a screen one at a time. An act is what a tap starts, such as a call of the server. */
import { useState, useSyncExternalStore } from "react";
import { createStore } from "./store";

/** `isShown` is false if the screen is gone and therefore cannot show the failure itself. */
type OnFailed = (error: unknown, isShown: boolean) => void;

class Acts {
  private readonly store = createStore({ running: null as string | null, error: null as unknown });

  readonly getState = this.store.get;
  readonly subscribe = this.store.subscribe;

  async run(act: () => Promise<unknown>, name: string, onFailed?: OnFailed): Promise<boolean> {
    // A second tap can arrive before React has disabled the button after the first tap.
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
  running: string | null;
  isBusy: boolean;
  error: unknown;
  /**
   * Runs an act to its end, even if the person leaves the screen. Put work that must follow a success into the act.
   * Returns true if the act succeeded, and false if it failed or another act is running.
   */
  run: (act: () => Promise<unknown>, name?: string) => Promise<boolean>;
}

export function useAct(onFailed?: OnFailed): Act {
  const [acts] = useState(() => new Acts());
  const { running, error } = useSyncExternalStore(acts.subscribe, acts.getState);
  const run = (act: () => Promise<unknown>, name = "") => acts.run(act, name, onFailed);
  return { running, isBusy: running !== null, error, run };
}
