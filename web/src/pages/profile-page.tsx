/** The member's own profile: the review's status first, then their answers. */
import { type ReactNode, useEffect } from "react";
import type { MyInfo } from "#/api/account";
import type { ReviewStatus } from "#/core/core";
import { LanguageSwitch } from "#/features/language/language-switch";
import { ApprovedProfile } from "#/features/profile/approved-profile";
import { AvatarEditor } from "#/features/profile/avatar-editor";
import { LogoutButton } from "#/features/profile/logout-button";
import { PhotoStrip } from "#/features/profile/photo-strip";
import { ProfileAnswers } from "#/features/profile/profile-answers";
import { StatusCard, type StatusTexts } from "#/features/profile/status-card";
import { TakeBackButton } from "#/features/profile/take-back";
import { appealTexts, WaitingFacts } from "#/features/profile/waiting-facts";
import {
  clearRegistration,
  clearResubmission,
} from "#/features/registration/draft/clear-registration";
import { Appeal } from "#/features/rights/appeal";
import { removeAppealDraft } from "#/features/rights/appeal-draft";
import { Farewell } from "#/features/rights/farewell";
import { useOutcome } from "#/features/rights/outcome";
import { OwnData } from "#/features/rights/own-data";
import { useText } from "#/i18n/use-text";
import { paths } from "#/lib/paths";
import { useMyInfo } from "#/member/use-my-info";
import { Link, Redirect } from "#/navigation/link";
import { navigate } from "#/navigation/navigation";
import {
  isLoggedOut,
  type Session,
  setAvatarUrl,
  setReviewStatus,
  useSession,
} from "#/session/session";
import { Banner } from "#/ui/banner";
import { Button, buttonClass, Spinner } from "#/ui/button";
import { Page } from "#/ui/page";

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
  const isTakenBack = (info ? info.review.takenBack : userInfo?.isTakenBack) === true;
  const waiting = info?.waiting ?? null;
  const appealUntil = info?.review.appealUntil;
  useEffect(() => {
    // After a failure, the info comes from this device and may be old, so it is no reason to delete unsent work.
    if (!info || failedAt) return;
    void clearRegistration(info.userId);
    if (info.reviewStatus !== "NEEDS_INFO") void clearResubmission(info.userId);
    if (!info.review.appealUntil) void removeAppealDraft(info.userId);
  }, [info, failedAt]);
  const title = info?.nickname ?? userInfo?.nickname ?? t("profile.title");
  const isOffline = failedAt === "network";
  const banner = failedAt ? (
    <Banner
      tone="danger"
      title={t(isOffline ? "shell.offline" : "shell.serverProblem")}
      action={
        <Button variant="secondary" isBusy={isLoading} onClick={() => void reload()}>
          {t("shell.retry")}
        </Button>
      }
    >
      {t(isOffline ? "shell.offlineAdvice" : "shell.serverProblemAdvice")}
    </Banner>
  ) : null;
  if (status === "APPROVED") {
    return (
      <ApprovedProfile title={title} info={info} avatarUrl={avatarUrl} banner={banner}>
        <OwnData />
        <Footer>
          <LogoutButton />
        </Footer>
      </ApprovedProfile>
    );
  }
  return (
    <Page title={title}>
      {banner}
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
          isTakenBack={isTakenBack}
          texts={info ? textsOf(info, status) : undefined}
          action={
            <>
              {waiting ? <WaitingFacts waiting={waiting} status={status} /> : null}
              {appealUntil ? <Appeal until={appealUntil} reload={reload} /> : null}
              {status === "NEEDS_INFO" ? <AnswerLink isTakenBack={isTakenBack} /> : null}
              {info && status === "PENDING" && !waiting?.isAppeal ? (
                <TakeBackButton onTakenBack={editProfile} onFailed={reload} />
              ) : null}
            </>
          }
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
      <Footer>
        <Link to={paths.index} className={buttonClass("ghost")}>
          {t("shell.toStart")}
        </Link>
        <LogoutButton />
      </Footer>
    </Page>
  );
}

function textsOf({ waiting, review }: MyInfo, status: ReviewStatus): StatusTexts {
  if (status === "REJECTED") return review.appealUntil ? "APPEAL_OPEN" : "FINAL";
  return appealTexts(waiting ?? null, status);
}

function Footer({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-4">
      <LanguageSwitch />
      <div className="-mx-2 flex flex-wrap gap-x-4">{children}</div>
    </footer>
  );
}

async function editProfile(): Promise<void> {
  setReviewStatus("NEEDS_INFO", true);
  await navigate(paths.register);
}

/** Leads to the form, which shows the questions of a reviewer or the profile that was taken back. */
function AnswerLink({ isTakenBack }: { isTakenBack: boolean }) {
  const t = useText();
  return (
    <Link to={paths.register} className={`${buttonClass()} mt-2 self-stretch sm:self-start`}>
      {t(isTakenBack ? "profile.edit" : "profile.answer")}
    </Link>
  );
}
