/** News. */
import { MemberPage } from "../features/member/member-page";
import { useText } from "../i18n/use-text";

export function NewsPage() {
  const t = useText();
  return (
    <MemberPage title={t("news.title")} tab="news">
      {null}
    </MemberPage>
  );
}
