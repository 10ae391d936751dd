/** The form of the preferences: its draft, its unsaved changes, and the call that saves them. */
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

/** The page of the registration form with the questions of the preferences. */
export const page = "partner";
const scope: FormScope = {
  pages: pageTable.filter(({ id }) => id === page),
  remarks: new Map(),
};

export type Outcome =
  | { kind: "saved"; effectiveAtMs: number }
  | { kind: "unchanged" }
  | { kind: "invalid" }
  | { kind: "offline" }
  /**
   * The server refuses changes of `fields` before `untilMs`. An earlier server does not name the limited fields. In
   * that case, `fields` has all sent fields, and `isNamed` is false.
   */
  | { kind: "limited"; fields: PreferenceField[]; isNamed: boolean; untilMs: number }
  | { kind: "failed"; code: ReturnType<typeof failureCode> };

export class PreferencesForm {
  /**
   * The controls of the registration form need a store of that form. The store checks the whole form, but shows
   * the errors of submitted pages only, and this form submits only the page of the preferences.
   */
  readonly store: AnswersStore;
  /** The latest write. Each write waits for the previous one, so that a late deletion removes no newer changes. */
  private writing: Promise<void> = Promise.resolve();
  /** False until the unsaved changes of an earlier visit are read. Before that, a write would replace those changes. */
  private isRestored = false;
  /** True once this form has found or stored a record. A record of another window must not be deleted. */
  private hasRecord = false;
  /** The fields that the member has saved or discarded here. Stored changes of these fields are out of date. */
  private readonly settled = new Set<PreferenceField>();
  /** False if a reload would lose the changes. */
  readonly isStored = createStore({ value: true });
  /**
   * True while a write waits for an earlier write. The waiting write includes all changes, so start no other write.
   */
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

  /** Shows the unsaved changes of an earlier visit, except in fields that the member has changed in this form. */
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

  changes(): PreferencesDraft {
    return changesOf(this.store.getState().draft, this.known);
  }

  get isChanged(): boolean {
    return changedFields(this.changes()).length > 0;
  }

  /** Takes over newer values of the server, except in fields that the member has changed. */
  follow(fresh: Preferences): void {
    if (fresh === this.known) return;
    const own = changedFields(this.changes());
    const moved = changedFields(changesOf(draftOf(this.known), fresh));
    this.known = fresh;
    for (const field of moved) if (!own.includes(field)) this.reset(field);
    this.keep();
  }

  /** Returns a function that brings the discarded changes back. */
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
    // E008 means that the account is no longer approved. After the refresh, the route guard leaves the page.
    if (hasCode(error, "E008")) void preferences().refresh();
    if (!(error instanceof ApiError)) return { kind: "failed", code: failureCode(error) };
    if (error.code === "E002" && error.fields.length > 0) {
      // The conditions were sent in the draft's order, so the indexes in the server's errors are those of the draft.
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

  /** Call this when the browser may have stored changes that it refused before. */
  noticeStored(): void {
    if (this.isRestored && unsent.isDurable) this.isStored.set({ value: true });
  }
}
