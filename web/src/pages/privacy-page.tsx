/** The choices about being introduced and being seen, and the people whom the member has blocked. */
import { MemberPage, Shown } from "#/features/member/member-page";
import { useResource } from "#/features/member/resource";
import { PolicyButton } from "#/features/rights/policy-button";
import { BlockedPeople } from "#/features/settings/blocked-people";
import { PrivacyChoicesForm } from "#/features/settings/privacy-choices";
import { privacy } from "#/features/settings/resources";
import { useText } from "#/i18n/use-text";
import { paths } from "#/lib/paths";

export function PrivacyPage() {
  const t = useText();
  const state = useResource(privacy);
  return (
    <MemberPage
      title={t("settings.privacy.title")}
      tab="me"
      parent={{ to: paths.profile, label: t("member.back.me") }}
    >
      <Shown state={state}>{(known) => <PrivacyChoicesForm known={known} />}</Shown>
      <BlockedPeople />
      <PolicyButton />
    </MemberPage>
  );
}
