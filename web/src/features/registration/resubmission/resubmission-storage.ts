/** What was answered of a reviewer's request, until it is sent: bound to the user and to that request. */
import type { ProfileDraft } from "../../../core/core";
import { readJson, removeStored, writeJson } from "../../../storage/local";
import { type DraftVersion, parseChanges } from "../draft/merge-drafts";
import { type PageId, parsePage } from "../form/page-table";

/** What is kept; the picked files are kept as those of a new profile are. */
export interface StoredAnswers extends DraftVersion {
  /** The same for every attempt, so that a repeated one counts once. */
  idempotencyKey: string;
  page: PageId | null;
}

/** The answers to this request of this user, or null. */
export function loadAnswers(userId: string, step: string): StoredAnswers | null {
  const stored = readJson("resubmission") as Record<string, unknown> | null;
  if (stored?.userId !== userId || stored.step !== step) return null;
  const { draft, changes, idempotencyKey, page } = stored;
  if (typeof draft !== "object" || draft === null || typeof idempotencyKey !== "string")
    return null;
  return {
    draft: draft as ProfileDraft,
    changes: parseChanges(changes),
    idempotencyKey,
    page: parsePage(page),
  };
}

/** Whether there are answers of this user, to whichever request. */
export function hasAnswersOf(userId: string): boolean {
  const stored = readJson("resubmission") as Record<string, unknown> | null;
  return stored?.userId === userId;
}

/** False when they will not survive a reload. */
export function saveAnswers(userId: string, step: string, answers: StoredAnswers): boolean {
  return writeJson("resubmission", { userId, step, ...answers });
}

/** They were sent, or nobody asks for them any more. */
export function forgetAnswers(): void {
  removeStored("resubmission");
}
