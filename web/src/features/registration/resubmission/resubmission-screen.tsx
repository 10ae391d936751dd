/** Opens the form with what a reviewer asks for, or says what keeps it from being shown. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { MyInfo } from "../../../api/account";
import { useCore } from "../../../core/use-core";
import { useText } from "../../../i18n/use-text";
import { Banner } from "../../../ui/banner";
import { Button, Spinner } from "../../../ui/button";
import { Page } from "../../../ui/page";
import { makeRoomFor } from "../draft/aside";
import type { PageId } from "../form/page-table";
import type { UseSubmission } from "../outbox/use-submit";
import { bringVerificationPage } from "../pages/verification-part";
import { type FormPlace, RegisterForm } from "../register-form";
import { checkConfirmed, WorkEmailContext } from "../work-email/work-email-context";
import { type WorkEmailPorts, WorkEmailStore } from "../work-email/work-email-store";
import { provenEmployerOf, scopeOf } from "./asked-scope";
import { findInfo } from "./find-info";
import { type OpenedAnswers, openResubmission } from "./open-resubmission";
import { type AnswerPorts, makeUseResubmission } from "./use-resubmission";

/** What the screen asks of the rest of the app. */
export interface ResubmissionPorts extends AnswerPorts {
  fetchInfo(): Promise<MyInfo>;
  fetchPhoto(url: string): Promise<Blob>;
}

interface ResubmissionScreenProps {
  userId: string;
  /** None before the form has said on which page it begins. */
  place: FormPlace | null;
  goTo: (place: FormPlace, options?: { replace: boolean }) => void;
  ports: ResubmissionPorts;
  /** Null where this deployment cannot send a code to a mailbox. */
  workEmail: WorkEmailPorts | null;
  onDone: () => void;
  /** Nobody asks any more, or something else: the status has to be looked at. */
  onChanged: () => void;
}

interface Opened extends OpenedAnswers {
  useSubmission: UseSubmission;
  workEmail: WorkEmailStore | null;
}

export function ResubmissionScreen(props: ResubmissionScreenProps) {
  const { place, goTo } = props;
  const { opened, failed, retry } = useOpened(props);
  const t = useText();
  const pages = opened?.store.scope.pages ?? [];
  const isHere = (page: PageId | null | undefined) => pages.some(({ id }) => id === page);
  const first = isHere(opened?.page) ? opened?.page : pages[0]?.id;
  const isPlaced = isHere(place?.page);

  useEffect(() => opened?.store.files.open(), [opened]);
  useEffect(() => {
    if (first && !isPlaced) goTo({ page: first, isChange: false }, { replace: true });
  });

  if (opened && place && isPlaced) {
    return (
      <WorkEmailContext value={opened.workEmail}>
        <RegisterForm
          store={opened.store}
          place={place}
          goTo={goTo}
          useSubmission={opened.useSubmission}
        />
      </WorkEmailContext>
    );
  }
  return (
    <Page title={t("register.resubmission.title")}>
      {failed ? (
        <Banner
          tone="danger"
          title={t("register.loadFailed")}
          action={
            <Button variant="secondary" onClick={retry}>
              {t("register.retry")}
            </Button>
          }
        />
      ) : (
        <Spinner label={t("register.resubmission.loading")} />
      )}
    </Page>
  );
}

function useOpened(props: ResubmissionScreenProps) {
  const { core, failed: coreFailed, retry: retryCore } = useCore();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [failed, setFailed] = useState(false);
  const t = useText();
  // What the page hands over is made anew at every drawing, and is the same all the while.
  const given = useRef({ ...props, t });
  given.current = { ...props, t };

  const open = useCallback(async () => {
    if (!core) return;
    const { userId, ports, workEmail: workEmailPorts, t: text } = given.current;
    setFailed(false);
    // For whoever comes to it in a tunnel.
    void bringVerificationPage().catch(() => undefined);
    try {
      const info = await findInfo(userId, ports.fetchInfo);
      if (info.reviewStatus !== "NEEDS_INFO") return given.current.onChanged();
      makeRoomFor(userId);
      const workEmail =
        workEmailPorts && new WorkEmailStore(userId, workEmailPorts, provenEmployerOf(info));
      const answers = await openResubmission({
        core,
        userId,
        info,
        scope: scopeOf(info, text),
        documentLabel: text("register.resubmission.documentSent"),
        fetchPhoto: ports.fetchPhoto,
        checkMore: (draft) => checkConfirmed(workEmail, draft),
      });
      if (!answers) return given.current.onChanged();
      const useSubmission = makeUseResubmission(ports, {
        onDone: () => given.current.onDone(),
        onChanged: () => given.current.onChanged(),
      });
      setOpened({ ...answers, useSubmission, workEmail });
    } catch {
      setFailed(true);
    }
  }, [core]);

  useEffect(() => void open(), [open]);
  useEffect(() => opened?.keeper.start(() => given.current.onChanged()), [opened]);
  const retry = () => (coreFailed ? retryCore() : void open());
  return { opened, failed: failed || coreFailed, retry };
}
