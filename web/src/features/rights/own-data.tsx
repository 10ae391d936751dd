/** The last card of the profile page: export the data, log out everywhere, or delete the account. */
import { type ReactNode, useState } from "react";
import { createExportLink, logoutEverywhere } from "../../api/account";
import { failureCode } from "../../api/error";
import { currentLanguage, useText } from "../../i18n/use-text";
import { useIsOnline } from "../../lib/online";
import { getLiffUser, isInLine, openExternally } from "../../liff/liff";
import { askToConfirm, openDialog } from "../../overlays/open-dialog";
import { asMember } from "../../person/identify-member";
import { clearSession } from "../../session/session";
import { deleteRecords } from "../../storage/delete-records";
import { addToast } from "../../toasts/toasts";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { PolicyButton } from "./policy-button";

type Call = { kind: "idle" } | { kind: "busy" } | { kind: "failed"; code: string };

const idle: Call = { kind: "idle" };
const busy: Call = { kind: "busy" };

function failed(error: unknown): Call {
  return { kind: "failed", code: failureCode(error) };
}

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
  const [call, setCall] = useState(idle);

  const start = async () => {
    setCall(busy);
    try {
      const how = await startExport();
      setCall(idle);
      addToast(t(`rights.export.${how}`), { color: "green" });
    } catch (error) {
      setCall(failed(error));
    }
  };

  return (
    <>
      <p className="text-muted">{t("rights.export.text")}</p>
      <OnlineButton call={call} advice={t("rights.tryAgain")} onClick={() => void start()}>
        {t("rights.export")}
      </OnlineButton>
    </>
  );
}

/** LINE's own browser cannot save a file, so there the phone's browser downloads the export. */
async function startExport(): Promise<"saved" | "opened"> {
  const url = await asMember(() => createExportLink(currentLanguage()));
  const address = new URL(url, window.location.href).href;
  if (isInLine()) {
    openExternally(address);
    return "opened";
  }
  // With the attribute `download`, an error page does not take the place of this page.
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
  return "saved";
}

/** Ends every login of the account, for a member who used another person's device or lost their own. */
function LogOutEverywhere() {
  const t = useText();
  const [call, setCall] = useState(idle);

  const logOut = async () => {
    const isSure = await askToConfirm({
      title: t("rights.logout.title"),
      text: t("rights.logout.text"),
      confirmLabel: t("rights.logout"),
    });
    if (!isSure) return;
    setCall(busy);
    try {
      // The other devices stay logged in unless the server answers, so this device waits for the answer.
      await asMember(logoutEverywhere);
    } catch (error) {
      setCall(failed(error));
      return;
    }
    addToast(t("rights.logout.done"), { color: "green" });
    void deleteRecords(getLiffUser().userId, "loggedOut");
    clearSession();
  };

  return (
    <>
      <p className="border-t border-line pt-4 text-muted">{t("rights.logout.text")}</p>
      <OnlineButton call={call} advice={t("rights.logout.failed")} onClick={() => void logOut()}>
        {t("rights.logout")}
      </OnlineButton>
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
  call: Call;
  /** The next step after a failure. */
  advice: string;
  onClick: () => void;
  children: ReactNode;
}

/** A button that needs the server, and below it the failure of its last call. */
function OnlineButton({ call, advice, onClick, children }: OnlineButtonProps) {
  const t = useText();
  const isOnline = useIsOnline();
  return (
    <>
      <Button
        variant="secondary"
        isBusy={call.kind === "busy"}
        disabled={!isOnline}
        onClick={onClick}
      >
        {children}
      </Button>
      <div role="alert">
        {call.kind === "failed" ? (
          <Banner isSilent tone="danger" title={t(`failure.${call.code}`)}>
            {advice}
          </Banner>
        ) : null}
      </div>
    </>
  );
}
