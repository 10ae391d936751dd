/** The profile's status in the review, its meaning, and the next step. */
import type { ReactNode } from "react";
import type { ReviewStatus } from "#/core/core";
import type { ReviewReason } from "#/i18n/reason-text";
import { useText } from "#/i18n/use-text";
import { ReasonList } from "#/member/reason-list";
import { type Tone, toneClasses } from "#/ui/card";
import { Icon, type IconName } from "#/ui/icon";

const tones: Record<ReviewStatus, Tone> = {
  PENDING: "info",
  IN_REVIEW: "info",
  APPROVED: "ok",
  NEEDS_INFO: "accent",
  REJECTED: "danger",
  SUSPENDED: "danger",
};

const icons: Record<ReviewStatus, IconName> = {
  PENDING: "clock",
  IN_REVIEW: "search",
  APPROVED: "circle-check",
  NEEDS_INFO: "pencil",
  REJECTED: "circle-x",
  SUSPENDED: "ban",
};

/** Selects the texts of a status that has several meanings. Undefined selects the usual texts of the status. */
export type StatusTexts =
  | "APPEALED"
  | "APPEAL_IN_REVIEW"
  /** The profile is rejected, and the member can appeal. */
  | "APPEAL_OPEN"
  /** The profile is rejected, and the member cannot appeal. */
  | "FINAL"
  | undefined;

interface Props {
  status: ReviewStatus;
  reasons: readonly ReviewReason[];
  /** True if the member took the profile back. The status is then NEEDS_INFO, but no reviewer asks for anything. */
  isTakenBack?: boolean | undefined;
  texts?: StatusTexts;
  action?: ReactNode;
}

export function StatusCard({ status, reasons, isTakenBack = false, texts, action }: Props) {
  const t = useText();
  const name = isTakenBack ? "TAKEN_BACK" : (texts ?? status);
  return (
    <section
      aria-labelledby="review-status"
      data-status={status}
      className={`flex flex-col gap-2 rounded-lg p-4 sm:p-6 ${toneClasses[tones[status]]}`}
    >
      <h2 id="review-status" className="flex items-center gap-2 text-lg font-bold">
        <Icon name={icons[status]} />
        {t(`profile.status.${name}.title`)}
      </h2>
      <p>{t(`profile.status.${name}.meaning`)}</p>
      <p className="text-muted">{t(`profile.status.${name}.next`)}</p>
      <ReasonList reasons={reasons} />
      {action}
    </section>
  );
}
