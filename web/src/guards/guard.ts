/** Where a person may be: one pure function over what is known of them. */
import type { ReviewStatus } from "../core/core";
import type { Surface } from "../liff/liff";
import { type Path, paths, type RouteName } from "../routes/paths";
import type { Registration } from "../session/session";

export interface GuardState {
  /** Null for a path that is no route. */
  route: RouteName | null;
  isInitialised: boolean;
  /** LINE's SDK is about to redirect once more. */
  isLiffStateRedirect: boolean;
  isFriend: boolean;
  userId: string | null;
  registration: Registration;
  reviewStatus: ReviewStatus | null;
}

export type Verdict = { kind: "stay" } | { kind: "goTo"; path: Path };

const stay: Verdict = { kind: "stay" };
const goTo = (path: Path): Verdict => ({ kind: "goTo", path });

/** Seed, section 2, with the three differences that the design page names. */
export function guard(state: GuardState): Verdict {
  const { route } = state;
  if (!state.isInitialised || state.isLiffStateRedirect) return stay;
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

/** Out of reach, what was known before still holds. */
function isRegistered({ registration, reviewStatus }: GuardState): boolean {
  const mayTrustMemory = registration === "unreachable" && reviewStatus !== null;
  return registration === "registered" || mayTrustMemory;
}

export interface Surroundings {
  surface: Surface;
  isMock: boolean;
  isDebug: boolean;
  /** Path, query and fragment the person asked for. */
  target: string;
  liffId: string;
  addFriendUrl: string;
}

/** Where a browser that is not a LIFF view is sent before anything starts; null to go on here. */
export function leaveFor(surroundings: Surroundings): string | null {
  const { surface, isMock, isDebug, target, liffId, addFriendUrl } = surroundings;
  if (surface === "liff" || isMock || isDebug) return null;
  return surface === "lineBrowser" ? `https://liff.line.me/${liffId}${target}` : addFriendUrl;
}
