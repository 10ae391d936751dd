/** The front page: what this is and the one next step. */
import { Link } from "@tanstack/react-router";
import { LanguageSwitch } from "../features/language/language-switch";
import { StatusCard } from "../features/profile/status-card";
import { useText } from "../i18n/use-text";
import { paths } from "../routes/paths";
import { useSession } from "../session/session";
import { buttonClass } from "../ui/button";
import { Knot } from "../ui/knot";
import { Page } from "../ui/page";

export function IndexPage() {
  const t = useText();
  const { userInfo, registration } = useSession();
  const isKnown = registration === "registered" || userInfo !== null;
  return (
    <Page
      title={
        userInfo ? t("shell.index.hello", { name: userInfo.nickname }) : t("shell.index.title")
      }
      eyebrow={<Knot className="size-14" />}
      actions={
        <Link to={isKnown ? paths.profile : paths.register} className={buttonClass()}>
          {t(isKnown ? "shell.index.toProfile" : "shell.index.toRegister")}
        </Link>
      }
    >
      <p className="text-lg text-muted">{t("shell.index.lead")}</p>
      {userInfo ? <StatusCard status={userInfo.reviewStatus} reasons={[]} /> : null}
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
