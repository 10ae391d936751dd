/** Home: for those we know, how their profile stands and what comes next; for others, what this is. */
import { Link } from "@tanstack/react-router";
import { NextSteps } from "../features/home/next-steps";
import { LanguageSwitch } from "../features/language/language-switch";
import { StatusCard } from "../features/profile/status-card";
import { useFreshStatus } from "../features/profile/use-fresh-status";
import { useText } from "../i18n/use-text";
import { paths } from "../routes/paths";
import type { UserInfo } from "../session/cookies";
import { useSession } from "../session/session";
import { Avatar } from "../ui/avatar";
import { buttonClass } from "../ui/button";
import { Knot } from "../ui/knot";
import { Page } from "../ui/page";

export function IndexPage() {
  const { userInfo } = useSession();
  return userInfo ? <Home userInfo={userInfo} /> : <Welcome />;
}

function Home({ userInfo: { nickname, reviewStatus } }: { userInfo: UserInfo }) {
  const t = useText();
  const { avatarUrl } = useSession();
  useFreshStatus();
  const isFormOpen = reviewStatus === "NEEDS_INFO";
  return (
    <Page
      title={t("shell.index.hello", { name: nickname })}
      eyebrow={<Avatar alt="" name={nickname} src={avatarUrl} size="3xl" />}
      actions={
        <Link to={paths.profile} className={buttonClass()}>
          {t(isFormOpen ? "shell.index.toReasons" : "shell.index.toProfile")}
        </Link>
      }
    >
      <StatusCard status={reviewStatus} reasons={[]} />
      <NextSteps status={reviewStatus} />
      <LanguageSwitch />
    </Page>
  );
}

function Welcome() {
  const t = useText();
  return (
    <Page
      title={t("shell.index.title")}
      eyebrow={<Knot className="size-14" />}
      actions={
        <Link to={paths.register} className={buttonClass()}>
          {t("shell.index.toRegister")}
        </Link>
      }
    >
      <p className="text-lg text-muted">{t("shell.index.lead")}</p>
      <ul className="flex flex-col gap-3">
        {["proof", "review", "place"].map((promise) => (
          <li key={promise} className="flex gap-3">
            <span aria-hidden="true" className="mt-2.5 size-2 shrink-0 rounded-full bg-accent" />
            <span>{t(`shell.index.${promise}`)}</span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{t("shell.index.adults")}</p>
      <LanguageSwitch />
    </Page>
  );
}
