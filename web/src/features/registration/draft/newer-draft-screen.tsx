/** The draft on this device was written by a newer build: it stays untouched until this page is one. */
import { useText } from "../../../i18n/use-text";
import { askToConfirm } from "../../../overlays/open-dialog";
import { Button } from "../../../ui/button";
import { Page } from "../../../ui/page";

interface NewerDraftScreenProps {
  onReload: () => void;
  /** Puts the newer draft aside and begins another. */
  onStartNew: () => void;
}

export function NewerDraftScreen({ onReload, onStartNew }: NewerDraftScreenProps) {
  const t = useText();
  const startNew = async () => {
    const isSure = await askToConfirm({
      title: t("register.newer.confirmTitle"),
      text: t("register.newer.confirmText"),
      confirmLabel: t("register.newer.startNew"),
    });
    if (isSure) onStartNew();
  };
  return (
    <Page
      title={t("register.newer.title")}
      actions={
        <>
          <Button onClick={onReload}>{t("register.newer.reload")}</Button>
          <Button variant="ghost" onClick={() => void startNew()}>
            {t("register.newer.startNew")}
          </Button>
        </>
      }
    >
      <p className="text-lg">{t("register.newer.text")}</p>
    </Page>
  );
}
