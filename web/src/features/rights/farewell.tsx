/** The account is gone: what happened, and the two ways on. */
import { useText } from "../../i18n/use-text";
import { paths } from "../../lib/paths";
import { isInLine } from "../../liff/liff";
import { navigate } from "../../navigation/navigation";
import { setRegistration } from "../../session/session";
import { Button } from "../../ui/button";
import { Knot } from "../../ui/knot";
import { Page } from "../../ui/page";
import { forgetOutcome } from "./outcome";

export function Farewell({ isLineTold }: { isLineTold: boolean }) {
  const t = useText();
  const register = async () => {
    setRegistration("notRegistered");
    await navigate(paths.register);
    forgetOutcome();
  };
  const leave = async () => {
    const { closeWindow } = await import("../../liff/leaving");
    closeWindow();
  };
  return (
    <Page
      title={t("rights.farewell.title")}
      eyebrow={<Knot className="size-14" />}
      actions={
        <>
          {isInLine() ? (
            <Button onClick={() => void leave()}>{t("rights.farewell.close")}</Button>
          ) : null}
          <Button look="quiet" onClick={() => void register()}>
            {t("rights.farewell.again")}
          </Button>
        </>
      }
    >
      <p className="text-lg text-muted">{t("rights.farewell.text")}</p>
      <p>{t(isLineTold ? "rights.farewell.lineTold" : "rights.farewell.lineNotTold")}</p>
    </Page>
  );
}
