/** The mock's queue of reviewers' cases, of which some belong to the member who uses the app. */
import type { paths } from "#/api/schema";
import { refusal, type Schemas } from "./api";
import { claimOf, factsOf, inMinutes, summaryOf } from "./cases";
import type { Clock } from "./clock";
import * as people from "./people";

export type Decision = Pick<Schemas["DecisionRequest"], "action" | "reasons">;

interface Case {
  summary: Schemas["CaseSummary"];
  facts: Schemas["CaseFacts"];
  fence: number;
  decision: Schemas["DecisionRequest"] | null;
  effectAt: string | null;
  /** Applies a decision to the member who uses the app; null for another person's case. */
  apply: ((decision: Decision) => void) | null;
}

export type QueueQuery = NonNullable<paths["/review/cases"]["get"]["parameters"]["query"]>;

const kindActions: Record<Schemas["CaseKind"], Schemas["CaseAction"][]> = {
  REGISTRATION: ["APPROVE", "ASK_FOR_INFO", "REJECT"],
  RESUBMISSION: ["APPROVE", "ASK_FOR_INFO", "REJECT"],
  APPEAL: ["APPROVE", "ASK_FOR_INFO", "REJECT"],
  CHANGE: ["APPROVE", "REJECT"],
  REPORT: ["NO_ACTION", "UPHOLD", "WARN", "REMOVE_CONTENT", "SUSPEND"],
};

const noReports = { dismissed: 0, open: 1, upheld: 0 };

export class Queue {
  reviewer: Schemas["ReviewerSessionResponse"] | null = null;
  readonly cases = new Map<number, Case>();
  skips: Schemas["SkipResponse"][] = [];
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  restart(console: "lead" | "reviewer" | "signedOut"): void {
    this.reviewer = null;
    this.cases.clear();
    this.skips = [];
    if (console !== "signedOut") this.signIn(console === "lead" ? "LEAD" : "REVIEWER");
    this.#fill();
  }

  /** Signs a reviewer in without a passkey. */
  signIn(role: Schemas["ReviewerRole"]): Schemas["ReviewerSessionResponse"] {
    this.reviewer = { name: "Ada", role, expiresAt: inMinutes(12 * 60), isMember: false };
    return this.reviewer;
  }

  /** Withdraws the member's own case. Returns false if none is waiting, or if a reviewer has claimed the profile. */
  withdraw(what: "PROFILE" | "CHANGE"): boolean {
    const waiting = this.#ownCases().find(
      ({ summary: { kind } }) => (kind === "CHANGE") === (what === "CHANGE"),
    );
    if (!waiting || (what === "PROFILE" && waiting.summary.holder)) return false;
    waiting.summary.state = "WITHDRAWN";
    return true;
  }

  /** Decides the member's own case without a reviewer. Returns false if none is waiting. */
  decideOwn(decision: Decision): boolean {
    const [waiting] = this.#ownCases();
    if (!waiting) return false;
    waiting.summary.state = "APPLIED";
    waiting.apply?.(decision);
    return true;
  }

  /** Lists the member's own cases that are waiting for a decision. */
  #ownCases(): Case[] {
    return [...this.cases.values()].filter(
      ({ summary: { state }, apply }) => apply && state === "OPEN",
    );
  }

  add(
    summary: Partial<Schemas["CaseSummary"]> & Pick<Schemas["CaseSummary"], "kind">,
    facts: Partial<Schemas["CaseFacts"]> = {},
    apply: Case["apply"] = null,
  ): void {
    const id = this.#clock.newId();
    const evidence = summary.evidence ?? "WORK_EMAIL";
    const isMailbox = evidence === "WORK_EMAIL";
    this.cases.set(id, {
      summary: summaryOf({ evidence, ...summary, id }),
      facts: factsOf({
        ...{ actions: kindActions[summary.kind], needsEmployer: !isMailbox },
        ...(isMailbox ? {} : { mailbox: null }),
        ...facts,
      }),
      ...{ fence: 0, decision: null, effectAt: null, apply },
    });
  }

  /** Returns a case of the queue. Throws E001A if no reviewer is signed in, and E003 if there is no such case. */
  caseOf(id: string): Case {
    this.signedIn();
    const found = this.cases.get(Number(id));
    if (!found) throw refusal("E003");
    return found;
  }

  /** Returns a case that the reviewer has claimed. Throws E004 if the claim is over or the case is decided. */
  held(id: string, fence: number): Case {
    const found = this.caseOf(id);
    const isMine = found.summary.holder?.isMe && found.fence === fence;
    if (!isMine || found.decision) throw this.conflict(found);
    return found;
  }

  signedIn(): Schemas["ReviewerSessionResponse"] {
    if (!this.reviewer) throw refusal("E001A");
    return this.reviewer;
  }

  conflict({ summary: { state, holder }, decision }: Case) {
    const decided = decision ? { decidedBy: "Ada", decidedAt: this.#clock.now() } : {};
    const standing = {
      state,
      holder: holder?.name ?? null,
      leaseUntil: holder?.leaseUntil ?? null,
    };
    return refusal("E004", { case: { ...standing, ...decided } });
  }

  claim(one: Case): Schemas["CaseClaim"] {
    const { summary } = one;
    if (summary.state !== "OPEN" || (summary.holder && !summary.holder.isMe))
      throw this.conflict(one);
    if (!summary.holder) one.fence += 1;
    summary.holder = { name: this.signedIn().name, isMe: true, leaseUntil: inMinutes(10) };
    return this.claimed(one) as Schemas["CaseClaim"];
  }

  claimed({ summary: { id, holder }, fence }: Case): Schemas["CaseClaim"] | null {
    return holder?.isMe ? claimOf({ id, fence, leaseUntil: holder.leaseUntil }) : null;
  }

  /** Returns the open cases that match the query: urgent cases first, and then by due date. */
  open({ kind, evidence, employerId, olderThanHours }: QueueQuery): Case[] {
    const before = this.#clock.nowMs() - (olderThanHours ?? 0) * 3_600_000;
    const fits = ({ summary }: Case) =>
      summary.state === "OPEN" &&
      (!kind || summary.kind === kind) &&
      (!evidence || summary.evidence === evidence) &&
      (!employerId || summary.employerId === employerId) &&
      Date.parse(summary.submittedAt) <= before;
    const order = ({ summary }: Case) => (summary.isUrgent ? "" : summary.dueAt);
    return [...this.cases.values()]
      .filter(fits)
      .sort((one, other) => order(one).localeCompare(order(other)));
  }

  #fill(): void {
    const [mine, other] = [people.profileOf(), people.profileOf({ nickname: "小華", height: 168 })];
    const sections = [sectionOf(mine)];
    const proof = {
      label: "Document",
      field: "verifyTempFileName",
      id: "verifyTempFileName",
    } as const;
    const [photo] = factsOf().files;
    const files = photo ? [photo, { ...photo, id: "photoNameList[1]", label: "Photo 2" }] : [];
    const withProof = photo ? [...files, { ...photo, ...proof }] : [];
    const step = { at: inMinutes(-3000), caseKind: null, reviewer: "Grace" } as const;
    const reasons = [{ path: "aboutMe", code: "incomplete", note: "Tell us a little more." }];
    const history = [{ ...step, action: "ASK_FOR_INFO" as const, reasons }];
    const due = (hours: number) => ({ dueAt: inMinutes(hours * 60) });
    const grace = { name: "Grace", isMe: false, leaseUntil: inMinutes(8) };
    const document = { evidence: "DOCUMENT", employerId: "", employerName: "Enmusubi" } as const;
    const link = { evidence: "LINK", employerId: "tsmc" } as const;
    this.add({ kind: "REGISTRATION", ...due(-1) }, { sections, files });
    this.add({ kind: "REGISTRATION", ...due(5), ...document }, { sections, files: withProof });
    this.add({ kind: "REGISTRATION", ...due(9), holder: grace }, { sections, files });
    this.add({ kind: "RESUBMISSION", ...due(12), ...link }, { sections, files, history });
    const [section] = sections;
    const before = section && { ...section, rows: changedRows(mine, other) };
    this.add({ kind: "CHANGE", ...due(20) }, { sections: before ? [before] : [], files: [] });
    const appeal = { appeal: "我的公司信箱已經換過了，請再看一次。", history };
    this.add({ kind: "APPEAL", ...due(30), isSecondLook: true }, { sections, files, ...appeal });
    this.addReport("HARASSMENT", "He wrote to me again and again.", true);
    this.addReport("PHOTO", "", false);
  }

  addReport(category: Schemas["ReportCategory"], note: string, isUrgent: boolean): void {
    const sentAt = inMinutes(-30);
    const card = sectionOf(people.profileOf()).rows;
    const notes = [
      { isReporters: true, sentAt, text: "你好，週末有空嗎？" },
      { isReporters: false, sentAt, text: "為什麼不回我？" },
    ];
    const report = {
      ...{ category, note, sentAt, isOutOfSight: false, card, notes },
      ...{
        reportersAnswer: "",
        reportedAnswer: "",
        byReporter: noReports,
        aboutReported: noReports,
      },
    };
    const facts = { report, sections: [], mailbox: null, needsEmployer: false };
    this.add({ kind: "REPORT", isUrgent, dueAt: inMinutes(isUrgent ? 60 : 600) }, facts);
  }

  /** Stores a decision and returns the time of its effect, until which the reviewer can undo it. */
  decide(found: Case, decision: Schemas["DecisionRequest"], undoMs: number): string {
    const effectAt = this.#clock.now(undoMs);
    Object.assign(found, { decision, effectAt });
    found.summary.state = "DECIDED";
    this.#clock.later(undoMs, () => {
      // The reviewer may have undone or replaced the decision meanwhile. Then it has no effect.
      if (found.decision !== decision) return;
      found.summary.state = "APPLIED";
      found.apply?.(decision);
    });
    return effectAt;
  }

  skip(caseId: number, reason: Schemas["SkipReason"]): void {
    const { name } = this.signedIn();
    this.skips.unshift({ caseId, reason, at: this.#clock.now(), reviewer: name });
  }
}

/** Returns answers in the form in which a reviewer reads them. */
export function sectionOf(answers: object): Schemas["FactSection"] {
  const rows = Object.entries(answers)
    .filter(([, value]) => value !== null && String(value) !== "")
    .map(([field, value]) => rowOf(field as Schemas["Field"], value));
  return { page: "basics", heading: "Basics", rows };
}

const rowOf = (field: Schemas["Field"], value: unknown, before: unknown = null) => ({
  ...{ field, label: field, text: String(value), before: before === null ? null : String(before) },
});

const changedRows = (before: Schemas["OwnProfile"], after: Schemas["OwnProfile"]) =>
  (["nickname", "height"] as const).map((name) => rowOf(name, after[name], before[name]));
