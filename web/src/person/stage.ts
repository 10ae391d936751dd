/** The facts about LINE that the start-up has found out. */
import { createStore, useStore } from "#/lib/store";

export type StartStep = "config" | "liff" | "friendship" | "person" | "proof";

export interface StartFailure {
  step: StartStep;
  error: unknown;
}

interface Stage {
  isInitialised: boolean;
  isFriend: boolean;
  userId: string | null;
  /** Set only on the dev page, which opens even after a failed start. */
  failure: StartFailure | null;
}

const store = createStore<Stage>({
  isInitialised: false,
  isFriend: false,
  userId: null,
  failure: null,
});

export const getStage = store.get;
export const setStage = store.set;
export const useStage = () => useStore(store);
