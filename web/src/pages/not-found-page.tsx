/** There is no such page. */
import { useEffect } from "react";
import { useText } from "../i18n/use-text";
import { isBot } from "../lib/bots";
import { logger } from "../logger/logger";
import { paths } from "../routes/paths";
import { buttonClass } from "../ui/button";
import { Mark } from "../ui/mark";
import { Page } from "../ui/page";

export function NotFoundPage() {
  const t = useText();
  const path = window.location.pathname;
  useEffect(() => logger.warn(`Page not found: ${path}`), [path]);
  if (isBot(navigator.userAgent)) return null;
  return (
    <Page
      title={t("shell.notFound")}
      eyebrow={<Mark status={404} />}
      actions={
        <a href={paths.index} className={buttonClass()}>
          {t("shell.toStart")}
        </a>
      }
    >
      <p className="text-muted">{t("shell.notFoundAdvice")}</p>
      <p className="wrap-anywhere font-mono text-sm text-muted">
        {t("shell.notFoundPath", { path })}
      </p>
    </Page>
  );
}
