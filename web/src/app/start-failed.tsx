/** The start-up could not finish: what happened, what to do, and LINE's own code for its support. */
import { useEffect } from "react";
import { useText } from "../i18n/use-text";
import { logoutOfLine } from "../liff/liff";
import { type LineError, lineErrorOf, lineErrorTexts } from "../liff/line-error";
import { resetLineLoginRetry } from "../person/line-login-retry";
import type { StartFailure, StartStep } from "../person/stage";
import { clearSession } from "../session/session";
import { Banner } from "../ui/banner";
import { Button } from "../ui/button";
import { Knot } from "../ui/knot";
import { Page } from "../ui/page";

export function StartFailed({ step, error }: StartFailure) {
  const t = useText();
  useEffect(() => {
    // Back on the network there is nothing to decide.
    window.addEventListener("online", reload);
    return () => window.removeEventListener("online", reload);
  }, []);
  const lineError = lineErrorOf(error);
  const { what, advice } = wordsOf(step, lineError);
  return (
    <Page
      title={t("shell.start.failed")}
      eyebrow={<Knot />}
      actions={<Button onClick={() => startOver(lineError)}>{t("shell.retry")}</Button>}
    >
      <Banner tone="danger" title={t(what)}>
        {t(advice)}
      </Banner>
      {lineError.platformCode ? (
        <p className="text-sm text-muted">
          {t("shell.start.code", { code: lineError.platformCode })}
        </p>
      ) : null}
    </Page>
  );
}

/** The most precise sentence there is: no network, LINE's code, or the step that failed. */
function wordsOf(step: StartStep, lineError: LineError): { what: string; advice: string } {
  if (!navigator.onLine)
    return { what: "shell.start.offline", advice: "shell.start.offlineAdvice" };
  if (step === "proof") return { what: "shell.start.proof", advice: "shell.checkClock" };
  if (step !== "config" && lineError.platformCode) return lineErrorTexts(lineError.code);
  return { what: `shell.start.${step}`, advice: "shell.start.advice" };
}

const reload = () => window.location.reload();

/** Begins anew, with nothing left of the attempts before. */
function startOver({ code }: LineError): void {
  // Tokens that LINE does not know any more would fail the next start too.
  if (code === "400" || code === "401") logoutOfLine();
  resetLineLoginRetry();
  clearSession();
  reload();
}
