/** The person's own profile: review status first, then what they told us. */
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { logout } from "../api/calls";
import { LanguageSwitch } from "../features/language/language-switch";
import { AvatarEditor } from "../features/profile/avatar-editor";
import { PhotoStrip } from "../features/profile/photo-strip";
import { ProfileAnswers } from "../features/profile/profile-answers";
import { StatusCard } from "../features/profile/status-card";
import { useMyInfo } from "../features/profile/use-my-info";
import { useText } from "../i18n/use-text";
import { getLiffUser } from "../liff/liff";
import { paths } from "../routes/paths";
import { forgetSession, setAvatarUrl, useSession } from "../session/session";
import { forgetProfile } from "../storage/profile-cache";
import { Banner } from "../ui/banner";
import { Button, buttonClass, Spinner } from "../ui/button";
import { Page } from "../ui/page";

export function ProfilePage() {
  const t = useText();
  const { userInfo, avatarUrl } = useSession();
  const { info, isLoading, isStale, reload } = useMyInfo();
  const status = info?.reviewStatus ?? userInfo?.reviewStatus;
  return (
    <Page title={info?.nickname ?? userInfo?.nickname ?? t("profile.title")}>
      {isStale ? (
        <Banner
          tone="danger"
          title={t("shell.offline")}
          action={
            <Button look="secondary" isBusy={isLoading} onClick={reload}>
              {t("shell.retry")}
            </Button>
          }
        >
          {t("shell.offlineAdvice")}
        </Banner>
      ) : null}
      {info ? (
        <AvatarEditor
          nickname={info.nickname}
          url={avatarUrl ?? info.avatar?.url ?? null}
          onChanged={({ url }) => setAvatarUrl(url)}
        />
      ) : null}
      {status ? <StatusCard status={status} reasons={info?.review.reasons ?? []} /> : null}
      {info ? (
        <>
          <PhotoStrip photos={info.photos} />
          <ProfileAnswers info={info} />
        </>
      ) : null}
      {!info && isLoading ? <Spinner label={t("profile.loading")} /> : null}
      <footer className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-4">
        <LanguageSwitch />
        <div className="flex flex-wrap gap-x-2">
          <Link to={paths.index} className={buttonClass("quiet")}>
            {t("shell.toStart")}
          </Link>
          <LogoutButton />
        </div>
      </footer>
    </Page>
  );
}

function LogoutButton() {
  const t = useText();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    // Without an answer the session ends by itself; what this device keeps of it goes now.
    await logout().catch(() => undefined);
    await forgetProfile(getLiffUser().userId);
    forgetSession();
    await navigate({ to: paths.index });
  };
  return (
    <Button look="quiet" isBusy={isBusy} onClick={() => void leave()}>
      {t("profile.logout")}
    </Button>
  );
}
