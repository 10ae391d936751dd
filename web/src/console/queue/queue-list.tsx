/** The cases of the queue as dense rows, each a button that opens its case. */
import type { CaseSummary } from "#/api/review-cases";
import { employerText } from "#/console/employers";
import { formatDuration, formatTime, useServerNow } from "#/console/times";
import { type Text, useText } from "#/i18n/use-text";
import { Icon } from "#/ui/icon";

interface Props {
  cases: readonly CaseSummary[];
  /** True if filters are set. An empty list then says that the filters may be the reason. */
  isFiltered: boolean;
  onOpen: (summary: CaseSummary) => void;
}

const columns =
  "md:grid md:grid-cols-[minmax(9rem,1.2fr)_minmax(7rem,1fr)_minmax(9rem,1.6fr)_minmax(6rem,1fr)_minmax(11rem,1fr)_minmax(9rem,1.2fr)] md:items-center md:gap-x-4";

export function QueueList({ cases, isFiltered, onOpen }: Props) {
  const t = useText();
  const nowMs = useServerNow(30_000);
  if (cases.length === 0) {
    return (
      <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line px-4 py-16 text-center">
        <Icon name="circle-check" className="size-8 text-ok" />
        <p className="text-lg font-bold">{t("console.queue.empty")}</p>
        <p className="text-muted">
          {t(isFiltered ? "console.queue.emptyFiltered" : "console.queue.emptyText")}
        </p>
      </div>
    );
  }
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <div
        aria-hidden="true"
        className={`hidden border-b border-line bg-sunken px-4 py-2 text-sm font-semibold text-muted ${columns}`}
      >
        <span>{t("console.column.kind")}</span>
        <span>{t("console.column.evidence")}</span>
        <span>{t("console.column.employer")}</span>
        <span>{t("console.column.waiting")}</span>
        <span>{t("console.column.due")}</span>
        <span>{t("console.column.holder")}</span>
      </div>
      <ul className="divide-y divide-line">
        {cases.map((summary) => (
          <li key={summary.id}>
            <Row summary={summary} nowMs={nowMs} onOpen={() => onOpen(summary)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  summary: CaseSummary;
  nowMs: number;
  onOpen: () => void;
}

function Row({ summary, nowMs, onOpen }: RowProps) {
  const t = useText();
  const { kind, isUrgent, isSecondLook, evidence, employerId, employerName } = summary;
  const isHeld = summary.holder !== null && !summary.holder.isMe;
  return (
    <button
      type="button"
      onClick={onOpen}
      className={`flex w-full flex-wrap gap-x-3 gap-y-0.5 px-4 py-2.5 text-left hover:bg-sunken focus-visible:-outline-offset-3 ${columns} ${isHeld ? "text-muted" : ""}`}
    >
      <span className="flex flex-wrap items-center gap-x-2 font-semibold max-md:basis-full">
        {t(`console.kind.${kind}`)}
        {isUrgent ? <Chip tone="danger">{t("console.urgent")}</Chip> : null}
        {isSecondLook ? <Chip tone="neutral">{t("console.secondLook")}</Chip> : null}
      </span>
      <Cell label={t("console.column.evidence")}>{t(`console.evidence.${evidence}`)}</Cell>
      <Cell label={t("console.column.employer")}>
        {employerText(employerId, employerName) || t("console.noEmployer")}
      </Cell>
      {/* On a phone, this line break puts the times on a separate line. */}
      <span className="h-0 basis-full md:hidden" />
      <Cell label={t("console.column.waiting")} isShownOnPhone>
        <span title={formatTime(summary.submittedAt, nowMs)}>
          {formatDuration(Math.max(0, nowMs - Date.parse(summary.submittedAt)))}
        </span>
      </Cell>
      <span>
        <Due dueAt={summary.dueAt} nowMs={nowMs} />
      </span>
      <span className="max-md:basis-full max-md:empty:hidden">{holderText(t, summary, nowMs)}</span>
    </button>
  );
}

/** A cell of a row. A phone shows no column headings, so `isShownOnPhone` shows the heading in the cell. */
function Cell(props: { label: string; isShownOnPhone?: boolean; children: React.ReactNode }) {
  const { label, isShownOnPhone = false, children } = props;
  return (
    <span className="min-w-0 wrap-anywhere">
      <span className={isShownOnPhone ? "text-muted md:sr-only" : "sr-only"}>{label} </span>
      {children}
    </span>
  );
}

/** Shows when the case is due. An overdue case is marked in words too, for reviewers who do not see the colour. */
export function Due({ dueAt, nowMs }: { dueAt: string; nowMs: number }) {
  const t = useText();
  const leftMs = Date.parse(dueAt) - nowMs;
  const time = formatDuration(Math.abs(leftMs));
  if (leftMs >= 0) return <>{t("console.due.in", { time })}</>;
  return (
    <span className="inline-flex items-center gap-1 font-semibold text-danger">
      <Icon name="circle-alert" className="size-4" />
      {t("console.due.overdue", { time })}
    </span>
  );
}

function holderText(t: Text, { holder }: CaseSummary, nowMs: number): string {
  if (!holder) return "";
  const time = formatTime(holder.leaseUntil, nowMs);
  if (holder.isMe) return t("console.holder.me", { time });
  return t("console.holder.other", { name: holder.name, time });
}

export function Chip({ tone, children }: { tone: "danger" | "neutral"; children: string }) {
  const colors = tone === "danger" ? "bg-danger text-on-danger" : "bg-sunken text-ink";
  return (
    <span
      className={`rounded-full px-2 text-sm leading-6 font-semibold whitespace-nowrap ${colors}`}
    >
      {children}
    </span>
  );
}
