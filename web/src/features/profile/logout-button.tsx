/** The button that ends the session on this device. */
import { logout } from "#/api/account";
import { useText } from "#/i18n/use-text";
import { getLiffUser } from "#/liff/liff";
import { askToConfirm } from "#/overlays/open-dialog";
import { currentToken, logOut } from "#/session/session";
import { deleteRecords } from "#/storage/delete-records";
import { Button } from "#/ui/button";

export function LogoutButton() {
  const t = useText();
  const leave = async () => {
    const isSure = await askToConfirm({
      title: t("profile.logout.title"),
      text: t("profile.logout.text"),
      confirmLabel: t("profile.logout"),
    });
    const token = currentToken();
    if (!isSure) return;
    // Delete the data on this device without waiting for the server, which may be out of reach.
    logOut();
    void deleteRecords(getLiffUser().userId, "loggedOut");
    if (token) logout(token).catch(() => undefined);
  };
  return (
    <Button variant="ghost" onClick={() => void leave()}>
      {t("profile.logout")}
    </Button>
  );
}
