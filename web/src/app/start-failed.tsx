/** The start-up could not finish: what happened and what to do. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { useText } from "../i18n/use-text";
import { Banner } from "../ui/banner";
import { Button } from "../ui/button";
import { Page } from "../ui/page";

export type StartStep = "config" | "liff" | "friendship" | "person";

interface Props {
  step: StartStep;
  error: unknown;
}

export function StartFailed(props: Props) {
  return (
    <I18nProvider i18n={i18n}>
      <Failure {...props} />
    </I18nProvider>
  );
}

function Failure({ step, error }: Props) {
  const t = useText();
  const code = platformCode(error);
  return (
    <Page
      title={t("shell.start.failed")}
      actions={<Button onClick={() => window.location.reload()}>{t("shell.retry")}</Button>}
    >
      <Banner tone="danger" title={t(`shell.start.${step}`)}>
        {t("shell.start.advice")}
      </Banner>
      {code ? <p className="text-sm text-muted">{t("shell.start.code", { code })}</p> : null}
    </Page>
  );
}

/** LINE's own code, which its support asks for. */
function platformCode(error: unknown): string | null {
  const hasCode = typeof error === "object" && error !== null && "code" in error;
  return hasCode ? String(error.code) : null;
}
