/** Opens the form for a stored profile. Shows the form, its outbox, or the failure to open it. */
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import type { Core } from "#/core/core";
import { useCore } from "#/core/use-core";
import { isInOutbox, type Outcome } from "#/features/registration/outbox/outbox-machine";
import { SendingScreen } from "#/features/registration/outbox/sending-screen";
import { type FormPlace, RegistrationForm } from "#/features/registration/registration-form";
import { type Text, useText } from "#/i18n/use-text";
import { useIsShown } from "#/lib/is-shown";
import { askToConfirm } from "#/overlays/open-dialog";
import { lastPage, type PageId } from "#/profile-form/answers/page-table";
import { provenEmployerOf } from "#/profile-form/answers/stored-profile";
import { useKeepAnswers } from "#/profile-form/frame/form-lock";
import { LoadFailed } from "#/profile-form/frame/load-failed";
import { preloadVerificationPage } from "#/profile-form/pages/pages";
import { openPhotos } from "#/profile-form/photos/photo-actions";
import { checkConfirmed, WorkEmailContext } from "#/profile-form/work-email/work-email-context";
import { type WorkEmailPorts, WorkEmailStore } from "#/profile-form/work-email/work-email-store";
import { displaceOthers } from "#/storage/delete-records";
import { Spinner } from "#/ui/button";
import { Page } from "#/ui/page";
import {
  findInfo,
  type OpenedResubmission,
  openResubmission,
  type ResubmissionPorts,
} from "./resubmission";
import { scopeOf } from "./reviewer-request";

interface ResubmissionScreenProps {
  userId: string;
  /** Null before the form has chosen its first page. */
  place: FormPlace | null;
  goTo: (place: FormPlace, options?: { replace: boolean }) => void;
  ports: ResubmissionPorts;
  /** Null if this deployment cannot send mails. */
  workEmail: WorkEmailPorts | null;
  /** True if, by the last status on this device, the member has withdrawn the profile from review. */
  isTakenBack: boolean;
  onLogin: () => void;
  onDone: () => Promise<void>;
  /** Asks the server for the status. Called if the request is over or replaced, or the answers were deleted. */
  onChanged: () => Promise<void>;
}

interface Opened extends OpenedResubmission {
  workEmail: WorkEmailStore | null;
}

export function ResubmissionScreen(props: ResubmissionScreenProps) {
  const { opened, failed, retry } = useOpened(props);
  if (opened) return <OpenedScreen {...props} opened={opened} />;
  return <OpeningPage words={wordsOf(props)} onRetry={failed ? retry : null} />;
}

function wordsOf({ isTakenBack }: Pick<ResubmissionScreenProps, "isTakenBack">) {
  return isTakenBack ? "takenBack" : "resubmission";
}

interface OpeningPageProps {
  words: ReturnType<typeof wordsOf>;
  onRetry: (() => void) | null;
}

function OpeningPage({ words, onRetry }: OpeningPageProps) {
  const t = useText();
  return (
    <Page title={t(`register.${words}.title`)}>
      {onRetry ? (
        <LoadFailed onRetry={onRetry} />
      ) : (
        <Spinner label={t(`register.${words}.loading`)} />
      )}
    </Page>
  );
}

interface OpenedScreenProps extends ResubmissionScreenProps {
  opened: Opened;
}

function OpenedScreen({ opened, place, goTo, onLogin, ...props }: OpenedScreenProps) {
  const t = useText();
  const { store, outbox, page, workEmail, isUnchanged } = opened;
  const state = useSyncExternalStore(outbox.subscribe, outbox.getState);
  useKeepAnswers(store.files.account, store);
  const { pages, isTakenBack } = store.scope;
  const isHere = (id: PageId | null | undefined) => pages.some((other) => other.id === id);
  const first = isHere(page) ? page : isTakenBack ? lastPage : pages[0]?.id;
  const isPlaced = isHere(place?.page);

  useEffect(() => {
    const stops = [openPhotos(store.files), outbox.start()];
    return () => {
      for (const stop of stops) stop();
    };
  }, [store, outbox]);
  const onDone = async (outcome: Outcome) => {
    await (outcome === "accepted" ? props.onDone() : props.onChanged());
    return true;
  };
  useEffect(() => {
    // After a take-back, the form opens at the list of answers, and its other pages lead back to the list.
    const isChange = isTakenBack === true && first !== lastPage;
    if (first && !isPlaced) goTo({ page: first, isChange }, { replace: true });
  });
  const confirmSend = async () => {
    // Unchanged answers do not help a reviewer, so ask before sending. After a take-back, no reviewer needs changes.
    const isNew = isTakenBack || workEmail?.getState().record.confirmed || !isUnchanged();
    return Boolean(isNew) || askToSendUnchanged(t);
  };
  if (isInOutbox(state)) {
    return <SendingScreen outbox={outbox} onLogin={onLogin} onDone={onDone} />;
  }
  if (!place || !isPlaced) return <OpeningPage words={wordsOf(props)} onRetry={null} />;
  return (
    <WorkEmailContext value={workEmail}>
      <RegistrationForm
        store={store}
        place={place}
        goTo={goTo}
        outbox={outbox}
        confirmSend={confirmSend}
      />
    </WorkEmailContext>
  );
}

function askToSendUnchanged(t: Text): Promise<boolean> {
  return askToConfirm({
    title: t("register.unchanged.title"),
    text: t("register.unchanged.text"),
    confirmLabel: t("register.unchanged.confirm"),
    cancelLabel: t("register.unchanged.cancel"),
  });
}

function useOpened(props: ResubmissionScreenProps) {
  const { core, failed: coreFailed, retry: retryCore } = useCore();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [failed, setFailed] = useState(false);
  const t = useText();
  const isShown = useIsShown();
  const { userId, ports, workEmail: workEmailPorts, onChanged } = props;

  const open = async (loaded: Core | null) => {
    if (!loaded) return;
    setFailed(false);
    // Preload the page about the proof of employment, because the person may be offline when they open the page.
    void preloadVerificationPage().catch(() => undefined);
    try {
      const info = await findInfo(ports);
      if (!isShown()) return;
      if (info.reviewStatus !== "NEEDS_INFO") return onChanged();
      void displaceOthers(userId);
      const workEmail =
        workEmailPorts && new WorkEmailStore(userId, workEmailPorts, provenEmployerOf(info));
      const resubmission = await openResubmission({
        core: loaded,
        userId,
        info,
        scope: scopeOf(info, t),
        documentLabel: t("register.resubmission.documentSent"),
        ports,
        checkMore: (draft) => checkConfirmed(workEmail, draft),
      });
      // Do nothing if this screen is gone, because another window has taken over the form.
      if (!isShown()) return;
      if (!resubmission) return onChanged();
      setOpened({ ...resubmission, workEmail });
    } catch {
      setFailed(true);
    }
  };

  const openNow = useEffectEvent(open);
  useEffect(() => void openNow(core), [core]);
  useEffect(() => () => opened?.workEmail?.close(), [opened]);
  const retry = () => (coreFailed ? retryCore() : void open(core));
  return { opened, failed: failed || coreFailed, retry };
}
