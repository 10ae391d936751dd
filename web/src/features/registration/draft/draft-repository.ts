/** Stores the draft of one form, until the form is sent or another window has the form. */
import type { ProfileDraft } from "#/core/core";
import type { SendingKey } from "#/features/registration/outbox/outbox-storage";
import type { AnswersRepository } from "#/profile-form/answers/answers-store";
import type { PageId } from "#/profile-form/answers/page-table";
import { type Consent, isDraftDurable, type LoadedForm, saveForm, savePage } from "./draft-storage";

/** The storage of the form of a new profile. */
export class DraftRepository implements AnswersRepository, SendingKey {
  consent: Consent | null;
  idempotencyKey: string;
  private isClosed = false;

  constructor(
    private readonly userId: string,
    { consent = null, idempotencyKey }: Pick<LoadedForm, "consent" | "idempotencyKey">,
  ) {
    this.consent = consent;
    this.idempotencyKey = idempotencyKey;
  }

  /** Stores the draft; returns false if it will not survive a reload. */
  readonly saveForm = (draft: ProfileDraft): boolean => {
    const { idempotencyKey, consent } = this;
    if (this.isClosed || !consent) return true;
    return saveForm(this.userId, { draft, idempotencyKey, consent });
  };

  get isDurable(): boolean {
    return isDraftDurable(this.userId);
  }

  readonly savePage = (page: PageId): void => {
    if (!this.isClosed && this.consent) savePage(this.userId, page);
  };

  renew(): void {
    this.idempotencyKey = crypto.randomUUID();
  }

  /** Ends all storing: the form was sent, or another one takes its place. */
  close(): void {
    this.isClosed = true;
  }
}
