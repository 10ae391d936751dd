/** Draws the result of the start-up: the first page, or the reason why the start-up failed. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { createRoot } from "react-dom/client";
import { forgetEarlyStart } from "#/features/home/early-start";
import type { StartFailure } from "#/person/stage";
import { getSession } from "#/session/session";
import { App } from "./app";
import { StartFailed } from "./start-failed";

export function draw(failure: StartFailure | null): void {
  const root = createRoot(document.getElementById("root") as HTMLElement);
  if (failure) {
    root.render(
      <I18nProvider i18n={i18n}>
        <StartFailed {...failure} />
      </I18nProvider>,
    );
    uncover();
  } else {
    // `App` starts the navigation, which must not read the address before LIFF has changed it.
    root.render(<App onReady={uncover} />);
  }
}

/** Empties the overlay too, because its first screen has words and ids that a page may have. A member's tap is over. */
function uncover(): void {
  if (getSession().registration === "registered") forgetEarlyStart();
  const overlay = document.getElementById("loading");
  // A browser makes a click only of a press that begins and ends on the same button. Without the overlay, the tap of a
  // person who is pressing its button would be lost.
  if (overlay?.querySelector(":active")) return void setTimeout(uncover, 50);
  overlay?.setAttribute("hidden", "");
  overlay?.replaceChildren();
}
