/** The pages, the toasts, and what all of them share. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { OverlayOutlet } from "../overlays/overlay-outlet";
import { makeRouter } from "../routes/router";
import { ToastArea } from "../toasts/toast-area";
import { ConnectionBanner } from "./connection-banner";
import { offerNewerBuilds } from "./offer-newer-builds";
import { keepReconnecting } from "./reconnect";
import { watchFriendship } from "./watch-friendship";

export function App() {
  const [router] = useState(makeRouter);
  useEffect(() => {
    const ask = () => void router.invalidate();
    const stops = [keepReconnecting(ask), watchFriendship(ask), offerNewerBuilds(router)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [router]);
  return (
    <I18nProvider i18n={i18n}>
      <ToastArea />
      <ConnectionBanner />
      <OverlayOutlet />
      <RouterProvider router={router} />
    </I18nProvider>
  );
}
