/** The page "Me" of an approved member: the card that others see, the links, and the account. */
import type { ReactNode } from "react";
import type { MyInfo } from "#/api/account";
import { useText } from "#/i18n/use-text";
import { MemberPage } from "#/member/member-page";
import { setAvatarUrl } from "#/session/session";
import { Spinner } from "#/ui/button";
import { cardClass } from "#/ui/card";
import { AvatarEditor } from "./avatar-editor";
import { MemberMenu } from "./member-menu";
import { OwnCard } from "./own-card";
import { ProfileAnswers } from "./profile-answers";

interface Props {
  title: string;
  info: MyInfo | null;
  avatarUrl: string | null;
  banner: ReactNode;
  children: ReactNode;
}

export function ApprovedProfile({ title, info, avatarUrl, banner, children }: Props) {
  const t = useText();
  return (
    <MemberPage title={title} tab="me">
      {banner}
      <MemberMenu />
      {info ? <OwnCard info={info} /> : <Spinner label={t("profile.loading")} />}
      {info ? (
        <>
          <AvatarEditor
            nickname={info.nickname}
            url={avatarUrl ?? info.avatar?.url ?? null}
            onChanged={({ url }) => setAvatarUrl(url)}
          />
          <details className={cardClass}>
            <summary className="min-h-11 cursor-pointer content-center text-lg font-bold">
              {t("profile.allAnswers")}
            </summary>
            <div className="flex flex-col gap-4 pt-3">
              <ProfileAnswers info={info} />
            </div>
          </details>
        </>
      ) : null}
      {children}
    </MemberPage>
  );
}
