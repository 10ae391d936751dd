/** Says why the start failed and what the person can do. Shows LINE's error code, which LINE's support needs. */

import { useText } from "#/i18n/use-text";
import { isBot } from "#/lib/bots";
import { reload } from "#/lib/reload";
import { useListener } from "#/lib/use-listener";
import { logoutOfLine } from "#/liff/liff";
import {
  type LineError,
  type LineErrorTexts,
  lineErrorOf,
  lineErrorTexts,
} from "#/liff/line-error";
import { resetLineLoginRetry } from "#/person/line-login-retry";
import type { StartFailure, StartStep } from "#/person/stage";
import { clearSession } from "#/session/session";
import { Banner } from "#/ui/banner";
import { Button } from "#/ui/button";
import { Knot } from "#/ui/knot";
import { Page } from "#/ui/page";

export function StartFailed({ step, error }: StartFailure) {
  const t = useText();
  useListener(window, "online", reload);
  const lineError = lineErrorOf(error);
  // A crawler gets an empty page, because search results and link previews would show the error as if it were the app.
  if (isBot(navigator.userAgent)) return null;
  const { what, advice } = messagesOf(step, lineError);
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

function messagesOf(step: StartStep, lineError: LineError): LineErrorTexts {
  if (!navigator.onLine)
    return { what: "shell.start.offline", advice: "shell.start.offlineAdvice" };
  if (step === "proof") return { what: "shell.start.proof", advice: "shell.checkClock" };
  if (step !== "config" && lineError.platformCode) return lineErrorTexts(lineError.code);
  return { what: `shell.start.${step}`, advice: "shell.start.advice" };
}

function startOver({ code }: LineError): void {
  // LINE has refused its own token. Delete the token, or the next start fails in the same way.
  if (code === "400" || code === "401") logoutOfLine();
  resetLineLoginRetry();
  clearSession();
  reload();
}
