/** The news of a member. Opening the page marks the news as read. */

import { NewsList } from "#/features/news/news-list";
import { useReading } from "#/features/news/use-reading";
import { useText } from "#/i18n/use-text";
import { MemberPage, Shown } from "#/member/member-page";
import { useResource } from "#/member/resource";
import { news } from "#/member/resources";

export function NewsPage() {
  const t = useText();
  const state = useResource(news);
  const unread = useReading(state.data);
  return (
    <MemberPage title={t("news.title")} tab="news">
      <Shown state={state} shape="list">
        {(entries) => <NewsList news={entries} unread={unread} />}
      </Shown>
    </MemberPage>
  );
}
