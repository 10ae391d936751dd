/** The last card of the profile page: export the data, log out everywhere, or delete the account. */
import type { ReactNode } from "react";
import { createExportLink, logoutEverywhere } from "#/api/account";
import { failureCode } from "#/api/error";
import { showUnseenFailure } from "#/api/failure-toasts";
import { currentLanguage, useText } from "#/i18n/use-text";
import { useIsOnline } from "#/lib/online";
import { useAct } from "#/lib/use-act";
import { getLiffUser, isInLine, openExternally } from "#/liff/liff";
import { confirmAct } from "#/member/confirm-act";
import { openDialog } from "#/overlays/open-dialog";
import { asMember } from "#/person/identify-member";
import { logOut as logOutHere } from "#/session/session";
import { deleteRecords } from "#/storage/delete-records";
import { addToast } from "#/toasts/toasts";
import { Banner } from "#/ui/banner";
import { Button } from "#/ui/button";
import { Card } from "#/ui/card";
import { PolicyButton } from "./policy-button";

export function OwnData() {
  const t = useText();
  const isOnline = useIsOnline();
  return (
    <Card title={t("rights.title")}>
      <PolicyButton />
      <Export />
      <LogOutEverywhere />
      <DeleteAccount />
      <p role="status" className="text-sm text-muted empty:hidden">
        {isOnline ? null : t("rights.offline")}
      </p>
    </Card>
  );
}

function Export() {
  const t = useText();
  const act = useAct(showUnseenFailure);
  const start = () =>
    act.run(async () => {
      const how = await startExport();
      addToast(t(`rights.export.${how}`), { color: "green" });
    });
  return (
    <>
      <p className="text-muted">{t("rights.export.text")}</p>
      <OnlineButton isBusy={act.isBusy} onClick={() => void start()}>
        {t("rights.export")}
      </OnlineButton>
      <div role="alert">
        {act.error === null ? null : (
          <Banner isSilent tone="danger" title={t(`failure.${failureCode(act.error)}`)}>
            {t("rights.tryAgain")}
          </Banner>
        )}
      </div>
    </>
  );
}

/** Starts the download of the export. LINE's own browser cannot save a file, so LINE opens the phone's browser. */
async function startExport(): Promise<"saved" | "opened"> {
  const url = await asMember(() => createExportLink(currentLanguage()));
  const address = new URL(url, window.location.href).href;
  if (isInLine()) {
    openExternally(address);
    return "opened";
  }
  // With the attribute `download`, an error page does not replace this page.
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
  return "saved";
}

/** Ends every login of the account, for a member who used another person's device or lost their own. */
function LogOutEverywhere() {
  const t = useText();
  const logOut = () =>
    confirmAct({
      question: {
        title: t("rights.logout.title"),
        text: t("rights.logout.text"),
        confirmLabel: t("rights.logout"),
      },
      advice: t("rights.logout.failed"),
      run: async () => {
        // The other devices stay logged in until the server has answered, so wait before logging out here.
        await asMember(logoutEverywhere);
        addToast(t("rights.logout.done"), { color: "green" });
        void deleteRecords(getLiffUser().userId, "loggedOut");
        logOutHere();
      },
    });

  return (
    <>
      <p className="border-t border-line pt-4 text-muted">{t("rights.logout.text")}</p>
      <OnlineButton onClick={() => void logOut()}>{t("rights.logout")}</OnlineButton>
    </>
  );
}

function DeleteAccount() {
  const t = useText();
  const open = () => void openDialog(async () => (await import("./delete-dialog")).DeleteDialog);
  return (
    <>
      <p className="border-t border-line pt-4 text-muted">{t("rights.delete.text")}</p>
      <Button variant="secondary" isDanger onClick={open}>
        {t("rights.delete")}
      </Button>
    </>
  );
}

interface OnlineButtonProps {
  isBusy?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function OnlineButton({ isBusy = false, onClick, children }: OnlineButtonProps) {
  const isOnline = useIsOnline();
  return (
    <Button variant="secondary" isBusy={isBusy} disabled={!isOnline} onClick={onClick}>
      {children}
    </Button>
  );
}
