/** Draws what the start-up leads to: the pages, or why there are none. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { createRoot } from "react-dom/client";
import { describe, logger, logUncaught } from "../logger/logger";
import { App } from "./app";
import { StartFailed } from "./start-failed";
import { startUp } from "./start-up";

export async function start(): Promise<void> {
  logUncaught();
  const root = createRoot(document.getElementById("root") as HTMLElement);
  const start = await startUp();
  if (start.kind === "leaving") return;
  if (start.kind === "failed") {
    const { step, error } = start.failure;
    logger.warn(`the start-up failed at ${step}: ${describe(error)}`);
    root.render(
      <I18nProvider i18n={i18n}>
        <StartFailed {...start.failure} />
      </I18nProvider>,
    );
    uncover();
  } else {
    // The router is made only here: LIFF must be done with the address first.
    root.render(<App onReady={uncover} />);
  }
}

/** Takes the overlay with the knot away. */
function uncover(): void {
  document.getElementById("loading")?.setAttribute("hidden", "");
}
