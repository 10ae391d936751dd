/** The pages of the console, and who may open them. */
import type { ComponentType } from "react";
import { reviewPaths, reviewRouteOf } from "../lib/paths";
import type { Application, Place } from "../navigation/navigation";
import { CaseScreen } from "./case/case-screen";
import { mayLeaveCase } from "./case/leave";
import { EnrolScreen } from "./enrol-screen";
import { NotFound } from "./messages-pages";
import { QueueScreen } from "./queue/queue-screen";
import { getReviewer, storeReturnTo } from "./session";
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
  // The console is one file.
  prefetch: async () => undefined,
};

/** Returns the path to which this place leads for the reviewer, or null if they may stay. */
export function redirectOf(place: Place): string | null {
  const route = reviewRouteOf(place.pathname);
  const isSignedIn = getReviewer().kind === "signedIn";
  if (route === "signIn") return isSignedIn ? reviewPaths.queue : null;
  if (route === null || route === "enrol" || isSignedIn) return null;
  storeReturnTo(place);
  return reviewPaths.signIn;
}
