/** The page for an error in this app. */

import { useEffect } from "react";
import { ApiError } from "#/api/error";
import { useText } from "#/i18n/use-text";
import { isBot } from "#/lib/bots";
import { reload } from "#/lib/reload";
import { describe, logger } from "#/logger/logger";
import { Button } from "#/ui/button";
import { Knot } from "#/ui/knot";
import { Page } from "#/ui/page";

export function ErrorPage({ error }: { error: unknown }) {
  const t = useText();
  useEffect(() => logger.fatal(describe(error)), [error]);
  if (isBot(navigator.userAgent)) return null;
  return (
    <Page
      title={t("shell.broken")}
      eyebrow={<Knot status={500} />}
      actions={<Button onClick={reload}>{t("shell.reload")}</Button>}
    >
      <p className="text-muted">{t("shell.brokenAdvice")}</p>
      {error instanceof ApiError && error.requestId ? (
        <p className="text-muted">{t("shell.requestId", { id: error.requestId })}</p>
      ) : null}
    </Page>
  );
}
