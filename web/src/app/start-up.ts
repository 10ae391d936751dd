/** The start-up, in order: configuration, surface, LIFF, login, friendship, person, account. */
import { fetchRouteRule } from "../api/route-rules";
import { addressOf, judge } from "../guards/judge";
import { preferredLanguage } from "../i18n/languages";
import { activate } from "../i18n/load";
import { speakWithoutWords } from "../i18n/without-words";
import { fetchConfig } from "../lib/config";
import { routeOf } from "../lib/paths";
import { within } from "../lib/time-limit";
import {
  fetchFriendship,
  initLiff,
  isLineLoggedIn,
  lineLanguage,
  loadLiffUser,
  loginToLine,
} from "../liff/liff";
import { identifyMember } from "../person/identify-member";
import { resetLineLoginRetry, retryLineLogin } from "../person/line-login-retry";
import { storeFragment, storeReturnTo, takeReturnTo } from "../person/return-to";
import { type StartFailure, type StartStep, setStage } from "../person/stage";
import { fetchAhead } from "../routes/fetch-ahead";
import { getSession, restoreSession } from "../session/session";

export type Start =
  /** The pages may be drawn. */
  | { kind: "ready" }
  /** The browser is on its way to another address. */
  | { kind: "leaving" }
  | { kind: "failed"; failure: StartFailure };

/** LINE may be slow; after this it counts as not answering. */
const patienceMs = 30_000;

const ready: Start = { kind: "ready" };
const leaving: Start = { kind: "leaving" };

/** Finds out where the page is open and who opened it. Never throws; nothing is drawn here. */
export async function startUp(): Promise<Start> {
  // Developers see their page whatever works.
  const isDevPage = routeOf(window.location.pathname) === "dev";
  let step: StartStep = "config";
  // On their way meanwhile: nothing is said before LIFF has begun.
  const words = activate(preferredLanguage(navigator.languages));
  words.catch(() => undefined);
  try {
    const config = await fetchConfig();
    if (leaveThisBrowser()) return leaving;
    if (!isDevPage) void fetchRouteRule(window.location.pathname);

    step = "liff";
    const initialised = initLiff(config, { everything: isDevPage });
    // After what it depends on whether there is a page: connections are few.
    fetchAhead(window.location, words);
    await within(patienceMs, initialised);
    await words;
    if (!isLineLoggedIn()) {
      if (isDevPage) return ready;
      storeFragment(window.location);
      loginToLine();
      return leaving;
    }
    await activate(preferredLanguage([lineLanguage() ?? "", ...navigator.languages]));
    await storeReturnTo(window.location.search);

    // Neither waits for the other, and the friendship is told of first.
    const person = within(patienceMs, loadLiffUser());
    person.catch(() => undefined);
    step = "friendship";
    const isFriend = await within(patienceMs, fetchFriendship());
    step = "person";
    const { userId } = await person;
    setStage({ isInitialised: true, isFriend, userId });

    step = "proof";
    restoreSession(userId);
    await identifyMember();
    if (getSession().registration === "refused") {
      if (!isDevPage && retryLineLogin()) return leaving;
      throw new Error("LINE's proof was refused");
    }
    resetLineLoginRetry();
    if (isFriend && isKnown() && !isDevPage) goToWantedPlace();
    return ready;
  } catch (error) {
    const hasWords = await words.then(() => true, speakWithoutWords);
    // Without them only one thing can be said.
    const failure = { step: hasWords ? step : "config", error };
    if (!isDevPage) return { kind: "failed", failure };
    setStage({ failure });
    return ready;
  }
}

/** Outside LINE nothing starts. */
function leaveThisBrowser(): boolean {
  const verdict = judge(window.location, null);
  if (verdict.kind !== "leaveBy") return false;
  window.location.replace(addressOf(verdict.exit, window.location));
  return true;
}

/** Whoever has to register first arrives where they wanted to go after that. */
const isKnown = () => getSession().registration !== "notRegistered";

/** Before the router reads the address. Whether the person may be there is the guard's to say. */
function goToWantedPlace(): void {
  const place = takeReturnTo();
  if (place) window.history.replaceState(null, "", place);
}
