/** The screen for a draft that a newer build of the app has stored, such as in another window. */
import { useText } from "#/i18n/use-text";
import { reload } from "#/lib/reload";
import { askToConfirm } from "#/overlays/open-dialog";
import { Button } from "#/ui/button";
import { Page } from "#/ui/page";

interface Props {
  /** Moves the newer draft to a backup record, and begins a new form. */
  onStartNew: () => void;
}

/** Offers a reload, which loads the newer build, or a new form. This build cannot read the newer draft. */
export function NewerDraftScreen({ onStartNew }: Props) {
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
          <Button onClick={reload}>{t("register.newer.reload")}</Button>
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
