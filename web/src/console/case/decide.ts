/** Sends a decision. If the answer is lost, asks the server whether it has stored the decision. */
import { isAnswerLost } from "#/api/error";
import {
  type AgeDocument,
  type CaseClaim,
  type CaseDecision,
  decideCase,
  fetchCase,
} from "#/api/review-cases";
import { CaseConflict, type CaseStanding } from "#/api/review-client";
import type { Draft } from "#/console/decision/draft";
import { currentLanguage } from "#/i18n/use-text";

type Outcome = { kind: "decided"; effectAtMs: number } | { kind: "lost"; standing: CaseStanding };

/** Sends the decision of the draft. Returns `lost` if the reviewer no longer holds the case; throws other errors. */
export async function sendDecision(
  claim: CaseClaim,
  action: CaseDecision["action"],
  draft: Draft,
): Promise<Outcome> {
  const { fence, version } = claim;
  const { employerId, employerName, ageDocument } = draft;
  const age = ageDocument ? { ageDocument: ageDocument as AgeDocument } : {};
  const employer = action === "APPROVE" ? employerOf(employerId, employerName) : {};
  const reasons = draft.reasons.map((reason) => ({ ...reason, note: reason.note.trim() }));
  const decision: CaseDecision = { fence, version, action, reasons, ...employer, ...age };
  try {
    const effectAt = await decideCase(claim.id, decision);
    return { kind: "decided", effectAtMs: Date.parse(effectAt) };
  } catch (error) {
    if (error instanceof CaseConflict) return { kind: "lost", standing: error.standing };
    if (!isAnswerLost(error)) throw error;
    const effectAt = await findEffect(claim.id);
    if (effectAt === null) throw error;
    return { kind: "decided", effectAtMs: Date.parse(effectAt) };
  }
}

async function findEffect(caseId: number): Promise<string | null> {
  try {
    const { effectAt } = await fetchCase(caseId, currentLanguage());
    return effectAt;
  } catch {
    return null;
  }
}

function employerOf(employerId: string, employerName: string) {
  if (employerId) return { employerId };
  return employerName.trim() ? { employerName: employerName.trim() } : {};
}
