/** The form of the preferences: its draft, its unsaved changes, and how they are saved. */
import { ApiError, failureCode, hasCode } from "#/api/error";
import { type Preferences, type PreferencesDraft, updatePreferences } from "#/api/preferences";
import type { Core } from "#/core/core";
import { createStore } from "#/lib/store";
import { preferences } from "#/member/choices";
import { asMember } from "#/person/identify-member";
import { AnswersStore } from "#/profile-form/answers/answers-store";
import { type FormScope, pageTable } from "#/profile-form/answers/page-table";
import { reportWrite, unsent } from "#/storage/account-store";
import { limitEndMs } from "./change-limit";
import {
  changedFields,
  changesOf,
  draftOf,
  type PreferenceField,
  preferenceFields,
  writeUnsaved,
} from "./preferences-draft";

/** The page of the form of registration that asks for the preferences. */
export const page = "partner";
const scope: FormScope = {
  pages: pageTable.filter(({ id }) => id === page),
  remarks: new Map(),
};

/** The result of an attempt to save. */
export type Outcome =
  | { kind: "saved"; effectiveAtMs: number }
  | { kind: "unchanged" }
  /** The fields show their errors. */
  | { kind: "invalid" }
  | { kind: "offline" }
  /**
   * The server refuses to change these preferences before that time. A server of an earlier build does not
   * name them: then at least one of all that were sent is among them.
   */
  | { kind: "limited"; fields: PreferenceField[]; isNamed: boolean; untilMs: number }
  | { kind: "failed"; code: ReturnType<typeof failureCode> };

export class PreferencesForm {
  /**
   * The controls of the registration form work on a store of that form. Core checks whole drafts only, and
   * finds that this one lacks most answers; the store shows the errors of submitted pages, and this form
   * submits none but the page of the preferences.
   */
  readonly store: AnswersStore;
  /** The changes of the record are written one after the other, so that a late deletion removes no newer one. */
  private writing: Promise<void> = Promise.resolve();
  /** False until the device has said which changes the member did not save earlier: they must not be replaced. */
  private isRestored = false;
  /** True once the device has changes of this form. It must not delete those of another window. */
  private hasRecord = false;
  /** The fields that the member has saved or discarded here. A late record of them is out of date. */
  private readonly settled = new Set<PreferenceField>();
  /** False if the changes will not survive a reload. */
  readonly isStored = createStore({ value: true });
  /** True while a write waits for the one before it. It will write the latest changes. */
  private isWriteDue = false;

  constructor(
    core: Core,
    private readonly account: string,
    private known: Preferences,
  ) {
    const repository = { saveForm: this.keep, isDurable: true };
    const draft = draftOf(known);
    this.store = new AnswersStore(core, { draft }, { scope, repository, files: null });
  }

  /** Shows the changes that the member did not save earlier, except for the fields that were changed here since. */
  restore(unsaved: PreferencesDraft): void {
    const own = changedFields(this.changes());
    for (const field of changedFields(unsaved)) {
      const isNewer = own.includes(field) || this.settled.has(field);
      if (!isNewer) this.store.setField(field, unsaved[field]);
    }
    this.isRestored = true;
    this.hasRecord = changedFields(unsaved).length > 0;
    this.keep();
  }

  /** Returns the fields that differ from the server's. */
  changes(): PreferencesDraft {
    return changesOf(this.store.getState().draft, this.known);
  }

  get isChanged(): boolean {
    return changedFields(this.changes()).length > 0;
  }

  /** Takes a newer answer of the server over, except for the fields that the member has changed. */
  follow(fresh: Preferences): void {
    if (fresh === this.known) return;
    const own = changedFields(this.changes());
    const moved = changedFields(changesOf(draftOf(this.known), fresh));
    this.known = fresh;
    for (const field of moved) if (!own.includes(field)) this.reset(field);
    this.keep();
  }

  /** Returns to the server's values. The result restores the changes. */
  discard(): () => void {
    const { draft } = this.store.getState();
    for (const field of preferenceFields) this.settled.add(field);
    for (const field of changedFields(this.changes())) this.reset(field);
    this.store.setServerErrors([]);
    return () => {
      for (const field of preferenceFields) this.store.setField(field, draft[field]);
    };
  }

  async save(): Promise<Outcome> {
    if (!this.store.submitPage(page)) return { kind: "invalid" };
    const changes = this.changes();
    const fields = changedFields(changes);
    if (fields.length === 0) return { kind: "unchanged" };
    if (!navigator.onLine) return { kind: "offline" };
    try {
      const saved = await asMember(() => updatePreferences(changes));
      for (const field of fields) this.settled.add(field);
      preferences().change(() => saved);
      this.follow(saved);
      return { kind: "saved", effectiveAtMs: Date.parse(saved.effectiveAt) };
    } catch (error) {
      return this.outcomeOf(error, fields);
    }
  }

  private outcomeOf(error: unknown, fields: PreferenceField[]): Outcome {
    // The account is not approved any more. The refresh notices it too, and the guard leaves the page.
    if (hasCode(error, "E008")) void preferences().refresh();
    if (!(error instanceof ApiError)) return { kind: "failed", code: failureCode(error) };
    if (error.code === "E002" && error.fields.length > 0) {
      // The conditions were sent as the draft has them, so that the indexes are the draft's.
      this.store.setServerErrors(error.fields);
      return { kind: "invalid" };
    }
    const untilMs = limitEndMs(error);
    if (untilMs !== null) {
      const named = fields.filter((field) => error.fields.some(({ path }) => path === field));
      const isNamed = named.length > 0;
      return { kind: "limited", fields: isNamed ? named : fields, isNamed, untilMs };
    }
    return { kind: "failed", code: error.code };
  }

  private reset(field: PreferenceField): void {
    this.store.setField(field, draftOf(this.known)[field]);
  }

  private readonly keep = (): boolean => {
    if (this.isWriteDue) return true;
    this.isWriteDue = true;
    this.writing = this.writing.then(async () => {
      this.isWriteDue = false;
      const changes = this.changes();
      const say = (isStored: boolean) =>
        this.isStored.set({ value: isStored || changedFields(changes).length === 0 });
      if (!this.isRestored) return say(false);
      if (changedFields(changes).length === 0 && !this.hasRecord) return say(true);
      this.hasRecord = true;
      const writing = writeUnsaved(this.account, changes);
      reportWrite(writing, say);
      await writing;
    });
    return true;
  };

  /** Takes note that the browser has stored after all what it refused before. */
  noticeStored(): void {
    if (this.isRestored && unsent.isDurable) this.isStored.set({ value: true });
  }
}
