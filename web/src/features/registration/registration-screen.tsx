/** Opens the form of a new profile, and shows the screen that fits its state. */

import {
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from "react";
import type { Core } from "#/core/core";
import { useCore } from "#/core/use-core";
import { forgetEarlyStart, noteEarlyStart, useEarlyStart } from "#/features/home/early-start";
import { FirstScreen } from "#/features/home/first-screen";
import { LanguageSwitch } from "#/features/language/language-switch";
import { openPrivacyPolicy } from "#/features/policy/privacy-policy";
import { useText } from "#/i18n/use-text";
import type { TabLock, TabLockState } from "#/lib/tab-lock";
import { logger } from "#/logger/logger";
import { firstPageWithError } from "#/profile-form/answers/form-errors";
import { firstPage, lastPage } from "#/profile-form/answers/page-table";
import {
  ElsewhereScreen,
  FormLockContext,
  isOwner,
  useFormLock,
  useKeepAnswers,
} from "#/profile-form/frame/form-lock";
import { LoadFailed } from "#/profile-form/frame/load-failed";
import { NewerDraftScreen } from "#/profile-form/frame/newer-draft-screen";
import { openPhotos } from "#/profile-form/photos/photo-actions";
import { checkConfirmed, WorkEmailContext } from "#/profile-form/work-email/work-email-context";
import { type WorkEmailPorts, WorkEmailStore } from "#/profile-form/work-email/work-email-store";
import { hasRecord } from "#/storage/records";
import { Banner } from "#/ui/banner";
import { Spinner } from "#/ui/button";
import { Page } from "#/ui/page";
import { consentNow, type FoundDraft, loadPage, putDraftAside } from "./draft/draft-repository";
import { FactsScreen, hasAnswers, WelcomeBackScreen } from "./draft/welcome-screens";
import { isInOutbox, type OutboxState, type Outcome } from "./outbox/outbox-machine";
import { SendingScreen } from "./outbox/sending-screen";
import {
  openRegistration,
  type Registration,
  type RegistrationPorts,
  startOver,
} from "./registration";
import { type FormPlace, RegistrationForm } from "./registration-form";

export interface ScreenState {
  lock: TabLockState;
  /** True if this window found the form open in another window. The page then says so instead of showing a spinner. */
  hasWaited: boolean;
  hasFailed: boolean;
  form: {
    found: FoundDraft;
    outbox: OutboxState;
    hasConsent: boolean;
    /** True from the consent until the person has read the facts about the form. */
    isBeginning: boolean;
    hasAnswers: boolean;
  } | null;
  hasPlace: boolean;
}

export type Screen =
  | "elsewhere"
  | "loading"
  | "loadFailed"
  | "newerDraft"
  | "sending"
  | "arrived"
  | "consent"
  | "facts"
  | "welcomeBack"
  | "formPage"
  /** An empty screen, while the address changes to the first page of the form. */
  | "toFirstPage"
  /** An empty screen, while the address changes to the first page with an error from the server. */
  | "toErrors";

export function screenOf({ lock, hasWaited, hasFailed, form, hasPlace }: ScreenState): Screen {
  if (!isOwner(lock)) return hasWaited ? "elsewhere" : "loading";
  if (hasFailed) return "loadFailed";
  if (!form) return "loading";
  if (form.found === "newer") return "newerDraft";
  if (form.outbox.step === "done") return "arrived";
  if (isInOutbox(form.outbox)) return "sending";
  if (!form.hasConsent) return "consent";
  if (form.isBeginning) return "facts";
  if (hasPlace) return "formPage";
  if (form.outbox.step === "rejected") return "toErrors";
  return form.hasAnswers ? "welcomeBack" : "toFirstPage";
}

interface Surroundings {
  place: FormPlace | null;
  goTo: (place: FormPlace, options?: { replace: boolean }) => void;
  onLogin: () => void;
  onArrived: (outcome: Outcome) => Promise<boolean>;
  /** Asks the server for a profile. Called if the draft is gone after the form was open in another window. */
  onForgotten: () => unknown;
  /** Called once the person has consented. The app may then store answers and request a registration token. */
  onConsent: () => void;
  onReady: (core: Core) => void;
}

interface RegistrationScreenProps extends Surroundings {
  userId: string;
  ports: RegistrationPorts;
  /** Null if the server cannot send a code to a mailbox. */
  workEmail?: WorkEmailPorts | null;
}

export function RegistrationScreen(props: RegistrationScreenProps) {
  const { userId, ports, workEmail: mail = null, onForgotten, onReady, place } = props;
  const { lock, state } = useFormLock(userId);
  const { core: loaded, failed, retry } = useCore();
  const opening = { core: isOwner(state) ? loaded : null, userId, ports, mail, lock, onForgotten };
  const { opened, hasFailed, reopen } = useRegistration(opening);
  const t = useText();
  const isStarting = useEarlyStart();
  const core = opened?.registration.store.core;
  const onShown = useEffectEvent(onReady);
  useEffect(() => {
    if (core) onShown(core);
  }, [core]);
  // A newcomer stays on the same first screen until the tap. A screen that replaces it would lose a tap in between.
  if (opened && isOwner(state) && (isStarting || isBegun(opened.registration))) {
    return (
      <FormLockContext value={lock}>
        <WorkEmailContext value={opened.workEmail}>
          <OpenRegistration {...props} registration={opened.registration} reopen={reopen} />
        </WorkEmailContext>
      </FormLockContext>
    );
  }
  const screen = screenOf({
    lock: state,
    hasWaited: lock.hasWaited,
    hasFailed: failed || hasFailed,
    form: null,
    hasPlace: place !== null,
  });
  if (screen === "elsewhere") return <ElsewhereScreen lock={lock} />;
  if (screen === "loadFailed") {
    return (
      <Frame>
        <LoadFailed onRetry={failed ? retry : reopen} />
      </Frame>
    );
  }
  if (opened || !hasRecord(userId, "draft")) return <Welcome isDraftLost={false} />;
  return (
    <Frame>
      <p role="status" className="flex items-center gap-3 text-muted">
        <Spinner />
        {t("register.loading")}
      </p>
    </Frame>
  );
}

/** Returns true if there is more to show than the first screen: a consent, or a draft of any kind. */
const isBegun = ({ found, repository }: Registration) =>
  found !== "none" || repository.consent !== null;

/** `isDraftLost` is true if the app could not read the draft, and moved it to a backup record. */
function Welcome({ isDraftLost }: { isDraftLost: boolean }) {
  const t = useText();
  const isStarting = useEarlyStart();
  return (
    <FirstScreen
      t={t}
      isStarting={isStarting}
      onStart={noteEarlyStart}
      onPolicy={() => void openPrivacyPolicy()}
      notice={
        isDraftLost ? (
          <Banner title={t("register.draftLost.title")}>{t("register.draftLost.text")}</Banner>
        ) : null
      }
    >
      <LanguageSwitch />
    </FirstScreen>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const t = useText();
  return <Page title={t("register.title")}>{children}</Page>;
}

interface Opened {
  registration: Registration;
  workEmail: WorkEmailStore | null;
}

interface Opening {
  /** Null until core is loaded and this window owns the form. */
  core: Core | null;
  userId: string;
  ports: RegistrationPorts;
  mail: WorkEmailPorts | null;
  lock: TabLock;
  onForgotten: () => unknown;
}

/** Opens the stored form. Call `reopen` after another form has replaced the stored form. */
function useRegistration({ core, userId, ports, mail, lock, onForgotten }: Opening) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [nOpened, setNOpened] = useState(0);
  const askForProfile = useEffectEvent(onForgotten);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `nOpened` opens the stored form again.
  useEffect(() => {
    if (!core) return;
    let isWanted = true;
    setFailed(false);
    const workEmail = mail && new WorkEmailStore(userId, mail);
    const open = async () => {
      const checkMore = checkConfirmed.bind(null, workEmail);
      const registration = await openRegistration({
        core,
        userId,
        ports,
        checkMore,
      });
      // Another window had the form, and the draft is gone. That window may have sent the form, so ask the server.
      if (lock.hasWaited && registration.found === "none") await askForProfile();
      if (isWanted) setOpened({ registration, workEmail });
    };
    open().catch(() => {
      logger.error("the form could not be opened");
      if (!isWanted) return;
      setOpened(null);
      setFailed(true);
    });
    return () => {
      isWanted = false;
      workEmail?.close();
    };
  }, [core, userId, ports, mail, lock, nOpened]);
  useEffect(() => {
    // `core` is null once another window takes over the form. That window may change the form, so drop this copy.
    if (!core) setOpened(null);
  }, [core]);
  const reopen = useCallback(() => setNOpened((count) => count + 1), []);
  return { opened, hasFailed, reopen };
}

interface OpenRegistrationProps extends Surroundings {
  registration: Registration;
  reopen: () => void;
}

export function OpenRegistration(props: OpenRegistrationProps) {
  const { registration, reopen, place, goTo, onConsent } = props;
  const { store, repository, outbox, found } = registration;
  const userId = store.files.account;
  const state = useSyncExternalStore(outbox.subscribe, outbox.getState);
  const isStarting = useEarlyStart();
  const [hasConsent, setConsent] = useState(repository.consent !== null);
  const [isBeginning, setBeginning] = useState(false);
  const workEmail = use(WorkEmailContext);
  /** The form that the person has discarded, until an empty form replaces it. */
  const [discarded, setDiscarded] = useState<Registration | null>(null);
  const isDiscarded = discarded === registration;
  useKeepAnswers(userId, store);

  useEffect(() => setConsent(repository.consent !== null), [repository]);
  useEffect(() => {
    const stops = [outbox.start(), openPhotos(store.files)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [outbox, store]);
  const onAgreed = useEffectEvent(onConsent);
  useEffect(() => {
    if (hasConsent) onAgreed();
  }, [hasConsent]);

  const screen = screenOf({
    lock: "owned",
    hasWaited: false,
    hasFailed: false,
    form: { found, outbox: state, hasConsent, isBeginning, hasAnswers: hasAnswers(store) },
    hasPlace: place !== null && !isDiscarded,
  });
  const onScreen = useEffectEvent((shown: typeof screen) => {
    if (shown === "consent" && isStarting) {
      repository.consent = consentNow();
      store.saveNow();
      setConsent(true);
      setBeginning(true);
    }
    // A later consent needs another tap.
    if (shown !== "consent" || isStarting) forgetEarlyStart();
    if (shown === "toFirstPage") goTo({ page: firstPage, isChange: false }, { replace: true });
    if (shown !== "toErrors" || state.step !== "rejected") return;
    const page = firstPageWithError(state.errors) ?? lastPage;
    goTo({ page, isChange: page !== lastPage }, { replace: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tap may come before the screen and after.
  useEffect(() => onScreen(screen), [screen, isStarting]);

  switch (screen) {
    case "newerDraft": {
      const startNew = () => {
        putDraftAside(userId);
        reopen();
      };
      return <NewerDraftScreen onStartNew={startNew} />;
    }
    case "sending":
    case "arrived":
      return <SendingScreen outbox={outbox} onLogin={props.onLogin} onDone={props.onArrived} />;
    case "consent":
      return <Welcome isDraftLost={found === "unreadable"} />;
    case "facts":
      return <FactsScreen onBegin={() => setBeginning(false)} />;
    case "welcomeBack": {
      const goOn = () => goTo({ page: loadPage(userId) ?? firstPage, isChange: false });
      const clear = () => {
        setDiscarded(registration);
        workEmail?.close();
        // Reopen the form even if the deletion fails, because the discarded form stores no answers any more.
        void startOver(registration).then(reopen, reopen);
      };
      return (
        <WelcomeBackScreen
          store={store}
          isStartingOver={isDiscarded}
          onContinue={goOn}
          onStartOver={clear}
        />
      );
    }
    case "formPage":
      return place ? (
        <RegistrationForm store={store} place={place} goTo={goTo} outbox={outbox} />
      ) : null;
    // `RegistrationScreen` itself shows these three screens.
    case "elsewhere":
    case "loadFailed":
    case "loading":
    // `onScreen` replaces the address. The screen is empty until then.
    case "toFirstPage":
    case "toErrors":
      return null;
  }
}
