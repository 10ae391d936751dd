/** Marks the news as read once the member has opened their page. */
import { useEffect, useState } from "react";
import { markNewsRead, type NewsEntry } from "#/api/news";
import { news as newsResource } from "#/member/resources";
import { asMember } from "#/person/identify-member";

/**
 * Marks all entries as read, at once on this device. Returns the ids of those that were not read when the
 * page opened, or that have come since: the page still shows which ones are new.
 */
export function useReading(news: readonly NewsEntry[] | null): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const unread = news?.filter(({ isRead }) => !isRead) ?? [];
    const newest = news?.[0];
    if (!newest || unread.length === 0) return;
    setSeen((before) => new Set([...before, ...unread.map(({ newsId }) => newsId)]));
    newsResource().change((all) => all.map((entry) => ({ ...entry, isRead: true })));
    // Without an answer, or after E003, the next refresh shows what the server has as unread.
    asMember(() => markNewsRead(newest.newsId)).catch(() => undefined);
  }, [news]);
  return seen;
}
