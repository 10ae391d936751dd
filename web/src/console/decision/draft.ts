/** A reviewer's draft of a decision. The browser tab stores the draft until the decision has taken effect. */
import type { CaseAction, Reason } from "#/api/review-cases";
import { readTabJson, removeTabText, writeTabJson } from "#/storage/tab";

export interface Draft {
  /** The decision that the reviewer has begun or sent, or null. */
  action: CaseAction | null;
  /** The reasons, one for each chosen field, in the order of the choice. A reason without a code is incomplete. */
  reasons: readonly Reason[];
  employerId: string;
  /** The name of an employer that is not in the catalogue, or empty. */
  employerName: string;
  ageDocument: string;
  isAgeConfirmed: boolean;
}

export const emptyDraft: Draft = {
  action: null,
  reasons: [],
  employerId: "",
  employerName: "",
  ageDocument: "",
  isAgeConfirmed: false,
};

export function readDraft(caseId: number): Draft {
  return parseDraft(readTabJson(`console:draft:${caseId}`)) ?? emptyDraft;
}

export function writeDraft(caseId: number, draft: Draft): void {
  if (hasContent(draft) || draft.action) writeTabJson(`console:draft:${caseId}`, draft);
  else deleteDraft(caseId);
}

export function deleteDraft(caseId: number): void {
  removeTabText(`console:draft:${caseId}`);
}

/** Returns true if the draft holds more than an action: a reason, an employer or an age document. */
export function hasContent(draft: Draft): boolean {
  const { reasons, employerId, employerName, ageDocument } = draft;
  return reasons.length > 0 || [employerId, employerName, ageDocument].some((text) => text !== "");
}

/** Returns null for a draft in another format, which another build of the console may have stored. */
function parseDraft(value: unknown): Draft | null {
  if (typeof value !== "object" || value === null) return null;
  const stored = value as Partial<Record<string, unknown>>;
  const { action, reasons, employerId, employerName, ageDocument, isAgeConfirmed } = stored;
  if (typeof employerId !== "string" || typeof employerName !== "string") return null;
  if (!Array.isArray(reasons) || !reasons.every(isReason)) return null;
  return {
    action: typeof action === "string" ? (action as CaseAction) : null,
    reasons,
    employerId,
    employerName,
    // A draft of an earlier build lacks the two fields about the age, so leave both empty.
    ageDocument: typeof ageDocument === "string" ? ageDocument : "",
    isAgeConfirmed: isAgeConfirmed === true,
  };
}

function isReason(value: unknown): value is Reason {
  if (typeof value !== "object" || value === null) return false;
  const { path, code, note } = value as Partial<Record<string, unknown>>;
  return [path, code, note].every((part) => typeof part === "string");
}
