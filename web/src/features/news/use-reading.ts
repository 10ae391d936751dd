/** Marks the news as read once the member has opened the page of the news. */
import { useEffect, useState } from "react";
import { markNewsRead, type NewsEntry } from "#/api/news";
import { news as newsResource } from "#/member/resources";
import { asMember } from "#/person/identify-member";

/**
 * Marks all entries as read, on this device at once. Returns the ids of the entries that were unread when the
 * page opened or that have come since, so that the page still highlights them.
 */
export function useReading(news: readonly NewsEntry[] | null): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const unread = news?.filter(({ isRead }) => !isRead) ?? [];
    const newest = news?.[0];
    if (!newest || unread.length === 0) return;
    setSeen((before) => new Set([...before, ...unread.map(({ newsId }) => newsId)]));
    newsResource().change((all) => all.map((entry) => ({ ...entry, isRead: true })));
    // If the call fails, the next refresh shows the entries as unread again.
    asMember(() => markNewsRead(newest.newsId)).catch(() => undefined);
  }, [news]);
  return seen;
}
