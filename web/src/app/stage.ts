/** What the start-up found out about LINE: seed, section 3, client state. */
import { createStore, useStore } from "../lib/store";

export interface Stage {
  isInitialised: boolean;
  isFriend: boolean;
  userId: string | null;
}

const store = createStore<Stage>({ isInitialised: false, isFriend: false, userId: null });

export const getStage = store.get;
export const setStage = store.set;
export const useStage = () => useStore(store);
