/** Matches. */
import { MemberPage } from "../features/member/member-page";
import { useText } from "../i18n/use-text";

export function MatchesPage() {
  const t = useText();
  return (
    <MemberPage title={t("matches.title")} tab="matches">
      {null}
    </MemberPage>
  );
}
