/** The farewell after a deletion: it says what was deleted, and offers to leave or to register again. */
import { useText } from "#/i18n/use-text";
import { paths } from "#/lib/paths";
import { isInLine } from "#/liff/liff";
import { navigate } from "#/navigation/navigation";
import { setRegistration } from "#/session/session";
import { Button } from "#/ui/button";
import { Knot } from "#/ui/knot";
import { Page } from "#/ui/page";
import { clearOutcome } from "./outcome";

export function Farewell({ isLineInformed }: { isLineInformed: boolean }) {
  const t = useText();
  const register = async () => {
    setRegistration("notRegistered");
    await navigate(paths.register);
    clearOutcome();
  };
  const leave = async () => {
    const { closeWindow } = await import("#/liff/leaving");
    closeWindow();
  };
  return (
    <Page
      title={t("rights.farewell.title")}
      eyebrow={<Knot />}
      actions={
        <>
          {isInLine() ? (
            <Button onClick={() => void leave()}>{t("rights.farewell.close")}</Button>
          ) : null}
          <Button variant="ghost" onClick={() => void register()}>
            {t("rights.farewell.again")}
          </Button>
        </>
      }
    >
      <p className="text-lg text-muted">{t("rights.farewell.text")}</p>
      <p>{t(isLineInformed ? "rights.farewell.lineTold" : "rights.farewell.lineNotTold")}</p>
    </Page>
  );
}
