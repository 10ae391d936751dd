/** Keeps the draft of one form together with other windows of this browser, and never against them. */
import type { Core, ProfileDraft } from "../../../core/core";
import { readText, watchKey } from "../../../storage/local";
import type { FormKeeping, FormStore } from "../form/form-store";
import type { PageId } from "../form/page-table";
import type { Consent } from "./consent";
import { clearForm, type LoadedForm, saveForm, savePage, split } from "./draft-storage";
import { SharedDraft } from "./shared-draft";

/** Where the form of a new profile is kept. */
export class DraftKeeper implements FormKeeping {
  consent: Consent | null;
  readonly savePage = (page: PageId): void => {
    if (!this.isOver && this.consent) savePage(page);
  };
  private readonly shared: SharedDraft;
  private isOver = false;

  constructor(
    private readonly core: Core,
    loaded: LoadedForm,
  ) {
    this.consent = loaded.consent ?? null;
    this.shared = new SharedDraft("registerForm", loaded.draft);
  }

  /** Follows the other windows; `onReplaced` hears that the draft is another one by now, or gone. */
  start(store: FormStore, onReplaced: (isGone: boolean) => void): () => void {
    this.shared.form = store;
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
    this.shared.noteStored(merged);
    return isKept;
  };

  /** Takes over what another window stored, of which no event may have told yet. */
  readAgain(): void {
    const { form } = this.shared;
    if (form) this.takeOthersWork(form.getState().draft);
  }

  /** That the draft is gone is this window's own doing; the next change is stored again. */
  beginAnew(): void {
    this.shared.beginAnew();
  }

  /** Nothing of this form is stored from now on. */
  end(): void {
    this.isOver = true;
    this.shared.form?.stopSaving();
  }

  /** Another form takes the place of this one, under the same consent. */
  storeInstead({ draft, idempotencyKey }: LoadedForm): void {
    clearForm();
    saveForm(draft, idempotencyKey, this.consent);
  }

  private takeOthersWork(
    own: ProfileDraft,
    idempotencyKey = this.shared.form?.idempotencyKey,
  ): ProfileDraft | null {
    return this.shared.takeOthersWork(own, (text) => {
      const opened = this.core.openDraft(text);
      if (opened.kind !== "loaded") return null;
      const stored = split(opened.draft);
      const isSameForm =
        stored.idempotencyKey === idempotencyKey && stored.draft.account === own.account;
      return isSameForm ? stored.draft : null;
    });
  }
}
