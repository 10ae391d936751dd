/** The word to a member whose text only this page holds. */
import { useText } from "#/i18n/use-text";

export function NotStored() {
  const t = useText();
  return (
    <p role="status" className="m-0 text-sm text-danger">
      {t("member.notStored")}
    </p>
  );
}
