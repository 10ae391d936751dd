/** The pages of the console, and who may open them. */
import type { ComponentType } from "react";
import { sessionEnds } from "#/api/review-client";
import { reviewPaths, reviewRouteOf } from "#/lib/paths";
import { type Application, currentPlace, navigate, type Place } from "#/navigation/navigation";
import { unmountAllOverlays } from "#/overlays/overlays";
import { CaseScreen } from "./case/case-screen";
import { mayLeaveCase } from "./case/leave";
import { EnrolScreen } from "./enrol-screen";
import { NotFound } from "./messages-pages";
import { QueueScreen } from "./queue/queue-screen";
import { forgetReviewer, getReviewer, storeReturnTo } from "./session";
import { SignInScreen } from "./sign-in-screen";
import { StatisticsScreen } from "./statistics-screen";

const pages: Record<NonNullable<ReturnType<typeof reviewRouteOf>>, ComponentType> = {
  queue: QueueScreen,
  enrol: EnrolScreen,
  signIn: SignInScreen,
  statistics: StatisticsScreen,
  case: CaseScreen,
};

export const application: Application = {
  async check(place) {
    const stayAt = await mayLeaveCase(place);
    if (stayAt) return { to: stayAt };
    const to = redirectOf(place);
    return to ? { to } : null;
  },
  async load({ pathname }) {
    const route = reviewRouteOf(pathname);
    return route ? pages[route] : NotFound;
  },
  // All pages of the console are in its first file, so there is nothing to preload.
  prefetch: async () => undefined,
};

/** Returns the path to open instead of this place, or null. Stores the place if the reviewer must sign in first. */
function redirectOf(place: Place): string | null {
  const route = reviewRouteOf(place.pathname);
  const isSignedIn = getReviewer().kind === "signedIn";
  if (route === "signIn") return isSignedIn ? reviewPaths.queue : null;
  if (route === null || route === "enrol" || isSignedIn) return null;
  storeReturnTo(place);
  return reviewPaths.signIn;
}

/**
 * Goes to the sign-in page when the session ends. Drafts stay in this tab, and the reviewer returns to the page after
 * signing in. Returns a function that stops watching.
 */
export function watchSession(): () => void {
  return sessionEnds.subscribe(() => {
    if (getReviewer().kind === "signedOut") return;
    const place = currentPlace();
    forgetReviewer();
    storeReturnTo(place);
    unmountAllOverlays();
    void navigate(reviewPaths.signIn, { replace: true });
  });
}
