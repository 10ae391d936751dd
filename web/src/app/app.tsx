/** The pages, the toasts, and what all of them share. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { RouterProvider } from "@tanstack/react-router";
import { router } from "../routes/router";
import { ToastArea } from "../toasts/toast-area";

export function App() {
  return (
    <I18nProvider i18n={i18n}>
      <ToastArea />
      <RouterProvider router={router} />
    </I18nProvider>
  );
}
