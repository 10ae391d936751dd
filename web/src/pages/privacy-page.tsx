/** The page for the choices about being introduced and being seen, and for the people whom the member has blocked. */

import { PolicyButton } from "#/features/rights/policy-button";
import { BlockedPeople } from "#/features/settings/blocked-people";
import { PrivacyChoicesForm } from "#/features/settings/privacy-choices";
import { useText } from "#/i18n/use-text";
import { paths } from "#/lib/paths";
import { privacy } from "#/member/choices";
import { MemberPage, Shown } from "#/member/member-page";
import { useResource } from "#/member/resource";

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
