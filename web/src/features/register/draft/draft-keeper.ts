/** Keeps the draft of one form together with other windows of this browser, and never against them. */
import type { Core, ProfileDraft } from "../../../core/core";
import { readText, watchKey } from "../../../storage/local";
import type { FormKeeping, FormStore } from "../form/form-store";
import type { PageId } from "../form/page-table";
import type { Consent } from "./consent";
import {
  clearForm,
  type LoadedForm,
  type StoredForm,
  saveForm,
  savePage,
  split,
} from "./draft-storage";
import { mergeDrafts } from "./merge-drafts";

/** Where the form of a new profile is kept. */
export class DraftKeeper implements FormKeeping {
  consent: Consent | null;
  readonly savePage = (page: PageId): void => {
    if (!this.isOver && this.consent) savePage(page);
  };
  private store: FormStore | null = null;
  /** The draft as it was stored last, by whichever window. */
  private base: ProfileDraft;
  private storedText: string | null;
  private isOver = false;

  constructor(
    private readonly core: Core,
    loaded: LoadedForm,
  ) {
    this.consent = loaded.consent ?? null;
    this.base = loaded.draft;
    this.storedText = readText("registerForm");
  }

  /** Follows the other windows; `onReplaced` hears that the draft is another one by now, or gone. */
  start(store: FormStore, onReplaced: (isGone: boolean) => void): () => void {
    this.store = store;
    return watchKey("registerForm", () => {
      if (this.isOver || this.takeOthersWork(store.getState().draft)) return;
      onReplaced(readText("registerForm") === null);
    });
  }

  /** Stores the draft together with what another window stored meanwhile. */
  readonly saveForm = (draft: ProfileDraft, idempotencyKey: string): boolean => {
    if (this.isOver || !this.consent) return true;
    const merged = this.takeOthersWork(draft, idempotencyKey);
    // The draft is another window's by now, which says what becomes of this one.
    if (!merged) return true;
    const isKept = saveForm(merged, idempotencyKey, this.consent);
    this.storedText = readText("registerForm");
    this.base = merged;
    return isKept;
  };

  /** Takes over what another window stored, of which no event may have told yet. */
  readAgain(): void {
    if (this.store) this.takeOthersWork(this.store.getState().draft);
  }

  /** That the draft is gone is this window's own doing; the next change is stored again. */
  beginAnew(): void {
    this.storedText = readText("registerForm");
    if (this.store) this.base = this.store.getState().draft;
  }

  /** Nothing of this form is stored from now on. */
  end(): void {
    this.isOver = true;
    this.store?.stopSaving();
  }

  /** Another form takes the place of this one, under the same consent. */
  storeInstead({ draft, idempotencyKey }: LoadedForm): void {
    clearForm();
    saveForm(draft, idempotencyKey, this.consent);
  }

  /** The draft with the work of other windows; null when theirs is another draft, or none. */
  private takeOthersWork(
    own: ProfileDraft,
    idempotencyKey = this.store?.idempotencyKey,
  ): ProfileDraft | null {
    const text = readText("registerForm");
    if (text === this.storedText) return own;
    const opened = text === null ? null : this.core.openDraft(text);
    if (opened?.kind !== "loaded") return null;
    const theirs: StoredForm & { draft: ProfileDraft } = split(opened.draft);
    const isSameForm =
      theirs.idempotencyKey === idempotencyKey && theirs.draft.account === own.account;
    if (!isSameForm) return null;
    const merged = mergeDrafts(this.base, own, theirs.draft);
    this.storedText = text;
    this.base = theirs.draft;
    this.store?.takeDraft(merged);
    return merged;
  }
}
