/**
 * The last section of the profile page: export the data, log out everywhere, or delete the account.
 * The text beside the delete button says what a deletion does.
 */
import { useState } from "react";
import { failureCode } from "../../api/error";
import { useText } from "../../i18n/use-text";
import { useIsOnline } from "../../lib/online";
import { openOverlay } from "../../overlays/overlays";
import { addToast } from "../../toasts/toasts";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Section } from "../../ui/section";
import { loadTapped } from "../../version/load-chunk";
import { LogOutEverywhere } from "./log-out-everywhere";
import { takeExport } from "./take-export";

type Export = { kind: "idle" } | { kind: "busy" } | { kind: "failed"; code: string };

export function OwnData() {
  const t = useText();
  const isOnline = useIsOnline();
  const [state, setState] = useState<Export>({ kind: "idle" });

  const take = async () => {
    setState({ kind: "busy" });
    try {
      const how = await takeExport();
      setState({ kind: "idle" });
      addToast(t(`rights.export.${how}`), { color: "green" });
    } catch (error) {
      const code = failureCode(error);
      setState({ kind: "failed", code });
    }
  };

  const leave = async () => {
    const dialog = await loadTapped(() => import("./delete-dialog")).catch(() => null);
    if (!dialog) {
      addToast(t("ui.notOpened"), { color: "red" });
      return;
    }
    openOverlay(dialog.DeleteDialog);
  };

  return (
    <Section title={t("rights.title")}>
      <p className="text-muted">{t("rights.export.text")}</p>
      <Button
        look="secondary"
        className="sm:self-start"
        isBusy={state.kind === "busy"}
        disabled={!isOnline}
        onClick={() => void take()}
      >
        {t("rights.export")}
      </Button>
      <div role="alert">
        {state.kind === "failed" ? (
          <Banner isSilent tone="danger" title={t(`failure.${state.code}`)}>
            {t("rights.tryAgain")}
          </Banner>
        ) : null}
      </div>
      <LogOutEverywhere />
      <p className="border-t border-line pt-4 text-muted">{t("rights.delete.text")}</p>
      <Button
        look="secondary"
        className="border-danger! text-danger! sm:self-start"
        onClick={() => void leave()}
      >
        {t("rights.delete")}
      </Button>
      <p role="status" className="text-sm text-muted empty:hidden">
        {isOnline ? null : t("rights.offline")}
      </p>
    </Section>
  );
}
