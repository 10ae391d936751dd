/** Something of ours broke. */
import { useText } from "../i18n/use-text";
import { Button } from "../ui/button";
import { Page } from "../ui/page";

export function ErrorPage() {
  const t = useText();
  return (
    <Page
      title={t("shell.broken")}
      actions={<Button onClick={() => window.location.reload()}>{t("shell.reload")}</Button>}
    >
      <p className="text-muted">{t("shell.brokenAdvice")}</p>
    </Page>
  );
}
