/** Where a person may be: one pure function over what is known of them. */
import type { RouteRule } from "../api/route-rules";
import type { ReviewStatus } from "../core/core";
import { paths, type RouteName, routeOf } from "../lib/paths";
import type { Surface } from "../liff/liff";
import type { Registration } from "../session/session";

export interface GuardState {
  /** Null for a path that is no route. */
  route: RouteName | null;
  /** Where the page is open. */
  surface: Surface;
  /** Outside LINE the app runs only for those who test it: with the mock, or the debug flag. */
  mayRunAnywhere: boolean;
  /** What is known of LINE: nothing before this. */
  isInitialised: boolean;
  /** LINE's SDK is about to redirect once more. */
  isLiffStateRedirect: boolean;
  isFriend: boolean;
  userId: string | null;
  registration: Registration;
  reviewStatus: ReviewStatus | null;
  /** What the server says of this path; null where it says nothing. */
  rule: RouteRule | null;
}

/** Out of this browser: to the mini-app inside LINE, or to the page that adds our account. */
export type Exit = "miniApp" | "addFriend";

export type Verdict =
  | { kind: "stay" }
  /** To another place of this app: path, query and fragment. */
  | { kind: "goTo"; place: string }
  /** To an address outside it, by a full page load. */
  | { kind: "leaveFor"; address: string }
  | { kind: "leaveBy"; exit: Exit };

const stay: Verdict = { kind: "stay" };
const goTo = (place: string): Verdict => ({ kind: "goTo", place });

/** Seed, section 2, with the three differences that the design page names. */
export function guard(state: GuardState): Verdict {
  if (state.route === "dev") return stay;
  if (state.surface !== "liff" && !state.mayRunAnywhere) {
    return { kind: "leaveBy", exit: state.surface === "lineBrowser" ? "miniApp" : "addFriend" };
  }
  if (!state.isInitialised || state.isLiffStateRedirect) return stay;
  const verdict = byPerson(state);
  return verdict.kind === "stay" && state.rule ? byRule(state, state.rule) : verdict;
}

/** By who the person is to LINE and to us. */
function byPerson(state: GuardState): Verdict {
  const { route } = state;
  if (route === null || route === "dev") return stay;
  if (!state.isFriend) return route === "friend" ? stay : goTo(paths.friend);
  if (state.userId === null) return stay;
  if (state.registration === "notRegistered") {
    return route === "register" ? stay : goTo(paths.register);
  }
  if (route === "friend") return goTo(paths.index);
  if (route === "register" && isRegistered(state)) {
    return state.reviewStatus === "NEEDS_INFO" ? stay : goTo(paths.profile);
  }
  return stay;
}

/** By the server's rule, unless it leads where this person would be sent away from. */
function byRule(state: GuardState, { to }: RouteRule): Verdict {
  if (!to.startsWith("/")) return { kind: "leaveFor", address: to };
  const route = routeOf(to.split(/[?#]/, 1)[0] ?? to);
  return byPerson({ ...state, route }).kind === "stay" ? goTo(to) : stay;
}

/** Out of reach, what was known before still holds. */
function isRegistered({ registration, reviewStatus }: GuardState): boolean {
  const mayTrustMemory = registration === "unreachable" && reviewStatus !== null;
  return registration === "registered" || mayTrustMemory;
}
