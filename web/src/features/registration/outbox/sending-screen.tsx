/** Shows what becomes of the form once it is to be sent, until the profile stands. */
import { useSyncExternalStore } from "react";
import { useText } from "../../../i18n/use-text";
import { useIsOnline } from "../../../lib/online";
import { Button } from "../../../ui/button";
import { Page } from "../../../ui/page";
import { Progress } from "../../../ui/progress";
import { ArrivedScreen } from "./arrived-screen";
import type { Outbox } from "./outbox";
import { sendingWords } from "./sending-words";
import { useSecondsUntil } from "./use-seconds";

interface SendingScreenProps {
  outbox: Outbox;
  /** What is to be sent survives the page. */
  isKept: boolean;
  hasDocument: boolean;
  /** Leaves for LINE's login, and comes back to this. */
  onLogin: () => void;
  /** Goes to the profile; false where that is out of reach. */
  onArrived: () => Promise<boolean>;
}

export function SendingScreen({
  outbox,
  isKept,
  hasDocument,
  onLogin,
  onArrived,
}: SendingScreenProps) {
  const t = useText();
  const state = useSyncExternalStore(outbox.subscribe, outbox.getState);
  const isOnline = useIsOnline();
  const seconds = useSecondsUntil(state.step === "waiting" ? state.untilMs : null);
  if (state.step === "done") {
    return <ArrivedScreen arrival={state.arrival} onArrived={onArrived} />;
  }
  const { text, advice, action, fraction } = sendingWords(state, {
    isOffline: !isOnline,
    hasDocument,
  });
  const words = t(text.id, text.values);
  const percent = state.step === "uploading" ? Math.round(state.fraction * 100) : null;
  const isResting = state.step === "waiting" || state.step === "stuck";
  return (
    <Page
      title={t("register.sending.title")}
      actions={
        <>
          {action ? (
            <Button onClick={action === "login" ? onLogin : () => outbox.tryNow()}>
              {t(`register.sending.${action}`)}
            </Button>
          ) : null}
          <Button variant="secondary" onClick={() => outbox.cancel()}>
            {t("register.sending.cancel")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {fraction === null ? null : (
          <Progress
            label={t("register.sending.title")}
            value={fraction}
            max={1}
            valueText={words}
          />
        )}
        <div className="flex items-baseline justify-between gap-3">
          <p role="status" className="text-lg font-semibold">
            {words}
          </p>
          {percent === null ? null : (
            <p aria-hidden="true" className="text-muted tabular-nums">
              {t("register.sending.percent", { percent })}
            </p>
          )}
        </div>
        {advice ? <p className="text-muted">{t(advice)}</p> : null}
        {state.step === "waiting" ? (
          <p className="text-muted tabular-nums">{t("register.sending.nextTry", { seconds })}</p>
        ) : null}
      </div>
      <p className="text-muted">{t(adviceOnLeaving(isKept, isResting))}</p>
    </Page>
  );
}

function adviceOnLeaving(isKept: boolean, isResting: boolean): string {
  if (!isKept) return "register.sending.keepOpen";
  return isResting ? "register.sending.mayClose" : "register.sending.goesOn";
}
