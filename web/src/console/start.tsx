/** Starts the console: loads the configuration, the language and the reviewer, and opens the page of the address. */

import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { createRoot } from "react-dom/client";
import { preferredLanguage } from "#/i18n/languages";
import { activateConsole } from "#/i18n/load-console";
import { loadConfig } from "#/lib/config";
import { reviewRouteOf } from "#/lib/paths";
import { reload } from "#/lib/reload";
import { surfaceOf } from "#/lib/surface";
import { describe, logger, logUncaught } from "#/logger/logger";
import { startNavigation } from "#/navigation/navigation";
import { Console } from "./console";
import { readEnrolmentToken } from "./enrolment-token";
import { InLine, StartFailed } from "./messages-pages";
import { application, watchSession } from "./routes";
import { loadReviewer } from "./session";

export async function start(): Promise<void> {
  if (window.isTooOld) return;
  logUncaught();
  const root = createRoot(document.getElementById("root") as HTMLElement);
  const draw = (page: React.ReactNode) => {
    root.render(<I18nProvider i18n={i18n}>{page}</I18nProvider>);
    uncover();
  };
  const language = activateConsole(preferredLanguage(navigator.languages));
  // LINE's browser has no passkeys. Make no call, so that an enrolment link stays valid for another browser.
  if (surfaceOf(navigator.userAgent) !== "elsewhere") {
    await language;
    return draw(<InLine />);
  }
  readEnrolmentToken();
  // If the reviewer opens a second enrolment link in this tab, only the fragment changes and the browser loads
  // nothing. Reload the page to read the new token.
  window.addEventListener("hashchange", () => {
    if (reviewRouteOf(window.location.pathname) === "enrol") reload();
  });
  try {
    await Promise.all([language, loadConfig()]);
    if (reviewRouteOf(window.location.pathname) !== "enrol") await loadReviewer();
  } catch (error) {
    logger.warn(`the console did not start: ${describe(error)}`);
    await language.catch(() => undefined);
    return draw(<StartFailed error={error} />);
  }
  watchSession();
  draw(<Console />);
  startNavigation(application);
}

function uncover(): void {
  document.getElementById("loading")?.setAttribute("hidden", "");
}
