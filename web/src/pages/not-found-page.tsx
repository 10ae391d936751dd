/** There is no such page. */
import { useEffect } from "react";
import { useText } from "../i18n/use-text";
import { isBot } from "../lib/bots";
import { paths } from "../lib/paths";
import { logger } from "../logger/logger";
import { buttonClass } from "../ui/button";
import { Mark } from "../ui/mark";
import { Page } from "../ui/page";

/** Fatal where the path is one of ours and what comes with it is not (seed, section 8). */
export function NotFoundPage({ isFatal = false }: { isFatal?: boolean }) {
  const t = useText();
  const path = window.location.pathname;
  useEffect(() => {
    if (isFatal) logger.fatal(`Page Not Found: ${path}`);
    else logger.warn(`Page not found: ${path}`);
  }, [isFatal, path]);
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
