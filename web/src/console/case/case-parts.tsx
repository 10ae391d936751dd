/** The cards beside the facts and the evidence of a case: mailbox, proof of age, traces, appeal, report and history. */
import type {
  CaseFacts,
  EarlierStep,
  EvidenceTrace,
  ReportFacts,
  ReportTotals,
} from "#/api/review-cases";
import { formatDate, formatTime } from "#/console/times";
import { reasonText } from "#/i18n/reason-text";
import { hasText, type Text, useText } from "#/i18n/use-text";
import { Card } from "#/ui/card";
import { Icon } from "#/ui/icon";

export function Mailbox({ mailbox }: { mailbox: NonNullable<CaseFacts["mailbox"]> }) {
  const t = useText();
  const { employerName, domains, isConfirmed } = mailbox;
  return (
    <Card title={t("console.mailbox.title")}>
      <p
        className={`flex items-center gap-2 font-semibold ${isConfirmed ? "text-ok" : "text-danger"}`}
      >
        <Icon name={isConfirmed ? "circle-check" : "circle-alert"} />
        {t(isConfirmed ? "console.mailbox.confirmed" : "console.mailbox.unconfirmed")}
      </p>
      <p>{employerName}</p>
      <p className="text-sm text-muted wrap-anywhere">
        {t("console.mailbox.domains", { domains: domains.join(t("console.listSeparator")) })}
      </p>
    </Card>
  );
}

export function Age({ age }: { age: NonNullable<CaseFacts["age"]> }) {
  const t = useText();
  const { evidence, birthday, check } = age;
  const isChecked = evidence === "CHECKED";
  return (
    <Card title={t("console.age.title")}>
      <p
        className={`flex items-center gap-2 font-semibold ${isChecked ? "text-ok" : evidence === "MISSING" ? "text-danger" : ""}`}
      >
        <Icon name={isChecked ? "circle-check" : "circle-alert"} />
        {t(`console.age.${evidence}`)}
      </p>
      <p>{t("console.age.birthday", { birthday })}</p>
      {check ? (
        <p className="text-sm text-muted">
          {t("console.age.checked", {
            birthday: check.birthday,
            document: t(`vocabulary.ageDocument.${check.document}`),
            date: formatDate(check.checkedAt),
          })}
        </p>
      ) : null}
    </Card>
  );
}

/** The uses of the same evidence by other accounts. The server does not name these accounts. */
export function Traces({ traces }: { traces: readonly EvidenceTrace[] }) {
  const t = useText();
  const kinds = (["DOCUMENT", "MAILBOX"] as const).filter((kind) =>
    traces.some((trace) => trace.kind === kind),
  );
  return kinds.map((kind) => (
    <Card key={kind} title={t(`console.traces.${kind}`)}>
      <ul className="flex flex-col gap-3">
        {traces
          .filter((trace) => trace.kind === kind)
          .map((trace) => (
            <li
              key={`${trace.at} ${trace.outcome} ${trace.isDeleted} ${trace.reasons.join()}`}
              className="border-l-2 border-danger pl-3"
            >
              <p className="font-semibold">{t(outcomeId(trace))}</p>
              <p className="text-sm text-muted">
                {formatDate(trace.at)}
                {trace.isDeleted ? ` · ${t("console.traces.deleted")}` : null}
              </p>
              <TraceReasons codes={trace.reasons} />
            </li>
          ))}
      </ul>
    </Card>
  ));
}

function TraceReasons({ codes }: { codes: readonly string[] }) {
  const t = useText();
  if (codes.length === 0) return null;
  return (
    <ul className="list-disc pl-5 text-sm">
      {codes.map((code) => (
        <li key={code}>{reasonText(t, { code, note: "" }) || code}</li>
      ))}
    </ul>
  );
}

function outcomeId({ outcome }: EvidenceTrace) {
  switch (outcome) {
    case "APPROVED":
    case "REJECTED":
    case "SUSPENDED":
      return `console.traces.${outcome}` as const;
    default:
      return "console.traces.undecided";
  }
}

export function Appeal({ text }: { text: string }) {
  const t = useText();
  return (
    <Card title={t("console.appeal.title")}>
      <Quote>{text}</Quote>
    </Card>
  );
}

export function Report({ report }: { report: ReportFacts }) {
  const t = useText();
  const { category, note, sentAt, isOutOfSight, card, notes } = report;
  return (
    <>
      <Card title={t("console.report.title")}>
        <p className="font-semibold">{t(`console.category.${category}`)}</p>
        {note ? <Quote>{note}</Quote> : <p className="text-muted">{t("console.report.noNote")}</p>}
        <p className="text-sm text-muted">
          {t("console.report.sentAt", { time: formatTime(sentAt) })}
          {isOutOfSight ? ` ${t("console.report.outOfSight")}` : null}
        </p>
        <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-2">
          <Totals label={t("console.report.aboutReported")} totals={report.aboutReported} />
          <Totals label={t("console.report.byReporter")} totals={report.byReporter} />
        </dl>
      </Card>
      <Card title={t("console.report.card")}>
        <dl className="divide-y divide-line">
          {card.map(({ label, text }) => (
            <div
              key={label}
              className="grid gap-x-4 py-1.5 sm:grid-cols-[minmax(7rem,2fr)_minmax(0,5fr)]"
            >
              <dt className="text-sm leading-7 text-muted">{label}</dt>
              <dd className="m-0 min-w-0 whitespace-pre-line wrap-anywhere" dir="auto">
                {text || <span className="text-muted">{t("console.facts.empty")}</span>}
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title={t("console.report.notes")}>
        <Answer label={t("console.report.reportersAnswer")} text={report.reportersAnswer} />
        <Answer label={t("console.report.reportedAnswer")} text={report.reportedAnswer} />
        {notes.length === 0 ? (
          <p className="text-muted">{t("console.report.noNotes")}</p>
        ) : (
          <ol className="flex flex-col gap-2">
            {notes.map((written) => (
              <li
                // The author and the text make the key unique, because two notes may have the same time.
                key={`${written.sentAt} ${written.isReporters} ${written.text}`}
                className={`max-w-[85%] rounded-md px-3 py-2 ${
                  written.isReporters ? "self-end bg-sunken" : "self-start bg-danger-soft"
                }`}
              >
                <p className="text-sm text-muted">
                  {t(written.isReporters ? "console.report.reporter" : "console.report.reported")} ·{" "}
                  {formatTime(written.sentAt)}
                </p>
                <p className="whitespace-pre-line wrap-anywhere" dir="auto">
                  {written.text}
                </p>
              </li>
            ))}
          </ol>
        )}
      </Card>
    </>
  );
}

function Totals({ label, totals }: { label: string; totals: ReportTotals }) {
  const t = useText();
  const { open, dismissed, upheld } = totals;
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="m-0 tabular-nums">
        {t("console.report.totals", { open, dismissed, upheld })}
      </dd>
    </div>
  );
}

/** The note that a member wrote with the yes to the introduction. */
function Answer({ label, text }: { label: string; text: string }) {
  if (!text) return null;
  return (
    <div>
      <p className="text-sm text-muted">{label}</p>
      <Quote>{text}</Quote>
    </div>
  );
}

interface HistoryProps {
  history: readonly EarlierStep[];
  labelOf: (path: string) => string;
}

export function History({ history, labelOf }: HistoryProps) {
  const t = useText();
  if (history.length === 0) return null;
  return (
    <Card title={t("console.history.title")}>
      <ol className="flex flex-col gap-3">
        {history.map((step) => (
          <li
            key={`${step.at} ${step.caseKind} ${step.action}`}
            className="border-l-2 border-line pl-3"
          >
            <p className="font-semibold">
              {step.caseKind ? `${t(`console.kind.${step.caseKind}`)} · ` : null}
              {actionText(t, step)}
            </p>
            <p className="text-sm text-muted">
              {step.reviewer || t("console.history.member")} · {formatTime(step.at)}
            </p>
            <ReasonLines reasons={step.reasons} labelOf={labelOf} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function ReasonLines({
  reasons,
  labelOf,
}: Pick<EarlierStep, "reasons"> & Omit<HistoryProps, "history">) {
  const t = useText();
  if (reasons.length === 0) return null;
  return (
    <ul className="list-disc pl-5 text-sm">
      {reasons.map((reason) => (
        <li key={`${reason.path} ${reason.code} ${reason.note}`} className="wrap-anywhere">
          <strong>{labelOf(reason.path)}</strong> – {reasonText(t, reason) || reason.code}
        </li>
      ))}
    </ul>
  );
}

function actionText(t: Text, { caseKind, action }: EarlierStep): string {
  const id = caseKind ? `console.decided.${action}` : `console.step.${action}`;
  return hasText(id) ? t(id) : action;
}

function Quote({ children }: { children: string }) {
  return (
    <blockquote
      className="m-0 rounded-md bg-sunken px-3 py-2 whitespace-pre-line wrap-anywhere"
      dir="auto"
    >
      {children}
    </blockquote>
  );
}
