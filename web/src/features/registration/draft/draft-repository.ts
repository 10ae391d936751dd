/** Stores the draft of one form, until the form is sent or another window has the form. */
import type { ProfileDraft } from "#/core/core";
import type { FormRepository } from "#/features/registration/form/form-store";
import type { PageId } from "#/features/registration/form/page-table";
import { type Consent, isDraftDurable, type LoadedForm, saveForm, savePage } from "./draft-storage";

/** The storage of the form of a new profile. */
export class DraftRepository implements FormRepository {
  consent: Consent | null;
  private isClosed = false;

  constructor(
    private readonly userId: string,
    { consent = null }: Pick<LoadedForm, "consent">,
  ) {
    this.consent = consent;
  }

  /** Stores the draft; returns false if it will not survive a reload. */
  readonly saveForm = (draft: ProfileDraft, idempotencyKey: string): boolean => {
    if (this.isClosed || !this.consent) return true;
    return saveForm(this.userId, { draft, idempotencyKey, consent: this.consent });
  };

  get isDurable(): boolean {
    return isDraftDurable(this.userId);
  }

  readonly savePage = (page: PageId): void => {
    if (!this.isClosed && this.consent) savePage(this.userId, page);
  };

  /** Ends all storing: the form was sent, or another one takes its place. */
  close(): void {
    this.isClosed = true;
  }
}
