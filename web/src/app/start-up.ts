/** The steps before the first page, in order: configuration, browser, LIFF, login, friendship, person, account. */
import { fetchRouteRule } from "#/api/route-rules";
import { isResubmissionQueued } from "#/features/registration/outbox/outbox-storage";
import { addressOf, resolveNavigation } from "#/guards/resolve-navigation";
import { preferredLanguage } from "#/i18n/languages";
import { activate, activateFallbackMessages } from "#/i18n/load";
import { loadConfig } from "#/lib/config";
import { paths, routeOf } from "#/lib/paths";
import { within } from "#/lib/time-limit";
import {
  fetchFriendship,
  initLiff,
  isLineLoggedIn,
  lineLanguage,
  loadLiffUser,
  loginToLine,
} from "#/liff/liff";
import { identifyMember } from "#/person/identify-member";
import { resetLineLoginRetry, retryLineLogin } from "#/person/line-login-retry";
import { storeFragment, storeReturnTo, takeReturnTo } from "#/person/return-to";
import { type StartFailure, type StartStep, setStage } from "#/person/stage";
import { preloadRequestedPage } from "#/routes/page-parts";
import { getSession, restoreSession } from "#/session/session";
import { finishDeletions } from "#/storage/account-store";

type Start =
  | { kind: "ready" }
  /** The browser leaves for another address, so the caller must draw nothing. */
  | { kind: "leaving" }
  | { kind: "failed"; failure: StartFailure };

/** The time limit for each answer from LINE. */
const timeoutMs = 30_000;

const ready: Start = { kind: "ready" };
const leaving: Start = { kind: "leaving" };

/** Finds out in which browser the page is open, and who opened it. Draws nothing and never throws. */
export async function startUp(): Promise<Start> {
  // The developers' page opens even if the start fails.
  const isDevPage = routeOf(window.location.pathname) === "dev";
  let step: StartStep = "config";
  // Load the language in parallel with LIFF, because no text is shown before LIFF is initialised.
  const language = activate(preferredLanguage(navigator.languages));
  language.catch(() => undefined);
  try {
    const config = await loadConfig();
    if (leaveThisBrowser()) return leaving;
    if (!isDevPage) void fetchRouteRule(window.location.pathname);

    step = "liff";
    const initialised = initLiff(config, { everything: isDevPage });
    // The page is preloaded after LIFF has begun. A browser opens few connections at once, and LIFF must come first,
    // because LIFF decides whether a page is shown at all.
    preloadRequestedPage(window.location, language);
    await within(timeoutMs, initialised);
    await language;
    if (!isLineLoggedIn()) {
      if (isDevPage) return ready;
      storeFragment(window.location);
      loginToLine();
      return leaving;
    }
    await activate(preferredLanguage([lineLanguage() ?? "", ...navigator.languages]));
    await storeReturnTo(window.location.search);

    // Ask for the person and for the friendship in parallel. If both calls fail, report the failure of the friendship.
    const person = within(timeoutMs, loadLiffUser());
    person.catch(() => undefined);
    step = "friendship";
    const isFriend = await within(timeoutMs, fetchFriendship());
    step = "person";
    const { userId } = await person;
    setStage({ isInitialised: true, isFriend, userId });
    finishDeletions();

    step = "proof";
    restoreSession(userId);
    await identifyMember();
    if (getSession().registration === "refused") {
      if (!isDevPage && retryLineLogin()) return leaving;
      throw new Error("the server refused LINE's ID token");
    }
    resetLineLoginRetry();
    if (isFriend && isMember() && !isDevPage) goToFirstPlace(userId);
    return ready;
  } catch (error) {
    const hasMessages = await language.then(() => true, activateFallbackMessages);
    // The fallback messages have texts only for a failure of the step "config".
    const failure = { step: hasMessages ? step : "config", error };
    if (!isDevPage) return { kind: "failed", failure };
    setStage({ failure });
    return ready;
  }
}

/** Leaves for another address if the app does not run in this browser. Returns true if the page is leaving. */
function leaveThisBrowser(): boolean {
  const decision = resolveNavigation(window.location, null);
  if (decision.kind !== "leaveBy") return false;
  window.location.replace(addressOf(decision.exit, window.location));
  return true;
}

/** Returns false for a person who has to register first. The page that the person wanted stays stored until then. */
const isMember = () => getSession().registration !== "notRegistered";

/**
 * Rewrites the address before the navigation reads it. The new address is the form if answers to a reviewer wait to be
 * sent, and otherwise the page that the person wanted. The guard then checks the new address.
 */
function goToFirstPlace(userId: string): void {
  const isAsked = getSession().userInfo?.reviewStatus === "NEEDS_INFO";
  const place = isAsked && isResubmissionQueued(userId) ? paths.register : takeReturnTo();
  if (place) window.history.replaceState(null, "", place);
}
