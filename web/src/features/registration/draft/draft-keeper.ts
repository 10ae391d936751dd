/** Keeps the draft of one form together with other windows of this browser, and never against them. */
import type { Core, ProfileDraft } from "../../../core/core";
import { readText, watchKey } from "../../../storage/local";
import type { FormRepository, FormStore } from "../form/form-store";
import type { PageId } from "../form/page-table";
import type { Consent } from "./consent";
import { clearForm, type LoadedForm, saveForm, savePage, split } from "./draft-storage";
import type { DraftVersion } from "./merge-drafts";
import { SharedDraft } from "./shared-draft";

/** Where the form of a new profile is kept. */
export class DraftKeeper implements FormRepository {
  consent: Consent | null;
  readonly savePage = (page: PageId): void => {
    if (!this.isOver && this.consent) savePage(page);
  };
  private readonly shared: SharedDraft;
  private readonly account: ProfileDraft["account"];
  private idempotencyKey: string;
  private isOver = false;

  /** At once after it was loaded: what is stored by now counts as what was loaded. */
  constructor(
    private readonly core: Core,
    loaded: LoadedForm,
  ) {
    this.consent = loaded.consent ?? null;
    this.account = loaded.draft.account;
    this.idempotencyKey = loaded.idempotencyKey;
    this.shared = new SharedDraft(
      {
        key: "registerForm",
        find: (text) => this.find(text),
        write: (version) => saveForm(version, this.idempotencyKey, this.consent),
      },
      loaded,
    );
  }

  /** Follows the other windows; `onReplaced` hears that the draft is another one by now, or gone. */
  start(store: FormStore, onReplaced: (isGone: boolean) => void): () => void {
    this.shared.form = store;
    const heed = () => {
      if (!this.isOver && !this.shared.readAgain()) onReplaced(readText("registerForm") === null);
    };
    // What was stored since it was loaded, too.
    heed();
    return watchKey("registerForm", heed);
  }

  /** Stores the draft together with what another window stored meanwhile. */
  readonly saveForm = (draft: ProfileDraft, idempotencyKey: string): boolean => {
    if (this.isOver || !this.consent) return true;
    this.idempotencyKey = idempotencyKey;
    // The draft may be another window's by now, which says what becomes of this one.
    return this.shared.save(draft) ?? true;
  };

  /** Takes over what another window stored, of which no event may have told yet. */
  readAgain(): void {
    this.shared.readAgain();
  }

  /** That the draft is gone is this window's own doing; the next change is stored again. */
  startNewDraft(): void {
    this.shared.beginAnew();
  }

  /** Nothing of this form is stored from now on. */
  end(): void {
    this.isOver = true;
    this.shared.form?.stopSaving();
  }

  /** Another form takes the place of this one, under the same consent. */
  storeInstead(empty: LoadedForm): void {
    clearForm();
    saveForm(empty, empty.idempotencyKey, this.consent);
  }

  /** This same draft in what is stored, whichever window stored it. */
  private find(text: string): DraftVersion | null {
    const opened = this.core.openDraft(text);
    if (opened.kind !== "loaded") return null;
    const stored = split(opened.draft);
    const isSameForm =
      stored.idempotencyKey === this.idempotencyKey && stored.draft.account === this.account;
    return isSameForm ? stored : null;
  }
}
