/** A page of texts or tags. Other members see the changes as soon as they are saved. */
import { useState } from "react";
import type { MyInfo } from "#/api/account";
import { ApiError, type ErrorCode, failureCode } from "#/api/error";
import { showUnseenFailure } from "#/api/failure-toasts";
import type { Core, ProfileDraft } from "#/core/core";
import { useText } from "#/i18n/use-text";
import { useIsShown } from "#/lib/is-shown";
import { paths } from "#/lib/paths";
import { useAct } from "#/lib/use-act";
import { ownProfile } from "#/member/own-profile";
import { navigate } from "#/navigation/navigation";
import { identifyMember } from "#/person/identify-member";
import { errorsOfPayload } from "#/profile-form/answers/form-errors";
import type { PageId } from "#/profile-form/answers/page-table";
import { useKeepAnswers } from "#/profile-form/frame/form-lock";
import { addToast } from "#/toasts/toasts";
import { EditForm } from "./edit-form";
import { titleIdOf } from "./edit-place";
import { failureText } from "./failure-text";
import { openTexts } from "./texts-form";

interface Props {
  core: Core;
  account: string;
  info: MyInfo;
  page: PageId;
}

interface Failure {
  code: ErrorCode | "network";
  retryAfterMs: number | null;
}

export function TextsPage({ core, account, info, page }: Props) {
  const t = useText();
  const [form] = useState(() => openTexts(core, account, info));
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isRejected, setRejected] = useState(false);
  const { store } = form;
  const { isBusy, run } = useAct(showUnseenFailure);
  const isShown = useIsShown();
  useKeepAnswers(account, store);

  const save = async () => {
    const changes = form.changesOn(page);
    if (!changes) return navigate(paths.edit);
    setFailure(null);
    setRejected(false);
    const isSaved = await run(async () => {
      const texts = await form.save(changes).catch((error) => {
        explain(error, changes);
        throw error;
      });
      ownProfile().change((shown) => ({ ...shown, profile: { ...shown.profile, ...texts } }));
      addToast(t("edit.texts.saved"), { color: "green" });
    });
    // Do not leave a page that the member has opened during the call.
    if (isSaved && isShown()) await navigate(paths.edit);
  };
  const explain = (error: unknown, changes: ProfileDraft) => {
    const answer = error instanceof ApiError ? error : null;
    const errors = errorsOfPayload(answer?.fields ?? [], store.getState().draft, changes);
    const code = failureCode(error);
    store.setServerErrors(errors);
    if (errors.length > 0) setRejected(true);
    else setFailure({ code, retryAfterMs: answer?.retryAfterMs ?? null });
    // E008 means that the account is no longer approved. With the new status, the router shows the right page.
    if (code === "E008") void identifyMember();
  };
  return (
    <EditForm
      store={store}
      page={page}
      title={t(titleIdOf({ part: "texts", page }))}
      hint={t("edit.texts.hint")}
      submitLabel={t("edit.texts.save")}
      isBusy={isBusy}
      isRejected={isRejected}
      failure={failure && failureText(t, failure)}
      onSubmit={() => void save()}
    />
  );
}
