/** The screen of a form in the outbox. It stays until the server has the form. */
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { type TextValues, useText } from "#/i18n/use-text";
import { useIsOnline } from "#/lib/online";
import { useAct } from "#/lib/use-act";
import { useSecondsUntil } from "#/lib/use-now";
import { addToast } from "#/toasts/toasts";
import { Banner } from "#/ui/banner";
import { Button, Spinner } from "#/ui/button";
import { Drawing } from "#/ui/drawing";
import sentDrawing from "#/ui/drawings/sent.svg?no-inline";
import { Page } from "#/ui/page";
import { Progress } from "#/ui/progress";
import type { Outbox } from "./outbox";
import type { OutboxState, Outcome } from "./outbox-machine";

/** The duration of the toast after a cancel, long enough to read that the server may have the form anyway. */
const cancelToastMs = 10_000;

interface SendingScreenProps {
  outbox: Outbox;
  onLogin: () => void;
  /** Opens the next page. Resolves to false if that page cannot be opened. */
  onDone: (outcome: Outcome) => Promise<boolean>;
}

export function SendingScreen({ outbox, onLogin, onDone }: SendingScreenProps) {
  const t = useText();
  const state = useSyncExternalStore(outbox.subscribe, outbox.getState);
  const isOnline = useIsOnline();
  const seconds = useSecondsUntil(state.step === "waiting" ? state.untilMs : null);
  if (state.step === "done") {
    const Done = outbox.kind === "registration" ? DoneScreen : LeavingScreen;
    return <Done outcome={state.outcome} onDone={onDone} />;
  }
  const { text, advice, action, fraction } = describeState(state, {
    isOffline: !isOnline,
    hasDocument: outbox.hasDocument,
  });
  const words = t(text.id, text.values);
  const cancel = () => {
    if (!outbox.cancel()) return;
    addToast(t("register.sending.mayHaveArrived"), { durationMs: cancelToastMs });
  };
  const percent = state.step === "uploading" ? Math.round(state.fraction * 100) : null;
  const isResting = state.step === "waiting" || state.step === "failed";
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
          <Button variant="secondary" onClick={cancel}>
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
      <p className="text-muted">{t(adviceOnClosing(outbox.isDurable, isResting))}</p>
    </Page>
  );
}

function adviceOnClosing(isDurable: boolean, isResting: boolean): string {
  if (!isDurable) return "register.sending.keepOpen";
  return isResting ? "register.sending.mayClose" : "register.sending.goesOn";
}

interface StateTexts {
  /** The text must not contain a countdown, because a screen reader would read the text out every second. */
  text: { id: string; values?: TextValues };
  advice?: string;
  action?: "tryNow" | "login";
  /** Progress from 0 to 1, or null without a progress bar. */
  fraction: number | null;
}

/** The part of the progress bar for the uploads. The token request comes before this part, and the payload after. */
const uploadsFrom = 0.1;
const uploadsTo = 0.85;

interface StateContext {
  isOffline: boolean;
  hasDocument: boolean;
}

export function describeState(
  state: OutboxState,
  { isOffline, hasDocument }: StateContext,
): StateTexts {
  switch (state.step) {
    case "uploading": {
      const { number, total, fraction } = state;
      const uploaded = (number - 1 + fraction) / total;
      const id = `register.sending.${hasDocument ? "uploadingFile" : "uploading"}`;
      return {
        text: { id, values: { number, total } },
        fraction: uploadsFrom + (uploadsTo - uploadsFrom) * uploaded,
      };
    }
    case "sending":
      return { text: { id: "register.sending.sending" }, fraction: 0.9 };
    case "waiting":
      return { ...describeWait(state.code, isOffline), action: "tryNow", fraction: null };
    case "needsLogin":
      return {
        text: { id: "register.sending.needsLogin" },
        advice: "register.sending.loginAdvice",
        action: "login",
        fraction: null,
      };
    case "failed":
      return {
        text: { id: "register.sending.stuck" },
        advice: `failure.${state.code}`,
        action: "tryNow",
        fraction: null,
      };
    default:
      return { text: { id: "register.sending.preparing" }, fraction: uploadsFrom / 2 };
  }
}

function describeWait(
  code: string | null,
  isOffline: boolean,
): Pick<StateTexts, "text" | "advice"> {
  if (code !== null) {
    return { text: { id: "register.sending.busy" }, advice: `failure.${code}` };
  }
  return { text: { id: `register.sending.${isOffline ? "offline" : "unreachable"}` } };
}

/** The time for which the screen shows "Sent" before the next page opens. */
const shownMs = 1_600;

const doneTexts = { accepted: "sent", earlierAccepted: "earlier", notNeeded: "found" } as const;

interface DoneScreenProps {
  outcome: Outcome;
  onDone: (outcome: Outcome) => Promise<boolean>;
}

function DoneScreen({ outcome, onDone }: DoneScreenProps) {
  const t = useText();
  const { isBusy, run } = useAct();
  const [isStranded, setStranded] = useState(false);
  const leave = () => run(async () => setStranded(!(await onDone(outcome))));

  const leaveNow = useEffectEvent(() => void leave());
  useEffect(() => {
    // The other outcomes have a longer text to read, so the screen stays until the person taps the button.
    if (outcome !== "accepted") return;
    const timer = setTimeout(() => leaveNow(), shownMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  const words = doneTexts[outcome];
  return (
    <Page
      title={t(`register.arrived.${words}`)}
      actions={
        outcome !== "accepted" || isStranded ? (
          <Button isBusy={isBusy} onClick={() => void leave()}>
            {t(outcome === "accepted" ? "shell.toStart" : "register.arrived.toProfile")}
          </Button>
        ) : null
      }
    >
      <Drawing
        src={sentDrawing}
        className="transition duration-500 starting:-translate-x-12 starting:opacity-0"
      />
      <p role="status" className="text-lg">
        {t(`register.arrived.${words}Text`)}
      </p>
      {isStranded ? <Banner>{t("register.arrived.offline")}</Banner> : null}
    </Page>
  );
}

/** Follows a resubmission. Opens the next page at once, because that page shows the outcome. */
function LeavingScreen({ outcome, onDone }: DoneScreenProps) {
  const t = useText();
  const leave = useEffectEvent(onDone);
  useEffect(() => void leave(outcome), [outcome]);
  return (
    <Page title={t("register.sending.title")}>
      <Spinner label={t("register.sending.sending")} />
    </Page>
  );
}
