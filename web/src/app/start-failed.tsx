/** The start-up could not finish: what happened and what to do. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { useText } from "../i18n/use-text";
import { forgetSession } from "../session/session";
import { Banner } from "../ui/banner";
import { Button } from "../ui/button";
import { Page } from "../ui/page";
import { forgetSecondLogin } from "./second-login";

export type StartStep = "config" | "liff" | "friendship" | "person" | "proof";

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
      actions={<Button onClick={tryAgain}>{t("shell.retry")}</Button>}
    >
      <Banner tone="danger" title={t(`shell.start.${step}`)}>
        {t(step === "proof" ? "shell.checkClock" : "shell.start.advice")}
      </Banner>
      {code ? <p className="text-sm text-muted">{t("shell.start.code", { code })}</p> : null}
    </Page>
  );
}

/** Begins anew, with nothing left of the attempts before. */
function tryAgain(): void {
  forgetSecondLogin();
  forgetSession();
  window.location.reload();
}

/** LINE's own code, which its support asks for. */
function platformCode(error: unknown): string | null {
  const hasCode = typeof error === "object" && error !== null && "code" in error;
  return hasCode ? String(error.code) : null;
}
