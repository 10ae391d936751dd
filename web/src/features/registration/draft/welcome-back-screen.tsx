/** A draft is there: the person goes on with it, or starts over. */
import { useText } from "../../../i18n/use-text";
import { askToConfirm } from "../../../overlays/open-dialog";
import { Button } from "../../../ui/button";
import { Page } from "../../../ui/page";
import { Progress } from "../../../ui/progress";
import type { FormStore } from "../form/form-store";
import { formatMoment } from "../form/formats";
import { countFilledPages } from "./filled-pages";

interface WelcomeBackScreenProps {
  store: FormStore;
  onContinue: () => void;
  onStartOver: () => void;
}

export function WelcomeBackScreen({ store, onContinue, onStartOver }: WelcomeBackScreenProps) {
  const t = useText();
  const { filled, total } = countFilledPages(store);
  const { savedAtMs } = store.getState();
  const pages = t("register.back.pages", { filled, total });
  const startOver = async () => {
    const isSure = await askToConfirm({
      title: t("register.startOver.title"),
      text: t("register.startOver.text"),
      confirmLabel: t("register.startOver.confirm"),
      isDanger: true,
    });
    if (isSure) onStartOver();
  };
  return (
    <Page
      title={t("register.back.title")}
      actions={
        <>
          <Button onClick={onContinue}>{t("register.back.continue")}</Button>
          <Button variant="ghost" onClick={() => void startOver()}>
            {t("register.back.startOver")}
          </Button>
        </>
      }
    >
      <p className="text-lg">{t("register.back.text")}</p>
      <div className="flex flex-col gap-2 rounded-md bg-surface p-4">
        <p className="font-semibold">{pages}</p>
        <Progress
          label={t("register.back.progress")}
          value={filled}
          max={total}
          valueText={pages}
        />
        {savedAtMs === null ? null : (
          <p className="text-sm text-muted">
            {t("register.back.savedAt", { time: formatMoment(savedAtMs) })}
          </p>
        )}
      </div>
    </Page>
  );
}
