/** Stores which reviewer is signed in, and the address to open after signing in. */
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

export function useReviewSession(): ReviewSession | null {
  const reviewer = useReviewer();
  return reviewer.kind === "signedIn" ? reviewer.session : null;
}

/** Asks the server who is signed in. Throws if the call fails for any reason but a missing session. */
export async function loadReviewer(): Promise<ReviewerState> {
  try {
    store.set({ reviewer: { kind: "signedIn", session: await fetchReviewSession() } });
  } catch (error) {
    if (!isUnauthenticated(error)) throw error;
    forgetReviewer();
  }
  return getReviewer();
}

export function forgetReviewer(): void {
  store.set({ reviewer: { kind: "signedOut" } });
}

/** Ends the session on the server. If the call fails, the reviewer stays signed in and the error is thrown. */
export async function signOut(): Promise<void> {
  try {
    await endSession();
  } catch (error) {
    if (!isUnauthenticated(error)) throw error;
  }
  forgetReviewer();
}

export function storeReturnTo({ pathname, search }: { pathname: string; search: string }): void {
  const route = reviewRouteOf(pathname);
  if (route === null || route === "enrol" || route === "signIn") return;
  writeTabText("console:returnTo", pathname + search);
}

/** Returns the stored address and deletes it. Returns the path of the queue if no address is stored. */
export function takeReturnTo(): string {
  const place = readTabText("console:returnTo");
  removeTabText("console:returnTo");
  const isOurs = place !== null && reviewRouteOf(place.split("?", 1)[0] ?? "") !== null;
  return isOurs ? place : reviewPaths.queue;
}
