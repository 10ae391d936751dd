/** The outcome of a deletion while the page is open: the page then shows the farewell. */
import { createStore, useStore } from "#/lib/store";

interface Outcome {
  isDeleted: boolean;
  /** True if LINE has withdrawn the permissions that the person had given to the app. */
  isLineInformed: boolean;
}

const none: Outcome = { isDeleted: false, isLineInformed: false };
const store = createStore<Outcome>(none);

export const setDeleted = (isLineInformed: boolean) =>
  store.set({ isDeleted: true, isLineInformed });
export const clearOutcome = () => store.set(none);
export const useOutcome = () => useStore(store);
