/** Stores the answers to a reviewer on this device until the server has them. */
import type { ProfileDraft } from "#/core/core";
import type { SendingKey } from "#/features/registration/outbox/outbox-storage";
import type { AnswersRepository } from "#/profile-form/answers/answers-store";
import { type PageId, parsePage } from "#/profile-form/answers/page-table";
import { defineRecord } from "#/storage/records";
import { isSameRequest, type RequestId } from "./reviewer-request";

/** The answers without the picked files, which `profile-form/files/photo-storage.ts` stores. */
interface StoredAnswers extends RequestId {
  draft: ProfileDraft;
  /** The same key for every attempt to send the answers, so that the server accepts the answers only once. */
  idempotencyKey: string;
  page: PageId | null;
}

const answersRecord = defineRecord<StoredAnswers>({
  name: "resubmission",
  parse: parseAnswers,
});

export function loadAnswers(account: string, request: RequestId): StoredAnswers | null {
  const stored = answersRecord.read(account);
  return stored && isSameRequest(stored, request) ? stored : null;
}

export class ResubmissionRepository implements AnswersRepository, SendingKey {
  /** True after the person deleted the stored answers. The next save then stores the emptied form. */
  private isNewDraft = false;
  idempotencyKey: string;

  /** Stores the answers at once. Without stored answers, `openResubmission` would delete the picked files. */
  constructor(
    private readonly account: string,
    private answers: StoredAnswers,
  ) {
    this.idempotencyKey = answers.idempotencyKey;
    answersRecord.write(account, answers);
  }

  /** False after the answers were deleted, by the person or because the server needs them no more. */
  get areStored(): boolean {
    return answersRecord.read(this.account)?.idempotencyKey === this.answers.idempotencyKey;
  }

  get isDurable(): boolean {
    return answersRecord.isDurable(this.account);
  }

  /** Makes a new key, which the next save stores with the answers. */
  renew(): void {
    this.idempotencyKey = crypto.randomUUID();
  }

  readonly saveForm = (draft: ProfileDraft): boolean => {
    if (!this.areStored && !this.isNewDraft) return true;
    this.isNewDraft = false;
    this.answers = { ...this.answers, draft, idempotencyKey: this.idempotencyKey };
    return answersRecord.write(this.account, this.answers);
  };

  readonly savePage = (page: PageId): void => {
    this.answers = { ...this.answers, page };
    if (this.areStored) answersRecord.write(this.account, this.answers);
  };

  startNewDraft(): void {
    this.isNewDraft = true;
  }
}

function parseAnswers(value: unknown): StoredAnswers | null {
  if (typeof value !== "object" || value === null) return null;
  const stored = value as Record<string, unknown>;
  const { requestId, askedAt, draft, idempotencyKey, page } = stored;
  if (typeof requestId !== "string" || typeof idempotencyKey !== "string") return null;
  if (typeof draft !== "object" || draft === null) return null;
  const request = { requestId, askedAt: typeof askedAt === "string" ? askedAt : undefined };
  return { ...request, draft: draft as ProfileDraft, idempotencyKey, page: parsePage(page) };
}
