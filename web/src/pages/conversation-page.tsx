/** Conversation. */
import { MemberPage } from "../features/member/member-page";
import { useText } from "../i18n/use-text";
import { paths } from "../lib/paths";

export function ConversationPage() {
  const t = useText();
  return (
    <MemberPage
      title={t("matches.title")}
      tab="matches"
      parent={{ to: paths.profile, label: t("member.back.me") }}
    >
      {null}
    </MemberPage>
  );
}
