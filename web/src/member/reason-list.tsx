/** A reviewer's reasons, each with the field that it is about. */
import { type ReviewReason, reasonText } from "#/i18n/reason-text";
import { useText } from "#/i18n/use-text";

export function ReasonList({ reasons }: { reasons: readonly ReviewReason[] }) {
  if (reasons.length === 0) return null;
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      {reasons.map((reason) => (
        <Reason key={`${reason.path} ${reason.code} ${reason.note}`} {...reason} />
      ))}
    </ul>
  );
}

function Reason({ path, ...reason }: ReviewReason) {
  const t = useText();
  const words = reasonText(t, reason);
  // A reason without a path comes from a report about something that is not a field of the profile.
  if (!path) return <li className="wrap-anywhere">{words}</li>;
  return (
    <li className="wrap-anywhere">
      <strong>{t(`vocabulary.field.${path.split(/[.[]/, 1)[0]}`)}</strong>
      {words ? ` – ${words}` : null}
    </li>
  );
}
