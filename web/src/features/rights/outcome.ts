/** The result of an account's deletion, which makes the profile page show the farewell. A reload forgets it. */
import { createStore, useStore } from "#/lib/store";

interface Outcome {
  isDeleted: boolean;
  /** True if LINE has withdrawn the permissions that the person had granted to the app. */
  isLineInformed: boolean;
}

const none: Outcome = { isDeleted: false, isLineInformed: false };
const store = createStore<Outcome>(none);

export const setDeleted = (isLineInformed: boolean) =>
  store.set({ isDeleted: true, isLineInformed });
export const clearOutcome = () => store.set(none);
export const useOutcome = () => useStore(store);
