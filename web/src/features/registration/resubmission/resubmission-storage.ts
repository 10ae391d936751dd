/** What was answered of a reviewer's request, until it is sent: bound to the user and to that request. */
import type { ProfileDraft } from "../../../core/core";
import { defineRecord } from "../../../storage/records";
import { type PageId, parsePage } from "../form/page-table";

/** What is kept; the picked files are kept as those of a new profile are. */
export interface StoredAnswers {
  draft: ProfileDraft;
  /** The same for every attempt, so that a repeated one counts once. */
  idempotencyKey: string;
  page: PageId | null;
}

/** The answers to this request of this user, or null. */
export function loadAnswers(userId: string, step: string): StoredAnswers | null {
  const stored = records.read(userId);
  return stored?.step === step ? stored : null;
}

const records = defineRecord({ name: "resubmission", version: 1, parse: parseAnswers });

function parseAnswers(value: unknown): (StoredAnswers & { step: string }) | null {
  const { step, draft, idempotencyKey, page } = Object(value) as Record<string, unknown>;
  if (typeof step !== "string") return null;
  if (typeof draft !== "object" || draft === null || typeof idempotencyKey !== "string")
    return null;
  return {
    step,
    draft: draft as ProfileDraft,
    idempotencyKey,
    page: parsePage(page),
  };
}

/** False when they will not survive a reload. */
export function saveAnswers(userId: string, step: string, answers: StoredAnswers): boolean {
  return records.write(userId, { step, ...answers });
}
