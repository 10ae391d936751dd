/** Says what a deletion removes and what stays, asks for a second consent, and deletes the account. */
import { useId, useState } from "react";
import { failureCode } from "#/api/error";
import { showUnseenFailure } from "#/api/failure-toasts";
import { useText } from "#/i18n/use-text";
import { endIntoView } from "#/lib/end-into-view";
import { useIsOnline } from "#/lib/online";
import { useAct } from "#/lib/use-act";
import { getAccessToken } from "#/liff/leaving";
import type { OverlayProps } from "#/overlays/overlays";
import { Banner } from "#/ui/banner";
import { Button, Spinner } from "#/ui/button";
import { Dialog } from "#/ui/dialog";
import { deleteAccount, sayFarewell } from "./delete-account";

const parts = ["gone", "line", "stays"] as const;

export function DeleteDialog({ isOpen, close }: OverlayProps<void>) {
  const t = useText();
  const id = useId();
  const isOnline = useIsOnline();
  const [isUnderstood, setUnderstood] = useState(false);
  const { isBusy: isDeleting, error, run } = useAct(showUnseenFailure);

  /** Keeps the dialog open during the deletion, because closing would not stop it and would hide its result. */
  const leave = () => {
    if (!isDeleting) close();
  };

  const start = () =>
    run(async () => {
      const isLineInformed = await deleteAccount(getAccessToken());
      close();
      await sayFarewell(isLineInformed);
    });

  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      title={t("rights.delete.title")}
      closeLabel={t("ui.close")}
      actions={
        <>
          <Button variant="secondary" disabled={isDeleting} onClick={leave}>
            {t("ui.cancel")}
          </Button>
          <Button
            isDanger
            isBusy={isDeleting}
            disabled={!isUnderstood || !isOnline}
            onClick={() => void start()}
          >
            {t(error !== null ? "rights.delete.again" : "rights.delete.confirm")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {parts.map((part) => (
          <div key={part}>
            <h3 className="font-bold">{t(`rights.delete.${part}.title`)}</h3>
            <p className="whitespace-pre-line text-muted">{t(`rights.delete.${part}.text`)}</p>
          </div>
        ))}
        <label htmlFor={id} className="flex min-h-12 cursor-pointer items-center gap-3">
          <input
            id={id}
            type="checkbox"
            className="size-6 shrink-0 accent-danger"
            checked={isUnderstood}
            disabled={isDeleting}
            onChange={({ target }) => setUnderstood(target.checked)}
          />
          <span className="font-semibold">{t("rights.delete.understood")}</span>
        </label>
        <div>
          {isDeleting ? (
            <div ref={endIntoView}>
              <Spinner label={t("rights.delete.working")} />
            </div>
          ) : null}
          <div role="alert">
            {error !== null ? (
              <div ref={endIntoView}>
                <Banner isSilent tone="danger" title={t(`failure.${failureCode(error)}`)}>
                  {t("rights.delete.failed")}
                </Banner>
              </div>
            ) : null}
          </div>
          <div role="status">
            {isOnline ? null : (
              <Banner isSilent title={t("shell.offline")}>
                {t("rights.offline")}
              </Banner>
            )}
          </div>
        </div>
      </div>
    </Dialog>
  );
}
