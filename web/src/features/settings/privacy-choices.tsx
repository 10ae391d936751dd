/** The pause and the switches of the privacy page. The page saves each change at once. */
import { useSyncExternalStore } from "react";
import type { PrivacyChoices } from "#/api/privacy";
import { useText } from "#/i18n/use-text";
import { useMyInfo } from "#/member/use-my-info";
import { askToConfirm } from "#/overlays/open-dialog";
import { useOwned } from "#/session/session";
import { Card, toneClasses } from "#/ui/card";
import { Choice } from "./choice";
import { privacySaver } from "./choice-saver";
import { PauseCard } from "./pause-card";

export function PrivacyChoicesForm({ known }: { known: PrivacyChoices }) {
  const t = useText();
  const saver = useOwned(privacySaver);
  const { wanted } = useSyncExternalStore(saver.subscribe, saver.getState);
  const { info } = useMyInfo();
  const choices = { ...known, ...wanted };
  const isEmployerListed = info ? info.profile.employerId !== "" : null;

  const hide = async (isOn: boolean) => {
    const isSafe = !isOn || isEmployerListed === true || (await askToHide(isEmployerListed));
    if (isSafe) saver.change({ hideFromColleagues: isOn });
  };
  const askToHide = (isListed: false | null) =>
    askToConfirm({
      title: t("settings.hide.nobody.title"),
      text: t(isListed === null ? "settings.hide.perhapsNobody.text" : "settings.hide.nobody.text"),
      confirmLabel: t("settings.hide.nobody.confirm"),
      isDanger: true,
    });

  return (
    <>
      <PauseCard pausedUntil={choices.pausedUntil} saver={saver} />
      <Card title={t("settings.privacy.seen")}>
        <Choice
          saver={saver}
          name="hideFromColleagues"
          label={t("settings.hide.label")}
          checked={choices.hideFromColleagues}
          onChange={(isOn) => void hide(isOn)}
        >
          <p>{t("settings.hide.text")}</p>
          <p>{t("settings.hide.stays")}</p>
          {choices.hideFromColleagues && isEmployerListed === false ? (
            <p className={`rounded-md px-3 py-2 ${toneClasses.danger}`}>
              {t("settings.hide.nobody.now")}
            </p>
          ) : null}
        </Choice>
        <Choice
          saver={saver}
          name="showEmployer"
          label={t("settings.showEmployer.label")}
          checked={choices.showEmployer}
          onChange={(showEmployer) => saver.change({ showEmployer })}
        >
          <p>{t("settings.showEmployer.text")}</p>
        </Choice>
        <Choice
          saver={saver}
          name="readReceipts"
          label={t("settings.readReceipts.label")}
          checked={choices.readReceipts}
          onChange={(readReceipts) => saver.change({ readReceipts })}
        >
          <p>{t("settings.readReceipts.text")}</p>
        </Choice>
      </Card>
    </>
  );
}
