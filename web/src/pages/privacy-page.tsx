/** Privacy. */
import { MemberPage } from "../features/member/member-page";
import { useText } from "../i18n/use-text";
import { paths } from "../lib/paths";

export function PrivacyPage() {
  const t = useText();
  return (
    <MemberPage
      title={t("settings.privacy.title")}
      tab="me"
      parent={{ to: paths.profile, label: t("member.back.me") }}
    >
      {null}
    </MemberPage>
  );
}
