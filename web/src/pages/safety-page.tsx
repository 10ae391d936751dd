/** Advice on meeting people safely, for every person with an account. */

import { ReportAndBlock, SafetyAdvice } from "#/features/safety/advice";
import { useText } from "#/i18n/use-text";
import { paths } from "#/lib/paths";
import { BackLink, MemberPage } from "#/member/member-page";
import { isApproved, useSession } from "#/session/session";
import { Page } from "#/ui/page";

export function SafetyPage() {
  const t = useText();
  // Subscribes to the session, so that the page is drawn again when the review ends.
  useSession();
  const title = t("settings.safety.title");
  if (!isApproved()) {
    const back = <BackLink to={paths.profile} label={t("settings.safety.back")} />;
    return (
      <Page title={title} eyebrow={back}>
        <SafetyAdvice />
      </Page>
    );
  }
  return (
    <MemberPage title={title} tab="me" parent={{ to: paths.profile, label: t("member.back.me") }}>
      <SafetyAdvice />
      <ReportAndBlock />
    </MemberPage>
  );
}
