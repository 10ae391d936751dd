/** 404. */
import { useText } from "../i18n/use-text";
import { paths } from "../routes/paths";
import { buttonClass } from "../ui/button";
import { Page } from "../ui/page";

export function NotFoundPage() {
  const t = useText();
  return (
    <Page
      title={t("shell.notFound")}
      actions={
        <a href={paths.index} className={buttonClass()}>
          {t("shell.toStart")}
        </a>
      }
    >
      <p className="text-muted">{t("shell.notFoundAdvice")}</p>
    </Page>
  );
}
