/** The calls about a member's news. */
import { call } from "./client";
import type { components } from "./schema";

export type NewsEntry = components["schemas"]["NewsEntry"];

/** Returns at most 100 entries, the newest first. */
export async function fetchNews(): Promise<NewsEntry[]> {
  const { news } = await call((client) => client.GET("/news"), {
    isSafe: true,
  });
  return news;
}

/** Marks the entry and all older entries as read. Throws E003 if the list no longer has this entry. */
export async function markNewsRead(newsId: string): Promise<void> {
  await call((client) => client.PUT("/news/read", { body: { newsId } }));
}
