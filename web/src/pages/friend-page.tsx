/** Asks the person to add the official account as a friend. `app/watch-friendship.ts` notices the person's return. */
import { useState } from "react";
import { QrCode } from "#/features/friend/qr-code";
import { LanguageSwitch } from "#/features/language/language-switch";
import { useText } from "#/i18n/use-text";
import { addFriendUrl } from "#/lib/config";
import { useAct } from "#/lib/use-act";
import { fetchFriendship, openExternally } from "#/liff/liff";
import { revalidate } from "#/navigation/navigation";
import { setStage } from "#/person/stage";
import { Banner } from "#/ui/banner";
import { Button } from "#/ui/button";
import { cardClass } from "#/ui/card";
import { Icon } from "#/ui/icon";
import { Knot } from "#/ui/knot";
import { Page } from "#/ui/page";

export function FriendPage() {
  const t = useText();
  const [isNotYet, setNotYet] = useState(false);
  const { isBusy, error, run } = useAct();
  const checkAgain = () =>
    run(async () => {
      setNotYet(false);
      const isFriend = await fetchFriendship();
      setStage({ isFriend });
      setNotYet(!isFriend);
      // The route guard redirects a person who is now a friend to the next page.
      if (isFriend) await revalidate();
    });
  return (
    <Page
      title={t("shell.friend.title")}
      eyebrow={<Knot />}
      actions={
        <>
          <Button onClick={() => openExternally(addFriendUrl())}>
            <Icon name="message-circle" />
            {t("shell.friend.add")}
          </Button>
          <Button variant="secondary" isBusy={isBusy} onClick={() => void checkAgain()}>
            {t("shell.friend.again")}
          </Button>
        </>
      }
    >
      <p className="text-lg">{t("shell.index.lead")}</p>
      <p className="text-muted">{t("shell.friend.lead")}</p>
      <ol className="flex list-decimal flex-col gap-2 pl-6">
        <li>{t("shell.friend.step1")}</li>
        <li>{t("shell.friend.step2")}</li>
        <li>{t("shell.friend.step3")}</li>
      </ol>
      {/* The QR code is hidden on a phone, which cannot scan its own screen. */}
      <figure className={`hidden items-center gap-6 md:flex ${cardClass}`}>
        <QrCode address={addFriendUrl()} label={t("shell.friend.qrLabel")} />
        <figcaption className="text-muted">{t("shell.friend.qr")}</figcaption>
      </figure>
      <div role="status">
        {isNotYet ? (
          <Banner isSilent title={t("shell.friend.notYet")}>
            {t("shell.friend.notYetAdvice")}
          </Banner>
        ) : null}
        {error === null ? null : <Banner isSilent tone="danger" title={t("shell.friend.failed")} />}
      </div>
      <LanguageSwitch />
    </Page>
  );
}
