/** Ends every login of the account, for a person who used somebody else's device or lost their own. */
import { useState } from "react";
import { logoutEverywhere } from "../../api/account";
import { failureCode } from "../../api/error";
import { useText } from "../../i18n/use-text";
import { useIsOnline } from "../../lib/online";
import { getLiffUser } from "../../liff/liff";
import { askToConfirm } from "../../overlays/ask-to-confirm";
import { asMember } from "../../person/identify-member";
import { clearSession } from "../../session/session";
import { forgetProfile } from "../../storage/profile-cache";
import { addToast } from "../../toasts/toasts";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";

type State = { kind: "idle" } | { kind: "busy" } | { kind: "failed"; code: string };

export function LogOutEverywhere() {
  const t = useText();
  const isOnline = useIsOnline();
  const [state, setState] = useState<State>({ kind: "idle" });

  const leave = async () => {
    const isSure = await askToConfirm({
      title: t("rights.logout.title"),
      text: t("rights.logout.text"),
      confirmLabel: t("rights.logout"),
    });
    if (!isSure) return;
    setState({ kind: "busy" });
    try {
      // The other devices stay logged in unless the server answers, so this device waits for the answer.
      await asMember(logoutEverywhere);
    } catch (error) {
      setState({ kind: "failed", code: failureCode(error) });
      return;
    }
    addToast(t("rights.logout.done"), { color: "green" });
    void forgetProfile(getLiffUser().userId);
    clearSession();
  };

  return (
    <>
      <p className="border-t border-line pt-4 text-muted">{t("rights.logout.text")}</p>
      <Button
        look="secondary"
        className="sm:self-start"
        isBusy={state.kind === "busy"}
        disabled={!isOnline}
        onClick={() => void leave()}
      >
        {t("rights.logout")}
      </Button>
      <div role="alert">
        {state.kind === "failed" ? (
          <Banner isSilent tone="danger" title={t(`failure.${state.code}`)}>
            {t("rights.logout.failed")}
          </Banner>
        ) : null}
      </div>
    </>
  );
}
