/** The header of a case: what the case is about, and when it is due. */
import type { CaseSummary } from "#/api/review-cases";
import { employerText } from "#/console/employers";
import { Chip, Due } from "#/console/queue/queue-list";
import { formatTime, useServerNow } from "#/console/times";
import { useText } from "#/i18n/use-text";

export function CaseHead({ summary }: { summary: CaseSummary }) {
  const t = useText();
  const nowMs = useServerNow(30_000);
  const { isUrgent, isSecondLook, evidence, employerId, employerName } = summary;
  const employer = employerText(employerId, employerName);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {isUrgent ? <Chip tone="danger">{t("console.urgent")}</Chip> : null}
      {isSecondLook ? <Chip tone="neutral">{t("console.secondLook")}</Chip> : null}
      <span>{t(`console.evidence.${evidence}`)}</span>
      {employer ? <span className="wrap-anywhere">{employer}</span> : null}
      <span className="text-muted">
        {t("console.submitted", { time: formatTime(summary.submittedAt, nowMs) })}
      </span>
      <Due dueAt={summary.dueAt} nowMs={nowMs} />
    </div>
  );
}
