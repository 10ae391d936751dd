/** Offers a rejected member an appeal, below the reasons of the rejection. */
import { i18n } from "@lingui/core";
import { useText } from "#/i18n/use-text";
import { ownProfile } from "#/member/own-profile";
import { openDialog } from "#/overlays/open-dialog";
import { setReviewStatus } from "#/session/session";
import { addToast } from "#/toasts/toasts";
import { Button } from "#/ui/button";

interface Props {
  /** The last moment for an appeal, in RFC 3339. */
  until: string;
  reload: () => Promise<void>;
}

export function Appeal({ until, reload }: Props) {
  const t = useText();
  const open = async () => {
    const load = async () => (await import("./appeal-dialog")).AppealDialog;
    await openDialog(load, { onSent, onChanged: () => void reload() });
  };
  const onSent = () => {
    addToast(t("rights.appeal.done"), { color: "green" });
    setReviewStatus("PENDING");
    // Change the profile on this device, so that the page shows the appeal even if the reload below fails.
    ownProfile().change((info) => ({
      ...info,
      reviewStatus: "PENDING",
      review: { reasons: [] },
    }));
    void reload();
  };
  const date = i18n.date(new Date(until), { dateStyle: "long" });
  return (
    <>
      <p className="text-muted">{t("rights.appeal.until", { date })}</p>
      <Button className="mt-2 self-stretch sm:self-start" onClick={() => void open()}>
        {t("rights.appeal")}
      </Button>
    </>
  );
}
