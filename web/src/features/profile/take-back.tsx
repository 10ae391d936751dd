/** The button with which a member takes back a profile that no reviewer has claimed. */
import { hasCode } from "#/api/error";
import { takeBack } from "#/api/resubmission";
import { useText } from "#/i18n/use-text";
import { confirmAct } from "#/member/confirm-act";
import { asMember } from "#/person/identify-member";
import { getSession } from "#/session/session";
import { addToast } from "#/toasts/toasts";
import { Button } from "#/ui/button";

interface Props {
  onTakenBack: () => Promise<void>;
  /** Loads the status again. Called after a failure, because a reviewer may have claimed the profile. */
  onFailed: () => Promise<void>;
}

export function TakeBackButton({ onTakenBack, onFailed }: Props) {
  const t = useText();
  const ask = () =>
    confirmAct({
      question: {
        title: t("profile.takeBack.title"),
        text: t("profile.takeBack.text"),
        confirmLabel: t("profile.takeBack.confirm"),
      },
      run: async () => {
        try {
          await asMember(takeBack);
        } catch (error) {
          await onFailed();
          if (hasCode(error, "E008")) {
            addToast(t("profile.takeBack.claimed"), { color: "red", durationMs: claimedToastMs });
          } else if (getSession().userInfo?.reviewStatus === "PENDING") {
            throw error;
          }
          // If the status is no longer PENDING, the server has taken the profile back, and only its response was lost.
          // The page then shows the new status.
          return;
        }
        // The dialog closes without waiting for the form, because loading the form may need the network.
        void onTakenBack();
      },
    });
  return (
    <Button variant="ghost" className="-ml-2 self-start" onClick={() => void ask()}>
      {t("profile.takeBack")}
    </Button>
  );
}

/** The toast stays longer than usual, because it gives a reason that the person has to read. */
const claimedToastMs = 8_000;
