/** Where the profile stands in review, what that means and what comes next. */
import type { ReactNode } from "react";
import type { ReviewStatus } from "../../core/core";
import { type ReviewReason, reasonText } from "../../i18n/reason-text";
import { useText } from "../../i18n/use-text";
import { Icon } from "../../icons/icon";
import type { IconName } from "../../icons/names";

const tones: Record<ReviewStatus, string> = {
  PENDING: "border-line bg-sunken",
  IN_REVIEW: "border-line bg-sunken",
  APPROVED: "border-ok bg-ok-soft",
  NEEDS_INFO: "border-accent bg-accent-soft",
  REJECTED: "border-danger bg-danger-soft",
  SUSPENDED: "border-danger bg-danger-soft",
};

const icons: Record<ReviewStatus, IconName> = {
  PENDING: "lucide:clock",
  IN_REVIEW: "lucide:search",
  APPROVED: "lucide:circle-check",
  NEEDS_INFO: "lucide:pencil",
  REJECTED: "lucide:circle-x",
  SUSPENDED: "lucide:ban",
};

interface Props {
  status: ReviewStatus;
  reasons: readonly ReviewReason[];
  /** What the person can do about it. */
  action?: ReactNode;
}

export function StatusCard({ status, reasons, action }: Props) {
  const t = useText();
  return (
    <section
      aria-labelledby="review-status"
      data-status={status}
      className={`flex flex-col gap-2 rounded-lg border-l-4 p-4 sm:p-6 ${tones[status]}`}
    >
      <h2 id="review-status" className="flex items-center gap-2 text-lg font-bold">
        <Icon name={icons[status]} />
        {t(`profile.status.${status}.title`)}
      </h2>
      <p>{t(`profile.status.${status}.meaning`)}</p>
      <p className="text-muted">{t(`profile.status.${status}.next`)}</p>
      {reasons.length > 0 ? (
        <ul className="flex list-disc flex-col gap-1 pl-5">
          {reasons.map((reason) => (
            <Reason key={`${reason.path} ${reason.code} ${reason.note}`} {...reason} />
          ))}
        </ul>
      ) : null}
      {action}
    </section>
  );
}

/** The field that the reviewer means, and the reason. */
function Reason({ path, ...reason }: ReviewReason) {
  const t = useText();
  const words = reasonText(t, reason);
  return (
    <li className="wrap-anywhere">
      <strong>{t(`register.${path.split(/[.[]/, 1)[0]}.label`)}</strong>
      {words ? ` – ${words}` : null}
    </li>
  );
}
