/** The page of a case that the reviewer holds: the facts beside the evidence, and the decisions. */
import { useEffect, useState, useSyncExternalStore } from "react";
import type { CaseClaim, CaseFacts, CaseSummary } from "#/api/review-cases";
import { Frame } from "#/console/frame";
import { formatTime } from "#/console/times";
import { useText } from "#/i18n/use-text";
import { Card } from "#/ui/card";
import { titleOf } from "./case-closed";
import { CaseHead } from "./case-head";
import { Age, Appeal, History, Mailbox, Report, Traces } from "./case-parts";
import { DecisionBar } from "./decision-bar";
import { EvidenceList } from "./evidence";
import { Facts } from "./facts";
import { Lease, type LeaseState } from "./lease";
import { LeaseEnded } from "./lease-ended";
import { forgetOpenCase, noteOpenCase } from "./leave";
import { QueueLink } from "./queue-link";

interface Props {
  summary: CaseSummary;
  claim: CaseClaim;
  facts: CaseFacts;
  reload: () => void;
}

export function CaseDesk({ summary, claim, facts, reload }: Props) {
  const t = useText();
  const [lease] = useState(() => new Lease(claim));
  const state = useSyncExternalStore(lease.subscribe, lease.getState);
  useEffect(() => lease.start(), [lease]);
  const isHeld = state.kind === "held";
  useEffect(() => {
    if (!isHeld) return;
    noteOpenCase(claim);
    return () => forgetOpenCase(claim.id);
  }, [claim, isHeld]);

  const { sections, files, mailbox, traces, history, appeal, report, reasonFields } = facts;
  const labelOf = (path: string) =>
    reasonFields.find((field) => field.path === path)?.label ?? path;
  const isAboutChanges = summary.kind === "RESUBMISSION" || summary.kind === "CHANGE";
  const aside = (
    <div
      key="aside"
      className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-4 lg:order-2 lg:max-h-[calc(100vh-9rem)] lg:overflow-y-auto lg:overscroll-contain"
    >
      {appeal === null ? null : <Appeal text={appeal} />}
      {facts.age ? <Age age={facts.age} /> : null}
      {mailbox ? <Mailbox mailbox={mailbox} /> : null}
      <Traces traces={traces} />
      {files.length > 0 && isHeld ? (
        <Card title={t("console.evidence.title")}>
          <EvidenceList
            claim={claim}
            files={files}
            birthday={facts.age?.birthday}
            onLost={(standing) => lease.lose(standing)}
          />
        </Card>
      ) : null}
      {summary.isSecondLook ? (
        <p className="text-sm text-muted">{t("console.secondLook.text")}</p>
      ) : (
        <History history={history} labelOf={labelOf} />
      )}
    </div>
  );
  const main = (
    <div key="main" className="flex min-w-0 flex-col gap-4">
      {report ? <Report report={report} /> : null}
      <Facts sections={sections} isAboutChanges={isAboutChanges} />
    </div>
  );
  // On a phone, the evidence is above the long list of facts, but below a report or a few changed facts.
  const isMainFirst = report !== null || isAboutChanges;
  return (
    <Frame
      title={t("console.case.kindTitle", titleOf(t, { summary }))}
      eyebrow={<QueueLink />}
      beside={<LeaseText state={state} />}
      actions={
        isHeld ? (
          <DecisionBar summary={summary} claim={claim} facts={facts} lease={lease} />
        ) : undefined
      }
    >
      <CaseHead summary={summary} />
      {isHeld ? null : <LeaseEnded caseId={summary.id} state={state} reload={reload} />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {isMainFirst ? [main, aside] : [aside, main]}
      </div>
    </Frame>
  );
}

/** Shows until when the reviewer holds the case, in red while the page does not renew the claim. */
function LeaseText({ state }: { state: LeaseState }) {
  const t = useText();
  if (state.kind !== "held") return null;
  const time = formatTime(state.untilMs);
  return (
    <span className={`text-sm ${state.isEnding ? "font-semibold text-danger" : "text-muted"}`}>
      {t(state.isEnding ? "console.lease.ending" : "console.lease.until", { time })}
    </span>
  );
}
