/** The settings of this browser that a developer may change: debugging, the language, and the mock's user. */

import { useState } from "react";
import { LanguageSwitch } from "#/features/language/language-switch";
import { useText } from "#/i18n/use-text";
import { findConfig } from "#/lib/config";
import { paths } from "#/lib/paths";
import { reload } from "#/lib/reload";
import { useStage } from "#/person/stage";
import { clearSession } from "#/session/session";
import { readText, removeStored, writeText } from "#/storage/local";
import { Button } from "#/ui/button";
import { Card } from "#/ui/card";
import { SwitchField } from "#/ui/fields/switch-field";

export function SwitchesSection() {
  const t = useText();
  return (
    <Card title={t("dev.switches")}>
      <DebugSwitch />
      {findConfig()?.mockEnable ? <MockSwitches /> : null}
      <LanguageSwitch />
    </Card>
  );
}

/** While the debug mode is on, the app also starts outside LINE. */
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
    // Only the start-up reads the friendship, so reload the page.
    reload();
  };
  return (
    <>
      <SwitchField id="friend" label={t("dev.friend")} checked={isFriend} onChange={change} />
      <Button variant="secondary" onClick={becomeNewUser}>
        {t("dev.newUser")}
      </Button>
    </>
  );
}

/** Makes the mock invent another user. The records of the old user stay on the device, under keys of their own. */
function becomeNewUser(): void {
  clearSession();
  for (const key of ["mockUserId", "redirectPath", "secondLogin"] as const) removeStored(key);
  window.location.assign(paths.index);
}
