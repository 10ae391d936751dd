/** The news by day, the newest first. Each entry leads to the page that it is about. */
import { i18n } from "@lingui/core";
import type { NewsEntry } from "#/api/news";
import { type Text, useText } from "#/i18n/use-text";
import { conversationPath, paths } from "#/lib/paths";
import { formatDay, isSameDay } from "#/member/moments";
import { ReasonList } from "#/member/reason-list";
import { Link } from "#/navigation/link";
import { surfaceClass } from "#/ui/card";
import { Icon, type IconName } from "#/ui/icon";
import { Knot } from "#/ui/knot";

const icons: Record<NewsEntry["kind"], IconName> = {
  REVIEW_DECIDED: "user",
  INTRODUCTIONS: "sun",
  MATCH: "heart",
  NOTE: "message-circle",
  CHANGE_DECIDED: "pencil",
  REPORT_HANDLED: "shield-check",
  WARNED: "triangle-alert",
  CONTENT_REMOVED: "triangle-alert",
};

interface Props {
  news: readonly NewsEntry[];
  /** The ids of the entries to mark as new, although they are read already. */
  unread: ReadonlySet<string>;
}

export function NewsList({ news, unread }: Props) {
  const t = useText();
  if (news.length === 0) return <NoNews />;
  return daysOf(news).map(({ key, day, entries }) => (
    <section key={key} className="flex flex-col gap-2">
      <h2 className="font-bold">{dayName(t, day)}</h2>
      <ul className={`m-0 flex list-none flex-col divide-y divide-line p-0 ${surfaceClass}`}>
        {entries.map((entry) => (
          <li key={entry.newsId}>
            <Entry entry={entry} isUnread={!entry.isRead || unread.has(entry.newsId)} />
            {entry.reasons ? (
              <div className="px-4 pb-3 empty:hidden">
                <ReasonList reasons={entry.reasons} />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  ));
}

function NoNews() {
  const t = useText();
  return (
    <div className="flex flex-col items-center gap-3 py-10 text-center">
      <Knot />
      <p className="text-lg font-bold">{t("news.empty")}</p>
      <p className="text-muted">{t("news.empty.text")}</p>
    </div>
  );
}

function Entry({ entry, isUnread }: { entry: NewsEntry; isUnread: boolean }) {
  const t = useText();
  const time = i18n.date(new Date(entry.at), { timeStyle: "short" });
  return (
    <Link
      to={placeOf(entry)}
      className="flex min-h-14 items-center gap-3 px-4 py-3 text-ink no-underline"
    >
      <span className="relative shrink-0 text-accent">
        <Icon name={icons[entry.kind]} className="size-6" />
        {isUnread ? (
          <span
            aria-hidden="true"
            className="absolute -top-1 -right-1 size-3 rounded-full border-2 border-surface bg-accent"
          />
        ) : null}
      </span>
      <span className="flex min-w-0 grow flex-col">
        <span className={`wrap-anywhere ${isUnread ? "font-bold" : ""}`}>
          {isUnread ? <span className="sr-only">{t("news.unread")} </span> : null}
          {sentenceOf(t, entry)}
        </span>
        <time dateTime={entry.at} className="text-sm text-muted">
          {time}
        </time>
      </span>
      <Icon name="chevron-right" className="size-4 text-muted" />
    </Link>
  );
}

function sentenceOf(t: Text, { kind, reviewStatus, outcome }: NewsEntry): string {
  if (kind === "REVIEW_DECIDED" && reviewStatus) return t(`news.REVIEW_DECIDED.${reviewStatus}`);
  if (kind === "CHANGE_DECIDED" && outcome) return t(`news.CHANGE_DECIDED.${outcome}`);
  return t(`news.${kind}`);
}

function placeOf({ kind, matchId }: NewsEntry): string {
  switch (kind) {
    case "REVIEW_DECIDED":
    case "WARNED":
      return paths.profile;
    case "INTRODUCTIONS":
      return paths.index;
    case "MATCH":
    case "NOTE":
      return matchId ? conversationPath(matchId) : paths.matches;
    case "CHANGE_DECIDED":
    case "CONTENT_REMOVED":
      return paths.edit;
    case "REPORT_HANDLED":
      return paths.safety;
  }
}

function daysOf(news: readonly NewsEntry[]) {
  const days = new Map<string, { key: string; day: Date; entries: NewsEntry[] }>();
  for (const entry of news) {
    const day = new Date(entry.at);
    const key = day.toDateString();
    const group = days.get(key) ?? { key, day, entries: [] };
    group.entries.push(entry);
    days.set(key, group);
  }
  return [...days.values()];
}

function dayName(t: Text, day: Date, now = new Date()): string {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (isSameDay(day, now)) return t("news.today");
  return isSameDay(day, yesterday) ? t("news.yesterday") : formatDay(day, now);
}
