/** The matches of a member, in the server's order: the match with the latest note comes first. */
import type { Match } from "#/api/matches";
import { useText } from "#/i18n/use-text";
import { conversationPath, paths } from "#/lib/paths";
import { titleOf } from "#/member/card";
import { useOutbox } from "#/member/member-outbox";
import { formatBriefly } from "#/member/moments";
import { Link } from "#/navigation/link";
import { buttonClass } from "#/ui/button";
import { surfaceClass } from "#/ui/card";
import { Drawing } from "#/ui/drawing";
import noMatchesDrawing from "#/ui/drawings/no-matches.svg?no-inline";
import { PersonPicture } from "./person-picture";

export function MatchList({ matches }: { matches: readonly Match[] }) {
  const t = useText();
  const { entries } = useOutbox();
  if (matches.length === 0) return <NoMatches />;
  return (
    <ul className="m-0 flex list-none flex-col gap-3 p-0">
      {matches.map((match) => {
        const unsent = entries.filter(
          (entry) => entry.kind === "note" && entry.matchId === match.matchId,
        );
        const isRefused = unsent.some(({ failure }) => failure !== null);
        const status = t(isRefused ? "matches.refused" : "matches.waiting");
        return (
          <li key={match.matchId}>
            <Row match={match} status={unsent.length > 0 ? status : null} />
          </li>
        );
      })}
    </ul>
  );
}

function Row({ match, status }: { match: Match; status: string | null }) {
  const t = useText();
  const { matchId, person, lastNote, unread, since } = match;
  const latest = lastNote
    ? lastNote.mine
      ? t("matches.you", { text: lastNote.text })
      : lastNote.text
    : t("matches.new");
  return (
    <Link
      to={conversationPath(matchId)}
      className={`${surfaceClass} flex items-center gap-3 p-3 text-ink no-underline hover:bg-sunken`}
    >
      <PersonPicture person={person} />
      <span className="flex min-w-0 grow flex-col">
        <span className="flex items-baseline justify-between gap-2">
          <span className="min-w-0 truncate font-bold">{titleOf(t, person)}</span>
          <span className="shrink-0 text-sm text-muted">
            {formatBriefly(Date.parse(lastNote?.sentAt ?? since))}
          </span>
        </span>
        <span className={`truncate ${unread > 0 ? "font-semibold" : "text-muted"}`}>
          {status ?? latest}
        </span>
      </span>
      {unread > 0 ? (
        <span className="shrink-0 rounded-full bg-accent px-2 text-sm font-bold text-on-accent">
          <span aria-hidden="true">{unread}</span>
          <span className="sr-only">{t("matches.unread", { count: unread })}</span>
        </span>
      ) : null}
    </Link>
  );
}

function NoMatches() {
  const t = useText();
  return (
    <section className="flex flex-col items-start gap-3 py-4">
      <Drawing src={noMatchesDrawing} />
      <h2 className="m-0 text-xl font-bold">{t("matches.empty.title")}</h2>
      <p className="m-0 text-lg text-muted">{t("matches.empty.text")}</p>
      <Link to={paths.index} className={buttonClass("secondary")}>
        {t("matches.empty.link")}
      </Link>
    </section>
  );
}
