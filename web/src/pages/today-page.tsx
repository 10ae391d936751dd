/** Today. */
import { MemberPage } from "../features/member/member-page";
import { useText } from "../i18n/use-text";

export function TodayPage() {
  const t = useText();
  return (
    <MemberPage title={t("introductions.title")} tab="today">
      {null}
    </MemberPage>
  );
}
