/** Checks a decision with core's limits before it is sent. The server checks the decision again. */
import type { CaseAction, CaseFacts, Reason, ReasonField } from "#/api/review-cases";
import type { Draft } from "#/console/decision/draft";
import { reviewRules } from "#/core/review-rules";
import type { MessageId } from "#/i18n/message-id";

export interface DraftProblems {
  reasons?: MessageId | undefined;
  employer?: MessageId | undefined;
  ageDocument?: MessageId | undefined;
  ageConfirmed?: MessageId | undefined;
  /** The problems of the reasons' codes, by the path of the reason's field. `notes` has the problems of the notes. */
  codes: ReadonlyMap<string, MessageId>;
  notes: ReadonlyMap<string, MessageId>;
}

/** Returns true if the decision needs a reason, an employer or a check of the age, so that one key is not enough. */
export function needsDialog(action: CaseAction, facts: CaseFacts): boolean {
  if (action !== "APPROVE") return needsReason(action);
  return facts.needsEmployer || isAgeUnchecked(facts);
}

/** Returns true if the case has a birthday that no reviewer has checked against a document. */
export function isAgeUnchecked({ age }: CaseFacts): boolean {
  return age?.evidence === "WAITING" || age?.evidence === "MISSING";
}

/** Returns true if the decision can record a check of the age. A rejection because of the age, for example, cannot. */
export function takesAge(action: CaseAction, { reasons }: Draft, { age }: CaseFacts): boolean {
  if (!age?.recordingActions.includes(action)) return false;
  const fields: readonly string[] = reviewRules.ageFields;
  return action === "APPROVE" || !reasons.some(({ path }) => fields.includes(path));
}

export function needsReason(action: CaseAction): boolean {
  return (reviewRules.actionsWithReason as readonly CaseAction[]).includes(action);
}

/** Returns true if the decision takes something away from the member. Its button is then red. */
export function isSevere(action: CaseAction): boolean {
  return action === "REJECT" || action === "REMOVE_CONTENT" || action === "SUSPEND";
}

export function fieldsFor(action: CaseAction, { reasonFields }: CaseFacts): ReasonField[] {
  if (action === "ASK_FOR_INFO") return reasonFields.filter(({ canAsk }) => canAsk);
  if (action === "REMOVE_CONTENT") return reasonFields.filter(({ canRemove }) => canRemove);
  return reasonFields;
}

/** Returns the draft without entries that the decision does not use, such as the reasons if it is an approval. */
export function draftFor(action: CaseAction, draft: Draft, facts: CaseFacts): Draft {
  const paths = new Set(fieldsFor(action, facts).map(({ path }) => path));
  const reasons = needsReason(action) ? draft.reasons.filter(({ path }) => paths.has(path)) : [];
  const own = { ...draft, action, reasons };
  return takesAge(action, own, facts) ? own : { ...own, ageDocument: "", isAgeConfirmed: false };
}

export function checkDraft(
  action: CaseAction,
  draft: Draft,
  facts: CaseFacts,
): DraftProblems | null {
  const codes = new Map<string, MessageId>();
  const notes = new Map<string, MessageId>();
  for (const reason of draft.reasons) {
    if (!reason.code) codes.set(reason.path, "console.reasons.codeMissing");
    const problem = noteProblem(reason);
    if (problem) notes.set(reason.path, problem);
  }
  const reasons = reasonsProblem(action, draft);
  const isUnnamed = draft.employerId === "" && draft.employerName.trim() === "";
  const employer =
    action === "APPROVE" && facts.needsEmployer
      ? employerProblem(isUnnamed, draft.employerName)
      : undefined;
  const age = ageProblems(action, draft, facts);
  const texts = [reasons, employer, age.ageDocument, age.ageConfirmed];
  const isFine = texts.every((text) => !text) && codes.size === 0 && notes.size === 0;
  return isFine ? null : { reasons, employer, ...age, codes, notes };
}

function reasonsProblem(action: CaseAction, { reasons }: Draft): MessageId | undefined {
  if (needsReason(action) && reasons.length === 0) return "console.reasons.missing";
  return reasons.length > reviewRules.reasons ? "console.reasons.tooMany" : undefined;
}

function employerProblem(isUnnamed: boolean, name: string): MessageId | undefined {
  if (isUnnamed) return "console.employer.missing";
  const isLong = Array.from(name).length > reviewRules.unlistedEmployer;
  return isLong ? "console.employer.tooLong" : undefined;
}

function ageProblems(
  action: CaseAction,
  { ageDocument, isAgeConfirmed }: Draft,
  facts: CaseFacts,
): Pick<DraftProblems, "ageDocument" | "ageConfirmed"> {
  if (action === "APPROVE" && isAgeUnchecked(facts) && ageDocument === "") {
    const isMissing = facts.age?.evidence === "MISSING";
    return { ageDocument: isMissing ? "console.age.noDocument" : "console.age.missing" };
  }
  const isUnconfirmed = ageDocument !== "" && !isAgeConfirmed;
  return isUnconfirmed ? { ageConfirmed: "console.age.unconfirmed" } : {};
}

function noteProblem({ code, note }: Reason): MessageId | undefined {
  const needsNote = reviewRules.reasonCodes.some((known) => known.code === code && known.needsNote);
  if (needsNote && note.trim() === "") return "console.reasons.noteMissing";
  return Array.from(note.trim()).length > reviewRules.note
    ? "console.reasons.noteTooLong"
    : undefined;
}
