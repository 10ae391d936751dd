/** Stores the draft of one form, until the form is sent or another window has the form. */
import type { ProfileDraft } from "../../../core/core";
import type { FormRepository } from "../form/form-store";
import type { PageId } from "../form/page-table";
import { type Consent, type LoadedForm, readDraftText, saveForm, savePage } from "./draft-storage";

/** The storage of the form of a new profile. */
export class DraftRepository implements FormRepository {
  consent: Consent | null;
  /** The text in storage after this window stored or read it last. */
  private storedText: string | null;
  private isClosed = false;

  /** Call it in the same task that loaded the form: it takes the stored text for the loaded one. */
  constructor(
    private readonly userId: string,
    { consent = null }: Pick<LoadedForm, "consent">,
  ) {
    this.consent = consent;
    this.storedText = readDraftText(userId);
  }

  /**
   * Stores the draft; returns false if it will not survive a reload. A window that lost the form
   * while the phone had frozen it, or in a browser without locks, does not write over the draft of
   * the other window; nor does it bring back a draft that another window deleted.
   */
  readonly saveForm = (draft: ProfileDraft, idempotencyKey: string): boolean => {
    if (this.isClosed || !this.consent) return true;
    if (readDraftText(this.userId) !== this.storedText) return false;
    const isKept = saveForm(this.userId, { draft, idempotencyKey, consent: this.consent });
    this.storedText = readDraftText(this.userId);
    return isKept;
  };

  readonly savePage = (page: PageId): void => {
    if (!this.isClosed && this.consent) savePage(this.userId, page);
  };

  /** Stores the next change as a new draft, because this window itself deleted the stored one. */
  startNewDraft(): void {
    this.storedText = readDraftText(this.userId);
  }

  /** Ends all storing: the form was sent, or another one takes its place. */
  close(): void {
    this.isClosed = true;
  }
}
