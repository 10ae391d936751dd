/** The home page. A member sees the status of their profile, and a newcomer reads what Enmusubi is. */
import { useEffect } from "react";
import { showFailureToast } from "#/api/failure-toasts";
import { noteEarlyStart, useEarlyStart } from "#/features/home/early-start";
import { FirstScreen } from "#/features/home/first-screen";
import { NextSteps } from "#/features/home/next-steps";
import { WaitingHome } from "#/features/home/waiting-home";
import { LanguageSwitch } from "#/features/language/language-switch";
import { openPrivacyPolicy } from "#/features/policy/privacy-policy";
import { StatusCard } from "#/features/profile/status-card";
import { useFreshStatus } from "#/features/profile/use-fresh-status";
import {
  clearRegistration,
  clearResubmission,
} from "#/features/registration/draft/clear-registration";
import { useText } from "#/i18n/use-text";
import { paths } from "#/lib/paths";
import { useAct } from "#/lib/use-act";
import { Link } from "#/navigation/link";
import { navigate } from "#/navigation/navigation";
import { loadMyInfo, logInAgain } from "#/person/identify-member";
import type { UserInfo } from "#/session/cookies";
import { isLoggedOut, isWithReviewers, useSession } from "#/session/session";
import { hasRecord } from "#/storage/records";
import { Avatar } from "#/ui/avatar";
import { Button, buttonClass } from "#/ui/button";
import { Drawing } from "#/ui/drawing";
import suspendedDrawing from "#/ui/drawings/suspended.svg?no-inline";
import { Knot } from "#/ui/knot";
import { Page } from "#/ui/page";

export function IndexPage() {
  const session = useSession();
  if (session.userInfo) return <Home userInfo={session.userInfo} />;
  return isLoggedOut(session) ? <LoggedOut /> : <Welcome />;
}

function Home({ userInfo }: { userInfo: UserInfo }) {
  const { userId, nickname, reviewStatus, isTakenBack } = userInfo;
  const t = useText();
  const { avatarUrl, registration } = useSession();
  const isRegistered = registration === "registered";
  const mayAnswer = reviewStatus === "NEEDS_INFO";
  useEffect(() => {
    if (!isRegistered) return;
    void clearRegistration(userId);
    void clearSentAnswers(userId);
  }, [isRegistered, userId]);
  useFreshStatus();
  const isFormOpen = mayAnswer && !isTakenBack;
  return (
    <Page
      title={t("shell.index.hello", { name: nickname })}
      eyebrow={<Avatar alt="" name={nickname} src={avatarUrl} />}
      actions={
        <Link to={paths.profile} className={buttonClass()}>
          {t(isFormOpen ? "shell.index.toReasons" : "shell.index.toProfile")}
        </Link>
      }
    >
      {isWithReviewers(reviewStatus) ? (
        <WaitingHome status={reviewStatus} />
      ) : (
        <>
          {reviewStatus === "SUSPENDED" ? <Drawing src={suspendedDrawing} /> : null}
          <StatusCard status={reviewStatus} reasons={[]} isTakenBack={isTakenBack} />
          {isTakenBack ? null : <NextSteps status={reviewStatus} />}
        </>
      )}
      <LanguageSwitch />
    </Page>
  );
}

/**
 * Deletes the answers stored for a resubmission if the reviewers already have them. Asks the server first, because this
 * window's status may be old, and the member may have begun new answers in another window.
 */
async function clearSentAnswers(userId: string): Promise<void> {
  if (!hasRecord(userId, "resubmission")) return;
  const info = await loadMyInfo().catch(() => null);
  if (info && info.reviewStatus !== "NEEDS_INFO") await clearResubmission(userId);
}

/** The page after a logout. LINE still knows the person, so one tap is enough to log in again. */
function LoggedOut() {
  const t = useText();
  const { isBusy, run } = useAct(showFailureToast);
  return (
    <Page
      title={t("shell.index.loggedOut")}
      eyebrow={<Knot />}
      actions={
        <Button isBusy={isBusy} onClick={() => void run(logInAgain)}>
          {t("shell.index.login")}
        </Button>
      }
    >
      <p className="text-lg text-muted">{t("shell.index.lead")}</p>
      <LanguageSwitch />
    </Page>
  );
}

function Welcome() {
  const t = useText();
  const isStarting = useEarlyStart();
  // The tap may be one on the screen of the HTML, whose script notes the tap and opens nothing.
  useEffect(() => {
    if (isStarting) void navigate(paths.register);
  }, [isStarting]);
  return (
    <FirstScreen
      t={t}
      isStarting={isStarting}
      onStart={noteEarlyStart}
      onPolicy={() => void openPrivacyPolicy()}
    >
      <LanguageSwitch />
    </FirstScreen>
  );
}
