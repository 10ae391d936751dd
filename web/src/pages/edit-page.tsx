/** Edit. */
import { MemberPage } from "../features/member/member-page";
import { useText } from "../i18n/use-text";
import { paths } from "../lib/paths";

export function EditPage() {
  const t = useText();
  return (
    <MemberPage
      title={t("edit.title")}
      tab="me"
      parent={{ to: paths.profile, label: t("member.back.me") }}
    >
      {null}
    </MemberPage>
  );
}
