/** Which screen an opened form is at: consent, return, the pages, or the outbox. */
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Core } from "../../core/core";
import { useText } from "../../i18n/use-text";
import { addToast } from "../../toasts/toasts";
import { putUnreadAside } from "./draft/aside";
import { consentNow } from "./draft/consent";
import { loadPage } from "./draft/draft-storage";
import { hasAnswers } from "./draft/filled-pages";
import { NewerDraftScreen } from "./draft/newer-draft-screen";
import { WelcomeBackScreen } from "./draft/welcome-back-screen";
import { WelcomeScreen } from "./draft/welcome-screen";
import { firstPageWithError } from "./form/form-errors";
import { firstPage, lastPage } from "./form/page-table";
import { type OpenedForm, startOver } from "./open-form";
import { isInOutbox } from "./outbox/outbox-states";
import { SendingScreen } from "./outbox/sending-screen";
import { makeUseSubmit } from "./outbox/use-submit";
import { openPhotos } from "./photos/photo-actions";
import { slotsToSend } from "./photos/photo-list";
import { type FormPlace, RegisterForm } from "./register-form";

export interface StepsProps {
  opened: OpenedForm;
  /** Reads storage anew: another form stands there. */
  reopen: () => void;
  /** Null where the address names no page. */
  place: FormPlace | null;
  goTo: (place: FormPlace, options?: { replace: boolean }) => void;
  /** Leaves for LINE's login, and comes back. */
  onLogin: () => void;
  /** The profile stands: goes there; false where it is out of reach. */
  onArrived: () => Promise<boolean>;
  /** The draft was forgotten elsewhere: perhaps because the profile stands. */
  onForgotten: () => void;
  /** From now on things may be stored, and a ticket asked for. */
  onConsent: () => void;
  /** The form can be used. */
  onReady: (core: Core) => void;
}

/** How long it is said that something may have arrived. */
const toldMs = 10_000;

export function RegisterSteps(props: StepsProps) {
  const { opened, reopen, place, goTo, onForgotten, onConsent, onReady } = props;
  const { store, keeper, outbox, found } = opened;
  const t = useText();
  const state = useSyncExternalStore(outbox.subscribe, outbox.getState);
  const [hasConsent, setConsent] = useState(keeper.consent !== null);
  const useSubmit = useMemo(() => makeUseSubmit(outbox), [outbox]);
  const isSending = isInOutbox(state);

  useEffect(() => setConsent(keeper.consent !== null), [keeper]);
  useEffect(() => {
    const stops = [
      outbox.start(),
      openPhotos(store.files),
      keeper.start(store, (isGone) => {
        // Whoever follows the outbox is told by it.
        if (isInOutbox(outbox.getState())) return;
        if (isGone) onForgotten();
        reopen();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [opened]);
  useEffect(() => onReady(store.core), []);
  useEffect(() => {
    if (hasConsent) onConsent();
  }, [hasConsent]);
  useEffect(() => {
    if (state.step !== "cancelled" || !state.mayHaveArrived) return;
    addToast(t("register.sending.mayHaveArrived"), { durationMs: toldMs });
  }, [state]);

  const isRefused = state.step === "refused" && hasConsent && !place;
  useEffect(() => {
    if (state.step !== "refused" || !isRefused) return;
    // The form itself tells what is wrong; opened anew, it stands at no page yet.
    const page = firstPageWithError(state.errors) ?? lastPage;
    goTo({ page, isChange: page !== lastPage }, { replace: true });
  }, [isRefused]);

  const isBlank = hasConsent && !isSending && !isRefused && !place && !hasAnswers(store);
  useEffect(() => {
    if (isBlank) goTo({ page: firstPage, isChange: false }, { replace: true });
  }, [isBlank]);

  if (found === "newer") {
    const startNew = () => {
      putUnreadAside();
      reopen();
    };
    return <NewerDraftScreen onReload={() => window.location.reload()} onStartNew={startNew} />;
  }
  if (isSending) {
    const { isSaved, draft, photos } = store.getState();
    return (
      <SendingScreen
        outbox={outbox}
        isKept={isSaved && store.files.isDurable && outbox.isKept}
        hasDocument={slotsToSend(draft, photos).includes("document")}
        onLogin={props.onLogin}
        onArrived={props.onArrived}
      />
    );
  }
  if (!hasConsent) {
    const agree = () => {
      keeper.consent = consentNow();
      store.saveNow();
      setConsent(true);
    };
    return <WelcomeScreen isDraftLost={found === "unreadable"} onAgree={agree} />;
  }
  if (isBlank || isRefused) return null;
  if (!place) {
    const goOn = () => goTo({ page: loadPage() ?? firstPage, isChange: false });
    const forget = () => void startOver(opened).then(reopen);
    return <WelcomeBackScreen store={store} onContinue={goOn} onStartOver={forget} />;
  }
  return <RegisterForm store={store} place={place} goTo={goTo} useSubmission={useSubmit} />;
}
