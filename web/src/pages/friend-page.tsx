/** Asks to add the official account as a friend; coming back is noticed by the whole app. */
import { useState } from "react";
import { QrCode } from "../features/friend/qr-code";
import { useText } from "../i18n/use-text";
import { Icon } from "../icons/icon";
import { addFriendUrl } from "../lib/config";
import { fetchFriendship, openExternally } from "../liff/liff";
import { revalidate } from "../navigation/navigation";
import { setStage } from "../person/stage";
import { Banner } from "../ui/banner";
import { Button } from "../ui/button";
import { Knot } from "../ui/knot";
import { Page } from "../ui/page";

type Look = "idle" | "looking" | "notYet" | "failed";

export function FriendPage() {
  const t = useText();
  const { look, lookAgain } = useFriendship();
  return (
    <Page
      title={t("shell.friend.title")}
      eyebrow={<Knot className="size-14" />}
      actions={
        <>
          <Button onClick={() => openExternally(addFriendUrl())}>
            <Icon name="lucide:message-circle" />
            {t("shell.friend.add")}
          </Button>
          <Button look="secondary" isBusy={look === "looking"} onClick={() => void lookAgain()}>
            {t("shell.friend.again")}
          </Button>
        </>
      }
    >
      <p className="text-lg text-muted">{t("shell.friend.lead")}</p>
      <ol className="flex list-decimal flex-col gap-2 pl-6">
        <li>{t("shell.friend.step1")}</li>
        <li>{t("shell.friend.step2")}</li>
        <li>{t("shell.friend.step3")}</li>
      </ol>
      {/* A phone cannot read its own screen. */}
      <figure className="hidden items-center gap-6 rounded-lg border border-line bg-surface p-6 md:flex">
        <QrCode address={addFriendUrl()} label={t("shell.friend.qrLabel")} />
        <figcaption className="text-muted">{t("shell.friend.qr")}</figcaption>
      </figure>
      <div role="status">
        {look === "notYet" ? (
          <Banner isSilent title={t("shell.friend.notYet")}>
            {t("shell.friend.notYetAdvice")}
          </Banner>
        ) : null}
        {look === "failed" ? (
          <Banner isSilent tone="danger" title={t("shell.friend.failed")} />
        ) : null}
      </div>
    </Page>
  );
}

function useFriendship() {
  const [look, setLook] = useState<Look>("idle");
  const lookAgain = async () => {
    setLook("looking");
    try {
      const isFriend = await fetchFriendship();
      setStage({ isFriend });
      // The guard takes a friend away from here.
      if (isFriend) await revalidate();
      else setLook("notYet");
    } catch {
      setLook("failed");
    }
  };
  return { look, lookAgain };
}
