/** The list of matches. */
import { MatchList } from "#/features/conversation/match-list";
import { MemberPage, Shown } from "#/features/member/member-page";
import { useResource } from "#/features/member/resource";
import { matches } from "#/features/member/resources";
import { useText } from "#/i18n/use-text";

export function MatchesPage() {
  const t = useText();
  const state = useResource(matches);
  return (
    <MemberPage title={t("matches.title")} tab="matches">
      <Shown state={state} isEmpty={({ length }) => length === 0}>
        {(data) => <MatchList matches={data} />}
      </Shown>
    </MemberPage>
  );
}
