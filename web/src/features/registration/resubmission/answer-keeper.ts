/** Keeps the answers to a reviewer together with other windows of this browser, and never against them. */
import type { ProfileDraft } from "../../../core/core";
import { watchKey } from "../../../storage/local";
import { SharedDraft } from "../draft/shared-draft";
import type { FormRepository, FormStore } from "../form/form-store";
import type { PageId } from "../form/page-table";
import {
  forgetAnswers,
  loadAnswers,
  type StoredAnswers,
  saveAnswers,
} from "./resubmission-storage";

export class AnswerKeeper implements FormRepository {
  readonly idempotencyKey: string;
  private readonly shared: SharedDraft;
  private page: PageId | null;

  /** Stores them at once, so that the files stored from now on are known to be of this request. */
  constructor(
    private readonly userId: string,
    private readonly step: string,
    { draft, changes, idempotencyKey, page }: StoredAnswers,
  ) {
    this.idempotencyKey = idempotencyKey;
    this.page = page;
    this.shared = new SharedDraft(
      {
        key: "resubmission",
        find: () => this.findStored(),
        write: (version) =>
          saveAnswers(userId, step, { ...version, idempotencyKey, page: this.page }),
      },
      { draft, changes },
    );
    this.saveForm(draft);
  }

  /** Whether nobody has sent them meanwhile, or given them up. */
  get areWanted(): boolean {
    return this.findStored() !== null;
  }

  /** The form that shows them, which takes over what other windows stored. */
  serve(store: FormStore): void {
    this.shared.form = store;
    this.shared.readAgain();
  }

  /** Follows the other windows; `onReplaced` hears that the answers are others by now, or gone. */
  start(onReplaced: () => void): () => void {
    return watchKey("resubmission", () => {
      // Whoever is sending is told by the server.
      if (this.shared.form?.getState().submit.step !== "idle") return;
      if (!this.shared.readAgain()) onReplaced();
    });
  }

  /** Stores the draft together with what another window stored meanwhile. */
  readonly saveForm = (draft: ProfileDraft): boolean => {
    // Another window may have sent them, or answers another request: nothing of this one is wanted.
    return this.shared.save(draft) ?? true;
  };

  readonly savePage = (page: PageId): void => {
    this.page = page;
    const { form } = this.shared;
    if (form) this.saveForm(form.getState().draft);
  };

  /** They are gone by this window's own doing; the next change is stored again. */
  startNewDraft(): void {
    forgetAnswers();
    this.shared.beginAnew();
  }

  private findStored(): StoredAnswers | null {
    const stored = loadAnswers(this.userId, this.step);
    return stored?.idempotencyKey === this.idempotencyKey ? stored : null;
  }
}
