/** The reviewer who is signed in, as far as the console knows. */
import { isUnauthenticated } from "#/api/error";
import {
  signOut as endSession,
  fetchReviewSession,
  type ReviewSession,
} from "#/api/review-session";
import { reviewPaths, reviewRouteOf } from "#/lib/paths";
import { createStore, useStore } from "#/lib/store";
import { readTabText, removeTabText, writeTabText } from "#/storage/tab";

type ReviewerState =
  | { kind: "unknown" }
  | { kind: "signedOut" }
  | { kind: "signedIn"; session: ReviewSession };

const store = createStore<{ reviewer: ReviewerState }>({ reviewer: { kind: "unknown" } });

export const getReviewer = (): ReviewerState => store.get().reviewer;
const useReviewer = (): ReviewerState => useStore(store).reviewer;

/** Returns the session of a reviewer who is signed in, or null. */
export function useReviewSession(): ReviewSession | null {
  const reviewer = useReviewer();
  return reviewer.kind === "signedIn" ? reviewer.session : null;
}

/** Finds out who is signed in. Throws if the server gives another answer, or none. */
export async function loadReviewer(): Promise<ReviewerState> {
  try {
    store.set({ reviewer: { kind: "signedIn", session: await fetchReviewSession() } });
  } catch (error) {
    if (!isUnauthenticated(error)) throw error;
    forgetReviewer();
  }
  return getReviewer();
}

/** Notes that the session is over, without a call. */
export function forgetReviewer(): void {
  store.set({ reviewer: { kind: "signedOut" } });
}

/** Ends the session. The console forgets it even if the call fails, and the error is thrown then. */
export async function signOut(): Promise<void> {
  try {
    await endSession();
  } catch (error) {
    if (!isUnauthenticated(error)) throw error;
  }
  forgetReviewer();
}

/** Stores the place to which the reviewer returns after signing in. */
export function storeReturnTo({ pathname, search }: { pathname: string; search: string }): void {
  const route = reviewRouteOf(pathname);
  if (route === null || route === "enrol" || route === "signIn") return;
  writeTabText("console:returnTo", pathname + search);
}

/** Returns that place once, or the queue. */
export function takeReturnTo(): string {
  const place = readTabText("console:returnTo");
  removeTabText("console:returnTo");
  const isOurs = place !== null && reviewRouteOf(place.split("?", 1)[0] ?? "") !== null;
  return isOurs ? place : reviewPaths.queue;
}
