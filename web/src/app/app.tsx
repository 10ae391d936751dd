/** The open page, with the parts of the screen that are the same on all pages. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { routeOf } from "#/lib/paths";
import { OverlayOutlet } from "#/overlays/overlay-outlet";
import { useSession } from "#/session/session";
import { ToastArea } from "#/toasts/toast-area";
import { ConnectionBanner } from "./connection-banner";
import { OpenPage } from "./open-page";
import { Refused } from "./refused";

/** Calls `onReady` when a page or a spinner is ready to be seen, so that the caller hides the loading overlay. */
export function App({ onReady }: { onReady: () => void }) {
  // The developers' page opens even if the server refuses LINE's ID token.
  const isDevPage = routeOf(window.location.pathname) === "dev";
  const isRefused = useSession().registration === "refused" && !isDevPage;
  return (
    <I18nProvider i18n={i18n}>
      <ToastArea />
      <ConnectionBanner />
      <OverlayOutlet />
      {isRefused ? <Refused /> : <OpenPage onReady={onReady} />}
    </I18nProvider>
  );
}
