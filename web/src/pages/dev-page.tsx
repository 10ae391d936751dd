/** For developers: who the mock is, what is known of them, and how to become someone else. */
import { useState } from "react";
import { useStage } from "../app/stage";
import { LanguageSwitch } from "../features/language/language-switch";
import { useText } from "../i18n/use-text";
import { publicConfig } from "../lib/config";
import { paths } from "../routes/paths";
import { forgetSession, isLoggedIn, useSession } from "../session/session";
import { readText, removeStored, writeText } from "../storage/local";
import { Button, buttonClass } from "../ui/button";
import { Page } from "../ui/page";
import { Section } from "../ui/section";

export function DevPage() {
  const t = useText();
  const stage = useStage();
  const session = useSession();
  const config = publicConfig();
  const facts: [string, string][] = [
    ["userId", stage.userId ?? "–"],
    ["isFriend", String(stage.isFriend)],
    ["isLoggedIn", String(isLoggedIn(session))],
    ["registration", session.registration],
    ["reviewStatus", session.userInfo?.reviewStatus ?? "–"],
    ["mockEnable", String(config.mockEnable)],
    ["buildId", config.buildId],
  ];
  return (
    <Page title={t("shell.dev.title")}>
      <Section title={t("shell.dev.state")}>
        <dl className="flex flex-col gap-2 font-mono text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="grid grid-cols-[8rem_1fr] gap-2">
              <dt className="text-muted">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <LanguageSwitch />
      <div className="flex flex-wrap gap-3">
        {config.mockEnable ? (
          <Button look="secondary" onClick={becomeSomeoneElse}>
            {t("shell.dev.newUser")}
          </Button>
        ) : null}
        <DebugSwitch />
        <a href={paths.index} className={buttonClass("quiet")}>
          {t("shell.toStart")}
        </a>
      </div>
    </Page>
  );
}

/** Another made-up LINE user, as on another phone. */
function becomeSomeoneElse(): void {
  forgetSession();
  for (const key of [
    "mockUserId",
    "registrationTicket",
    "registerForm",
    "registerPage",
    "profilePhotos",
  ] as const) {
    removeStored(key);
  }
  window.location.assign(paths.index);
}

/** With it, the app also starts outside LINE. */
function DebugSwitch() {
  const t = useText();
  const [isDebug, setDebug] = useState(readText("debug") === "true");
  const toggle = () => {
    writeText("debug", String(!isDebug));
    setDebug(!isDebug);
  };
  return (
    <Button look="secondary" aria-pressed={isDebug} onClick={toggle}>
      {t("shell.dev.debug")}
    </Button>
  );
}
