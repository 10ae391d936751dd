/** Keeps the answers to a reviewer together with other windows of this browser, and never against them. */
import type { ProfileDraft } from "../../../core/core";
import { readText, watchKey } from "../../../storage/local";
import { mergeDrafts } from "../draft/merge-drafts";
import type { FormKeeping, FormStore } from "../form/form-store";
import type { PageId } from "../form/page-table";
import {
  forgetAnswers,
  loadAnswers,
  type StoredAnswers,
  saveAnswers,
} from "./resubmission-storage";

export class AnswerKeeper implements FormKeeping {
  readonly idempotencyKey: string;
  private store: FormStore | null = null;
  /** The answers as they were stored last, by whichever window. */
  private base: ProfileDraft;
  private storedText: string | null = null;
  private page: PageId | null;

  /** Stores them at once, so that the files stored from now on are known to be of this request. */
  constructor(
    private readonly userId: string,
    private readonly step: string,
    { draft, idempotencyKey, page }: StoredAnswers,
  ) {
    this.base = draft;
    this.idempotencyKey = idempotencyKey;
    this.page = page;
    this.write(draft);
  }

  /** Whether nobody has sent them meanwhile, or given them up. */
  get areWanted(): boolean {
    return this.findStored() !== null;
  }

  /** The form that shows them, which takes over what other windows stored. */
  serve(store: FormStore): void {
    this.store = store;
    this.takeOthersWork(store.getState().draft);
  }

  /** Follows the other windows; `onReplaced` hears that the answers are others by now, or gone. */
  start(onReplaced: () => void): () => void {
    return watchKey("resubmission", () => {
      const { draft, submit } = this.store?.getState() ?? {};
      // Whoever is sending is told by the server.
      if (!draft || submit?.step !== "idle") return;
      if (!this.takeOthersWork(draft)) onReplaced();
    });
  }

  /** Stores the draft together with what another window stored meanwhile. */
  readonly saveForm = (draft: ProfileDraft): boolean => {
    const merged = this.takeOthersWork(draft);
    // Another window has sent them, or answers another request: nothing of this one is wanted.
    return merged === null || this.write(merged);
  };

  readonly savePage = (page: PageId): void => {
    this.page = page;
    if (this.store) this.saveForm(this.store.getState().draft);
  };

  /** They are gone by this window's own doing; the next change is stored again. */
  beginAnew(): void {
    forgetAnswers();
    this.storedText = null;
    if (this.store) this.base = this.store.getState().draft;
  }

  private findStored(): StoredAnswers | null {
    const stored = loadAnswers(this.userId, this.step);
    return stored?.idempotencyKey === this.idempotencyKey ? stored : null;
  }

  /** The draft with the work of other windows; null where it is not wanted any more. */
  private takeOthersWork(own: ProfileDraft): ProfileDraft | null {
    const text = readText("resubmission");
    if (text === this.storedText) return own;
    const theirs = this.findStored();
    if (!theirs) return null;
    const merged = mergeDrafts(this.base, own, theirs.draft);
    this.storedText = text;
    this.base = theirs.draft;
    this.store?.takeDraft(merged);
    return merged;
  }

  private write(draft: ProfileDraft): boolean {
    const { userId, step, idempotencyKey, page } = this;
    const isKept = saveAnswers(userId, step, { draft, idempotencyKey, page });
    this.storedText = readText("resubmission");
    this.base = draft;
    return isKept;
  }
}
