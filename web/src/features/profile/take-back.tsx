/** The button with which a member takes back a profile that no reviewer has claimed. */
import { useState } from "react";
import { hasCode } from "../../api/error";
import { showFailureToast } from "../../api/failure-toasts";
import { takeBack } from "../../api/resubmission";
import { useText } from "../../i18n/use-text";
import { askToConfirm } from "../../overlays/open-dialog";
import { asMember } from "../../person/identify-member";
import { addToast } from "../../toasts/toasts";
import { Button } from "../../ui/button";

interface Props {
  onTakenBack: () => Promise<void>;
  /** The page may show an old status: a reviewer has claimed the profile, or the answer was lost. */
  onFailed: () => Promise<void>;
}

export function TakeBackButton({ onTakenBack, onFailed }: Props) {
  const t = useText();
  const [isBusy, setBusy] = useState(false);
  const ask = async () => {
    const isSure = await askToConfirm({
      title: t("profile.takeBack.title"),
      text: t("profile.takeBack.text"),
      confirmLabel: t("profile.takeBack.confirm"),
    });
    if (!isSure) return;
    setBusy(true);
    try {
      await asMember(takeBack);
      await onTakenBack();
    } catch (error) {
      if (hasCode(error, "E008")) {
        addToast(t("profile.takeBack.claimed"), { color: "red", durationMs: claimedToastMs });
      } else {
        showFailureToast(error);
      }
      await onFailed();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="ghost" className="-ml-2 self-start" isBusy={isBusy} onClick={() => void ask()}>
      {t("profile.takeBack")}
    </Button>
  );
}

/** Long enough to read the reason. */
const claimedToastMs = 8_000;
