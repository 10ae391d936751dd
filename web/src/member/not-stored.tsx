/** The warning that only this page holds what the member typed, because the device could not store it. */
import { useText } from "#/i18n/use-text";

export function NotStored() {
  const t = useText();
  return (
    <p role="status" className="m-0 text-sm text-danger">
      {t("member.notStored")}
    </p>
  );
}
