/** Decides which page a person may see. The decision is a pure function of what the app knows about the person. */
import type { RouteRule } from "#/api/route-rules";
import type { ReviewStatus } from "#/core/core";
import { paths, type RouteName, routeOf } from "#/lib/paths";
import type { Surface } from "#/liff/liff";
import { isWithReviewers, type Registration } from "#/session/session";

export interface GuardState {
  route: RouteName | null;
  surface: Surface;
  /** True with the mock or the debug flag, which let the app run outside LINE too. */
  mayRunAnywhere: boolean;
  /** False until LIFF is initialised. The app knows nothing about the person before that. */
  isInitialised: boolean;
  /** True while LIFF's SDK still has to redirect once more to the address in `liff.state`. */
  isLiffStateRedirect: boolean;
  isFriend: boolean;
  userId: string | null;
  registration: Registration;
  reviewStatus: ReviewStatus | null;
  rule: RouteRule | null;
}

export type Exit = "miniApp" | "addFriend";

export type NavigationDecision =
  | { kind: "stay" }
  /** Navigates within this app. `place` is a path with query and fragment. */
  | { kind: "goTo"; place: string }
  | { kind: "leaveFor"; address: string }
  | { kind: "leaveBy"; exit: Exit };

const membersPages: readonly (RouteName | null)[] = [
  "conversation",
  "edit",
  "matches",
  "messages",
  "news",
  "preferences",
  "privacy",
];

const stay: NavigationDecision = { kind: "stay" };
const goTo = (place: string): NavigationDecision => ({ kind: "goTo", place });

/** Returns the decision. ARCHITECTURE.md has a table of all cases. */
export function guard(state: GuardState): NavigationDecision {
  if (state.route === "dev") return stay;
  if (state.surface !== "liff" && !state.mayRunAnywhere) {
    return { kind: "leaveBy", exit: state.surface === "lineBrowser" ? "miniApp" : "addFriend" };
  }
  if (!state.isInitialised || state.isLiffStateRedirect) return stay;
  const decision = decideByPerson(state);
  return decision.kind === "stay" && state.rule ? decideByRule(state, state.rule) : decision;
}

function decideByPerson(state: GuardState): NavigationDecision {
  const { route } = state;
  if (route === null || route === "dev") return stay;
  if (!state.isFriend) return route === "friend" ? stay : goTo(paths.friend);
  if (state.userId === null) return stay;
  if (state.registration === "notRegistered") {
    return route === "register" ? stay : goTo(paths.register);
  }
  if (route === "friend") return goTo(paths.index);
  if (route === "register" && isRegistered(state)) return decideForForm(state.reviewStatus);
  // The home page says what a member without an approval is waiting for.
  if (membersPages.includes(route) && state.reviewStatus !== "APPROVED") return goTo(paths.index);
  return stay;
}

/** Keeps a member on the form only while the server waits for the member's answers. */
function decideForForm(reviewStatus: ReviewStatus | null): NavigationDecision {
  if (reviewStatus === "NEEDS_INFO") return stay;
  // The home page says what happens next in a review. The profile page shows a decision with its reasons.
  return goTo(isWithReviewers(reviewStatus) ? paths.index : paths.profile);
}

/** Goes where the server's route rule sends the person, unless the person may not see that page. Then stays. */
function decideByRule(state: GuardState, { to }: RouteRule): NavigationDecision {
  if (!to.startsWith("/")) return { kind: "leaveFor", address: to };
  const route = routeOf(to.split(/[?#]/, 1)[0] ?? to);
  return decideByPerson({ ...state, route }).kind === "stay" ? goTo(to) : stay;
}

/** Relies on the last known status while the server is out of reach. */
function isRegistered({ registration, reviewStatus }: GuardState): boolean {
  const wasRegistered = registration === "unreachable" && reviewStatus !== null;
  return registration === "registered" || wasRegistered;
}
