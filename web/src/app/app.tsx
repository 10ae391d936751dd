/** The pages, the toasts, and what all of them share. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect } from "react";
import { router } from "../routes/router";
import { ToastArea } from "../toasts/toast-area";
import { ConnectionBanner } from "./connection-banner";
import { keepReconnecting } from "./reconnect";

export function App() {
  useEffect(() => keepReconnecting(() => void router.invalidate()), []);
  return (
    <I18nProvider i18n={i18n}>
      <ToastArea />
      <ConnectionBanner />
      <RouterProvider router={router} />
    </I18nProvider>
  );
}
