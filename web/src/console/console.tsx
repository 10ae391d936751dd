/** The root component of the console: the open page, with the toasts and dialogs above it. */

import { useEffect } from "react";
import { useText } from "#/i18n/use-text";
import { reload } from "#/lib/reload";
import { describe, logger } from "#/logger/logger";
import { NavigationView } from "#/navigation/navigation-view";
import { OverlayOutlet } from "#/overlays/overlay-outlet";
import { ToastArea } from "#/toasts/toast-area";
import { Button, Spinner } from "#/ui/button";
import { Frame } from "./frame";

export function Console() {
  return (
    <>
      <ToastArea />
      <OverlayOutlet />
      <NavigationView Pending={Pending} Failed={Failed} />
    </>
  );
}

function Pending() {
  const t = useText();
  return (
    <Frame>
      <Spinner label={t("shell.loading")} />
    </Frame>
  );
}

function Failed({ error }: { error: unknown }) {
  const t = useText();
  useEffect(() => logger.fatal(describe(error)), [error]);
  return (
    <Frame title={t("shell.broken")}>
      <p className="text-muted">{t("console.broken.advice")}</p>
      <Button onClick={reload}>{t("shell.reload")}</Button>
    </Frame>
  );
}
