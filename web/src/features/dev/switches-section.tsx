/** What a developer may change about this browser: debugging, language, and who the mock is. */
import { useState } from "react";
import { useText } from "../../i18n/use-text";
import { findConfig } from "../../lib/config";
import { paths } from "../../lib/paths";
import { useStage } from "../../person/stage";
import { clearSession } from "../../session/session";
import { readText, removeStored, writeText } from "../../storage/local";
import { Button } from "../../ui/button";
import { SwitchField } from "../../ui/fields/switch-field";
import { Section } from "../../ui/section";
import { LanguageSwitch } from "../language/language-switch";

export function SwitchesSection() {
  const t = useText();
  return (
    <Section title={t("dev.switches")}>
      <DebugSwitch />
      {findConfig()?.mockEnable ? <MockSwitches /> : null}
      <LanguageSwitch />
    </Section>
  );
}

/** With it, the app also starts outside LINE. */
function DebugSwitch() {
  const t = useText();
  const [isDebug, setDebug] = useState(readText("debug") === "true");
  const change = (checked: boolean) => {
    writeText("debug", String(checked));
    setDebug(checked);
  };
  return <SwitchField id="debug" label={t("dev.debug")} checked={isDebug} onChange={change} />;
}

function MockSwitches() {
  const t = useText();
  const { isFriend } = useStage();
  const change = (checked: boolean) => {
    writeText("mockIsFriend", String(checked));
    // The start-up asks for friendship, and everything else follows from it.
    window.location.reload();
  };
  return (
    <>
      <SwitchField id="friend" label={t("dev.friend")} checked={isFriend} onChange={change} />
      <Button look="secondary" onClick={becomeSomeoneElse}>
        {t("dev.newUser")}
      </Button>
    </>
  );
}

/** Another made-up LINE user, as on another phone. */
function becomeSomeoneElse(): void {
  clearSession();
  for (const key of [
    "mockUserId",
    "registrationTicket",
    "registerForm",
    "registerPage",
    "profilePhotos",
    "redirectPath",
    "secondLogin",
  ] as const) {
    removeStored(key);
  }
  window.location.assign(paths.index);
}
