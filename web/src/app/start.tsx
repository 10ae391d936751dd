/** The start-up, in order: configuration, surface, LIFF, login, friendship, person, account, pages. */
import { createRoot } from "react-dom/client";
import { leaveFor } from "../guards/guard";
import { preferredLanguage } from "../i18n/languages";
import { activate } from "../i18n/load";
import { addFriendUrl, fetchConfig, type PublicConfig } from "../lib/config";
import {
  fetchFriendship,
  initLiff,
  isLineLoggedIn,
  lineLanguage,
  loadLiffUser,
  loginToLine,
  surfaceOf,
} from "../liff/liff";
import { getSession, restoreSession } from "../session/session";
import { readText } from "../storage/local";
import { recognise } from "./recognise";
import { forgetSecondLogin, loginOnceMore } from "./second-login";
import { setStage } from "./stage";
import { StartFailed, type StartStep } from "./start-failed";

/** Runs the start-up once; a step that fails says which and can be tried again. */
export async function start(): Promise<void> {
  const root = createRoot(document.getElementById("root") as HTMLElement);
  let step: StartStep = "config";
  try {
    await activate(preferredLanguage(navigator.languages));
    const config = await fetchConfig();
    if (leave(config)) return;
    step = "liff";
    await initLiff(config);
    if (!isLineLoggedIn()) {
      loginToLine();
      return;
    }
    await activate(preferredLanguage([lineLanguage() ?? "", ...navigator.languages]));
    step = "friendship";
    const isFriend = await fetchFriendship();
    step = "person";
    const { userId } = await loadLiffUser();
    setStage({ isInitialised: true, isFriend, userId });
    restoreSession(userId);
    await recognise();
    if (getSession().registration === "refused") {
      if (loginOnceMore()) return;
      step = "proof";
      throw new Error("LINE's proof was refused twice");
    }
    forgetSecondLogin();
    // The router is made only now: LIFF must be done with the URL first.
    const { App } = await import("./app");
    root.render(<App />);
  } catch (error) {
    root.render(<StartFailed step={step} error={error} />);
  }
  hideLoading();
}

/** Outside LINE nothing starts. */
function leave(config: PublicConfig): boolean {
  const { pathname, search, hash } = window.location;
  const url = leaveFor({
    surface: surfaceOf(navigator.userAgent),
    isMock: config.mockEnable,
    isDebug: readText("debug") === "true",
    target: pathname + search + hash,
    liffId: config.liffId,
    addFriendUrl: addFriendUrl(),
  });
  if (url) window.location.replace(url);
  return url !== null;
}

function hideLoading(): void {
  document.getElementById("loading")?.setAttribute("hidden", "");
}
