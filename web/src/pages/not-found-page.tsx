/** The page for an unknown path. */
import { useEffect } from "react";
import { LanguageSwitch } from "#/features/language/language-switch";
import { useText } from "#/i18n/use-text";
import { isBot } from "#/lib/bots";
import { paths } from "#/lib/paths";
import { logger } from "#/logger/logger";
import { buttonClass } from "#/ui/button";
import { Knot } from "#/ui/knot";
import { Page } from "#/ui/page";

/** `isFatal` is true if the path is known but its query is not, such as a form page that does not exist. */
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
      eyebrow={<Knot status={404} />}
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
      <LanguageSwitch />
    </Page>
  );
}
