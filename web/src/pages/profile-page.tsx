/** The member's own profile: the review's status first, then their answers. */
import { useEffect } from "react";
import { logout } from "../api/account";
import { LanguageSwitch } from "../features/language/language-switch";
import { AvatarEditor } from "../features/profile/avatar-editor";
import { PhotoStrip } from "../features/profile/photo-strip";
import { ProfileAnswers } from "../features/profile/profile-answers";
import { StatusCard } from "../features/profile/status-card";
import { useMyInfo } from "../features/profile/use-my-info";
import {
  clearRegistration,
  clearResubmission,
} from "../features/registration/draft/clear-registration";
import { Farewell } from "../features/rights/farewell";
import { useOutcome } from "../features/rights/outcome";
import { OwnData } from "../features/rights/own-data";
import { useText } from "../i18n/use-text";
import { paths } from "../lib/paths";
import { getLiffUser } from "../liff/liff";
import { Link, Redirect } from "../navigation/link";
import { askToConfirm } from "../overlays/open-dialog";
import {
  clearSession,
  currentToken,
  isLoggedOut,
  type Session,
  setAvatarUrl,
  useSession,
} from "../session/session";
import { deleteRecords } from "../storage/delete-records";
import { Banner } from "../ui/banner";
import { Button, buttonClass, Spinner } from "../ui/button";
import { Page } from "../ui/page";

export function ProfilePage() {
  const session = useSession();
  const { isDeleted, isLineInformed } = useOutcome();
  if (isDeleted) return <Farewell isLineInformed={isLineInformed} />;
  return isLoggedOut(session) ? <Redirect to={paths.index} /> : <Profile {...session} />;
}

function Profile({ userInfo, avatarUrl }: Session) {
  const t = useText();
  const { info, isLoading, failedAt, reload } = useMyInfo();
  const status = info?.reviewStatus ?? userInfo?.reviewStatus;
  useEffect(() => {
    // The cached info after a failure may be old, and unsent work must not be lost because of it.
    if (!info || failedAt) return;
    void clearRegistration(info.userId);
    if (info.reviewStatus !== "NEEDS_INFO") void clearResubmission(info.userId);
  }, [info, failedAt]);
  return (
    <Page title={info?.nickname ?? userInfo?.nickname ?? t("profile.title")}>
      {failedAt ? (
        <Banner
          tone="danger"
          title={t(failedAt === "network" ? "shell.offline" : "shell.serverProblem")}
          action={
            <Button variant="secondary" isBusy={isLoading} onClick={() => void reload()}>
              {t("shell.retry")}
            </Button>
          }
        >
          {t(failedAt === "network" ? "shell.offlineAdvice" : "shell.serverProblemAdvice")}
        </Banner>
      ) : null}
      {info ? (
        <AvatarEditor
          nickname={info.nickname}
          url={avatarUrl ?? info.avatar?.url ?? null}
          onChanged={({ url }) => setAvatarUrl(url)}
        />
      ) : null}
      {status ? (
        <StatusCard
          status={status}
          reasons={info?.review.reasons ?? []}
          action={status === "NEEDS_INFO" ? <AnswerLink /> : null}
        />
      ) : null}
      {info ? (
        <>
          <PhotoStrip photos={info.photos} />
          <ProfileAnswers info={info} />
        </>
      ) : null}
      {status ? <OwnData /> : null}
      {!info && isLoading ? <Spinner label={t("profile.loading")} /> : null}
      <footer className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-4">
        <LanguageSwitch />
        <div className="flex flex-wrap gap-x-2">
          <Link to={paths.index} className={buttonClass("ghost")}>
            {t("shell.toStart")}
          </Link>
          <LogoutButton />
        </div>
      </footer>
    </Page>
  );
}

/** Leads to the form, which then shows only the fields that the reviewer asked for. */
function AnswerLink() {
  const t = useText();
  return (
    <Link to={paths.register} className={`${buttonClass()} mt-2 self-stretch sm:self-start`}>
      {t("profile.answer")}
    </Link>
  );
}

function LogoutButton() {
  const t = useText();
  const leave = async () => {
    const isSure = await askToConfirm({
      title: t("profile.logout.title"),
      text: t("profile.logout.text"),
      confirmLabel: t("profile.logout"),
    });
    const token = currentToken();
    if (!isSure) return;
    // The data on this device first, because the server may be out of reach.
    clearSession();
    void deleteRecords(getLiffUser().userId, "loggedOut");
    if (token) logout(token).catch(() => undefined);
  };
  return (
    <Button variant="ghost" onClick={() => void leave()}>
      {t("profile.logout")}
    </Button>
  );
}
