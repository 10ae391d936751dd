/** How a deletion ended, for as long as the page is open: the farewell is shown in place of it. */
import { createStore, useStore } from "../../lib/store";

interface Outcome {
  isDeleted: boolean;
  /** Whether LINE was told to withdraw what the person allowed. */
  isLineTold: boolean;
}

const store = createStore<Outcome>({ isDeleted: false, isLineTold: false });

export const setDeleted = (isLineTold: boolean) => store.set({ isDeleted: true, isLineTold });
/** They may register again. */
export const forgetOutcome = () => store.set({ isDeleted: false, isLineTold: false });
export const useOutcome = () => useStore(store);
