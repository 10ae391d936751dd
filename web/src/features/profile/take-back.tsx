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
  /** A reviewer has claimed the profile: the page shows an old status. */
  onClaimed: () => Promise<void>;
}

export function TakeBackButton({ onTakenBack, onClaimed }: Props) {
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
      if (!hasCode(error, "E008")) return showFailureToast(error);
      addToast(t("profile.takeBack.claimed"), { color: "red", durationMs: claimedToastMs });
      await onClaimed();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="ghost" className="-ml-4 self-start" isBusy={isBusy} onClick={() => void ask()}>
      {t("profile.takeBack")}
    </Button>
  );
}

/** Long enough to read the reason. */
const claimedToastMs = 8_000;
