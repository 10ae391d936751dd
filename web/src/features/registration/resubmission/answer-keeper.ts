/** Stores the answers to a reviewer's request until they are sent, or not needed any more. */
import type { ProfileDraft } from "../../../core/core";
import type { FormRepository } from "../form/form-store";
import type { PageId } from "../form/page-table";
import { loadAnswers, type StoredAnswers, saveAnswers } from "./resubmission-storage";

export class AnswerKeeper implements FormRepository {
  private answers: StoredAnswers;
  private hasBegunAnew = false;

  /** Stores them at once, so that the files stored from now on are known to be of this request. */
  constructor(
    private readonly userId: string,
    private readonly step: string,
    answers: StoredAnswers,
  ) {
    this.answers = answers;
    saveAnswers(userId, step, answers);
  }

  /** True unless another window has sent or deleted them. */
  get areWanted(): boolean {
    const stored = loadAnswers(this.userId, this.step);
    return stored?.idempotencyKey === this.answers.idempotencyKey;
  }

  /** Returns false if the draft will not survive a reload. */
  readonly saveForm = (draft: ProfileDraft): boolean => {
    if (!this.areWanted && !this.hasBegunAnew) return false;
    this.hasBegunAnew = false;
    this.answers = { ...this.answers, draft };
    return saveAnswers(this.userId, this.step, this.answers);
  };

  readonly savePage = (page: PageId): void => {
    this.answers = { ...this.answers, page };
    if (this.areWanted) saveAnswers(this.userId, this.step, this.answers);
  };

  /** Stores the next change, although this window itself deleted the answers. */
  startNewDraft(): void {
    this.hasBegunAnew = true;
  }
}
