/** The decision that a reviewer is writing. This tab keeps it until the decision has taken effect. */
import type { CaseAction, Reason } from "../../api/review-cases";
import { readTabJson, removeTabText, writeTabJson } from "../../storage/tab";

export interface Draft {
  /** The decision that the reviewer has begun, or has made. */
  action: CaseAction | null;
  /** The chosen fields in the order of the choice. A reason without a code is not complete. */
  reasons: readonly Reason[];
  /** The employer of the catalogue, or empty. */
  employerId: string;
  /** The name of an employer that is not in the catalogue, or empty. */
  employerName: string;
}

export const emptyDraft: Draft = { action: null, reasons: [], employerId: "", employerName: "" };

/** Returns the draft of a case, or an empty one. */
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

/** Returns whether the reviewer has typed or chosen something. */
export function hasContent({ reasons, employerId, employerName }: Draft): boolean {
  return reasons.length > 0 || employerId !== "" || employerName !== "";
}

/** Reads a stored draft. Returns null for the text of another build. */
function parseDraft(value: unknown): Draft | null {
  if (typeof value !== "object" || value === null) return null;
  const { action, reasons, employerId, employerName } = value as Partial<Record<string, unknown>>;
  if (typeof employerId !== "string" || typeof employerName !== "string") return null;
  if (!Array.isArray(reasons) || !reasons.every(isReason)) return null;
  return {
    action: typeof action === "string" ? (action as CaseAction) : null,
    reasons,
    employerId,
    employerName,
  };
}

function isReason(value: unknown): value is Reason {
  if (typeof value !== "object" || value === null) return false;
  const { path, code, note } = value as Partial<Record<string, unknown>>;
  return [path, code, note].every((part) => typeof part === "string");
}
