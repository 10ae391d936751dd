/** Which screen an opened form is at: consent, return, the pages, or the outbox. */
import { useEffect, useState, useSyncExternalStore } from "react";
import type { Core } from "../../core/core";
import { putUnreadAside } from "./draft/aside";
import { consentNow } from "./draft/consent";
import { loadPage } from "./draft/draft-storage";
import { hasAnswers } from "./draft/filled-pages";
import { NewerDraftScreen } from "./draft/newer-draft-screen";
import { WelcomeBackScreen } from "./draft/welcome-back-screen";
import { WelcomeScreen } from "./draft/welcome-screen";
import { firstPageWithError } from "./form/form-errors";
import { firstPage, lastPage } from "./form/page-table";
import { type FormPlace, RegistrationForm } from "./frame/registration-form";
import { type OpenedForm, startOver } from "./open-form";
import { isInOutbox } from "./outbox/outbox-machine";
import { SendingScreen } from "./outbox/sending-screen";

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

export function RegisterSteps(props: StepsProps) {
  const { opened, reopen, place, goTo, onForgotten, onConsent, onReady } = props;
  const { store, keeper, outbox, found } = opened;
  const state = useSyncExternalStore(outbox.subscribe, outbox.getState);
  const [hasConsent, setConsent] = useState(keeper.consent !== null);
  const isSending = isInOutbox(state);

  useEffect(() => setConsent(keeper.consent !== null), [keeper]);
  useEffect(() => {
    const stops = [
      outbox.start(),
      store.files.open(),
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

  const isRefused = state.step === "rejected" && hasConsent && !place;
  useEffect(() => {
    if (state.step !== "rejected" || !isRefused) return;
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
    return <SendingScreen outbox={outbox} onLogin={props.onLogin} onDone={props.onArrived} />;
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
  return <RegistrationForm store={store} place={place} goTo={goTo} outbox={outbox} />;
}
