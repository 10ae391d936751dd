/** The list of matches. */
import { MatchList } from "#/features/conversation/match-list";
import { useText } from "#/i18n/use-text";
import { MemberPage, Shown } from "#/member/member-page";
import { useResource } from "#/member/resource";
import { matches } from "#/member/resources";

export function MatchesPage() {
  const t = useText();
  const state = useResource(matches);
  return (
    <MemberPage title={t("matches.title")} tab="matches">
      <Shown state={state} isEmpty={({ length }) => length === 0} shape="list">
        {(data) => <MatchList matches={data} />}
      </Shown>
    </MemberPage>
  );
}
