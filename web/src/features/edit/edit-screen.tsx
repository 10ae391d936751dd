/** The page on which an approved member edits the profile: the list, a page of fields, or the progress of sending. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { confirmWorkEmail, sendWorkEmailCode, withSession } from "#/api/work-email";
import type { Core } from "#/core/core";
import { useCore } from "#/core/use-core";
import { useText } from "#/i18n/use-text";
import { findConfig } from "#/lib/config";
import { paths } from "#/lib/paths";
import { reload } from "#/lib/reload";
import { getLiffUser } from "#/liff/liff";
import { MemberPage, Shown } from "#/member/member-page";
import { profileChanges } from "#/member/profile-changes";
import { navigate, usePlace } from "#/navigation/navigation";
import { asMember, identifyMember } from "#/person/identify-member";
import { firstPageWithError } from "#/profile-form/answers/form-errors";
import { provenEmployerOf } from "#/profile-form/answers/stored-profile";
import type { FormError } from "#/profile-form/form-error";
import { OneWindow } from "#/profile-form/frame/form-lock";
import { LoadFailed } from "#/profile-form/frame/load-failed";
import { preloadVerificationPage } from "#/profile-form/pages/pages";
import { type WorkEmailPorts, WorkEmailStore } from "#/profile-form/work-email/work-email-store";
import { deleteRecords, displaceOthers } from "#/storage/delete-records";
import { addToast } from "#/toasts/toasts";
import { Spinner } from "#/ui/button";
import { editPath, parseEditPlace } from "./edit-place";
import type { FactsForm } from "./facts-form";
import { FactsPage } from "./facts-page";
import { failureText } from "./failure-text";
import { Overview } from "./overview";
import { type EditedProfile, useEditedProfile } from "./own-profile";
import { type SendOutcome, type SendProgress, sendFacts } from "./send-facts";
import { SendingPage } from "./sending-page";
import { TextsPage } from "./texts-page";
import { useFactsForm } from "./use-facts-form";

const workEmailPorts: WorkEmailPorts = {
  sendCode: (employerId, email) =>
    asMember(() => sendWorkEmailCode(withSession, employerId, email)),
  confirm: (code, key) => asMember(() => confirmWorkEmail(withSession, code, key)),
};

export function EditScreen() {
  const { userId } = getLiffUser();
  const t = useText();
  return (
    <OneWindow
      account={userId}
      pending={
        <ListPage>
          <Spinner label={t("shell.loading")} />
        </ListPage>
      }
    >
      <Loading account={userId} />
    </OneWindow>
  );
}

function ListPage({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <MemberPage
      title={t("edit.title")}
      tab="me"
      parent={{ to: paths.profile, label: t("member.back.me") }}
    >
      {children}
    </MemberPage>
  );
}

function Loading({ account }: { account: string }) {
  const t = useText();
  const state = useEditedProfile();
  const { core, failed, retry } = useCore();
  useEffect(() => {
    void displaceOthers(account);
    // Preload the page about the proof of employment, because the member may be offline when they open the page.
    void preloadVerificationPage().catch(() => undefined);
  }, [account]);
  if (state.data !== null && core) {
    return <Opened core={core} account={account} state={{ ...state, data: state.data }} />;
  }
  return (
    <ListPage>
      {failed ? (
        <LoadFailed onRetry={retry} />
      ) : (
        <Shown state={state}>{() => <Spinner label={t("shell.loading")} />}</Shown>
      )}
    </ListPage>
  );
}

interface OpenedProps {
  core: Core;
  account: string;
  state: ReturnType<typeof useEditedProfile> & { data: EditedProfile };
}

function Opened({ core, account, state }: OpenedProps) {
  const t = useText();
  const place = parseEditPlace(usePlace().search);
  const { info, changes } = state.data;
  const workEmail = useWorkEmailStore(account, state.data);
  const [progress, setProgress] = useState<SendProgress | null>(null);
  const { form, reopen, openWithPhotos } = useFactsForm(
    {
      core,
      account,
      info,
      changes,
      workEmail,
      documentLabel: t("edit.document.waiting"),
    },
    place === null && progress === null,
  );
  const { failure, send, cancel } = useSending(form, { setProgress, onSent: reopen });

  const discard = async () => {
    form?.store.stopSaving();
    await deleteRecords(account, "changesOver");
    reopen();
  };
  const openPhotos = async () => {
    try {
      await openWithPhotos();
    } catch (error) {
      // The addresses of the photos may have expired, so fetch new addresses for the next attempt.
      await state.refresh();
      throw error;
    }
  };
  if (progress) return <SendingPage progress={progress} onCancel={cancel} />;
  if (place?.part === "texts") {
    return (
      <TextsPage key={place.page} core={core} account={account} info={info} page={place.page} />
    );
  }
  if (place && form) {
    return (
      <FactsPage
        // A new key for each page, and when the photos open, makes React create a new component with a focused heading.
        key={`${place.page} ${form.arePhotosOpen}`}
        form={form}
        page={place.page}
        workEmail={workEmail}
        onOpenPhotos={openPhotos}
      />
    );
  }
  return (
    <ListPage>
      <Shown state={state}>
        {() =>
          form ? (
            <Overview
              core={core}
              account={account}
              form={form}
              info={info}
              changes={changes}
              failure={failure}
              onSend={() => void send()}
              onDiscard={discard}
            />
          ) : (
            <Spinner label={t("shell.loading")} />
          )
        }
      </Shown>
    </ListPage>
  );
}

/** Returns null if this deployment cannot send mails. */
function useWorkEmailStore(account: string, { info, changes }: EditedProfile) {
  const waiting = changes.changes;
  const isWaiting = waiting?.verifyMethod === "WORK_EMAIL" && waiting.employerId;
  // The member confirmed the mailbox of a waiting proposal before sending the proposal, so ask for no new code.
  const proven = isWaiting ? waiting.employerId : provenEmployerOf(info);
  const store = useMemo(
    () =>
      findConfig()?.workEmail ? new WorkEmailStore(account, workEmailPorts, proven ?? null) : null,
    [account, proven],
  );
  useEffect(() => () => store?.close(), [store]);
  return store;
}

interface SendingOptions {
  setProgress: (progress: SendProgress | null) => void;
  onSent: () => void;
}

function useSending(form: FactsForm | null, { setProgress, onSent }: SendingOptions) {
  const t = useText();
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const cancel = () => {
    running.current?.abort();
    setProgress(null);
    // The server may have received the proposal before the cancel, so ask the server which changes wait for a reviewer.
    void profileChanges().refresh();
  };
  useEffect(() => () => running.current?.abort(), []);

  const showErrors = ({ store }: FactsForm, errors: readonly FormError[]) => {
    const page = firstPageWithError(errors);
    store.submitAllPages();
    if (page && store.scope.pages.some(({ id }) => id === page)) {
      return navigate(editPath({ part: "facts", page }));
    }
    setFailure(t("failure.E002"));
  };
  const follow = async (sent: FactsForm, outcome: SendOutcome) => {
    switch (outcome.kind) {
      case "sent":
        profileChanges().change((shown) => ({
          ...(outcome.changes ?? { ...shown, changes: null, photos: [], proposedAt: null }),
        }));
        onSent();
        addToast(t(outcome.changes?.changes ? "edit.sent" : "edit.withdraw.done"), {
          color: "green",
        });
        return;
      case "rejected":
        sent.store.setServerErrors(outcome.errors);
        if (sent.store.isOutdatedBy(outcome.errors)) return reload();
        return await showErrors(sent, outcome.errors);
      case "failed":
        setFailure(failureText(t, outcome));
        // E008 means that the account is no longer approved. With the new status, the router shows the right page.
        if (outcome.code === "E008") void identifyMember();
        else void profileChanges().refresh();
    }
  };
  const send = async () => {
    if (!form) return;
    setFailure(null);
    form.store.setServerErrors([]);
    const errors = form.store.allErrors();
    if (errors.length > 0) return await showErrors(form, errors);
    const attempt = new AbortController();
    const { signal } = attempt;
    running.current = attempt;
    const onProgress = (progress: SendProgress) => {
      if (!signal.aborted) setProgress(progress);
    };
    const outcome = await sendFacts(form, { onProgress, signal });
    if (signal.aborted) return;
    setProgress(null);
    await follow(form, outcome);
  };
  return { failure, send, cancel };
}
