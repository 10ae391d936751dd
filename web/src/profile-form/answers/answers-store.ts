/** Holds the answers of a form and their errors, and saves the answers. */
import type { Core, ProfileDraft } from "#/core/core";
import { today } from "#/core/use-core";
import { isFileProblem } from "#/pictures/problems";
import {
  type DocumentSlot,
  documentFields,
  documentSlots,
  type FileSlot,
  isDocumentSlot,
  slotOfPath,
  usableSlots,
  withFiles,
} from "#/profile-form/files/photo-list";
import type { PhotoStore } from "#/profile-form/files/photo-store";
import type { FormError } from "#/profile-form/form-error";
import {
  errorsOfRejection,
  errorsOn,
  errorsWithin,
  inFormOrder,
  mergeErrors,
  ShownErrors,
  withoutField,
} from "./form-errors";
import {
  type FormScope,
  fieldOfPath,
  isFieldShown,
  type PageId,
  pageOfPath,
  pageTable,
  wholeScope,
} from "./page-table";

export interface AnswersState {
  draft: ProfileDraft;
  /** The pages whose errors the form shows. Continue adds a page that has an error. Send adds all pages. */
  submittedPages: ReadonlySet<PageId>;
  /** The errors that the server returned, without the errors of fields that the person has changed since. */
  serverErrors: readonly FormError[];
  /** False if the draft will not survive a reload. */
  isSaved: boolean;
  savedAtMs: number | null;
}

interface InitialAnswers {
  draft: ProfileDraft;
  /** False if a newer build stored the draft, because this build must not overwrite that draft. */
  maySave?: boolean;
  savedAtMs?: number | null;
}

export interface AnswersRepository {
  /** Stores the draft. Returns false if the draft will not survive a reload. */
  saveForm(draft: ProfileDraft): boolean;
  /** Stores the page that the person sees, so that the form opens at this page next time. */
  savePage?(page: PageId): void;
  /** False if the draft is only in the memory of the web page, so that a reload loses the draft. */
  readonly isDurable: boolean;
  /** Allows saving again after the person deleted the draft. Before this call, `saveForm` stores nothing. */
  startNewDraft?(): void;
}

interface AnswersOptions<Files> {
  scope?: FormScope;
  repository: AnswersRepository;
  /** Returns the errors that core cannot find, such as a mailbox that is not confirmed. */
  checkMore?: (draft: ProfileDraft) => readonly FormError[];
  /** The picked files, or null in a form that asks for no files. */
  files: Files;
}

export class AnswersStore<Files extends PhotoStore | null = PhotoStore | null> {
  state: AnswersState;
  readonly files: Files;
  readonly scope: FormScope;
  readonly repository: AnswersRepository;
  private readonly checkMore: (draft: ProfileDraft) => readonly FormError[];
  private readonly maySave: boolean;
  private readonly listeners = new Set<() => void>();
  /** The fields that changed since the browser last stored the draft. */
  private readonly unsaved = new Set<keyof ProfileDraft>();
  hasChanged = false;
  private readonly shown = new ShownErrors();

  constructor(
    readonly core: Core,
    { draft, maySave = true, savedAtMs = null }: InitialAnswers,
    options: AnswersOptions<Files>,
  ) {
    this.scope = options.scope ?? wholeScope;
    this.repository = options.repository;
    this.checkMore = options.checkMore ?? (() => []);
    this.maySave = maySave;
    this.files = options.files;
    this.files?.subscribe((changedPath) => this.followFiles(changedPath));
    this.state = {
      draft,
      submittedPages: new Set(),
      serverErrors: [],
      isSaved: maySave && options.repository.isDurable,
      savedAtMs,
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getState = (): AnswersState => this.state;

  /** The birthday that a reviewer has checked, or empty. Undefined if the deployment asks for no proof of age. */
  get checkedBirthday(): string | undefined {
    return this.scope.ageProof?.checkedBirthday;
  }

  /** Returns the slots of the files to send, photos first. A document is sent only while the form shows its field. */
  slotsToSend(this: AnswersWithFiles): FileSlot[] {
    const { photos } = this.files;
    const { draft } = this.state;
    const isSent = (slot: DocumentSlot) =>
      photos[slot] !== null && isFieldShown(documentFields[slot], draft, this.scope);
    return [...usableSlots(photos), ...documentSlots.filter(isSent)];
  }

  /** Returns the draft with the names of the picked files. Core's rules need these names. */
  wholeDraft(): ProfileDraft {
    const { draft } = this.state;
    return this.files ? withFiles(draft, this.files.photos) : draft;
  }

  setField<Name extends keyof ProfileDraft>(name: Name, value: ProfileDraft[Name]): void {
    const draft = { ...this.state.draft, [name]: value };
    const serverErrors = withoutField(name, this.state.serverErrors);
    this.state = { ...this.state, draft, serverErrors };
    this.hasChanged = true;
    this.unsaved.add(name);
    this.saveNow();
  }

  /** Adds `https://` to a link that has no scheme. Core decides whether the link is valid. */
  completeLink(): void {
    const link = String(this.state.draft.reviewLink ?? "").trim();
    if (/^[^\s/:@]+\.\S+$/.test(link)) this.setField("reviewLink", `https://${link}`);
  }

  /** Returns all errors of shown fields, in the order of the form: errors of the server, of files, and broken rules. */
  allErrors(): FormError[] {
    return this.listShown(mergeErrors(this.reportedErrors(), this.check()));
  }

  /** Returns the errors of the server and of files on all pages, and the broken rules of `submittedPages` only. */
  submittedErrors(): FormError[] {
    const { submittedPages } = this.state;
    const broken = submittedPages.size > 0 ? this.check() : [];
    const shown = broken.filter((error) => submittedPages.has(pageOfPath(error.path)));
    return this.listShown(mergeErrors(this.reportedErrors(), shown));
  }

  /** Returns the errors that the form shows now. The list stays identical until an error changes, as React requires. */
  readonly shownErrors = (): readonly FormError[] =>
    this.shown.find(this.state, () => this.submittedErrors());

  /** Shows the errors at `path`. Call it when the person leaves the field. */
  showErrorsAt(path: string): void {
    if (this.shown.add(errorsWithin(path, this.submittedErrors()))) this.update({});
  }

  /** Leaves out errors of hidden fields, because the person could not correct them. */
  private listShown(errors: readonly FormError[]): FormError[] {
    const { draft } = this.state;
    return inFormOrder(
      errors.filter(({ path }) => isFieldShown(fieldOfPath(path), draft, this.scope)),
    );
  }

  private reportedErrors(): FormError[] {
    // Ignore a document's problem from the last attempt to send. If it remains, the file store reports it.
    const isPassing = ({ path, code }: FormError) =>
      isFileProblem(code) && isDocumentSlot(slotOfPath(path));
    const serverErrors = this.state.serverErrors.filter((error) => !isPassing(error));
    return mergeErrors(serverErrors, this.files?.blockingErrors() ?? []);
  }

  /** Returns true if the page has no error. Otherwise the form shows the page's errors from now on. */
  submitPage(page: PageId): boolean {
    if (page === pageOfPath("reviewLink")) this.completeLink();
    const isValid = errorsOn(page, this.allErrors()).length === 0;
    const submittedPages = new Set(this.state.submittedPages);
    if (isValid) submittedPages.delete(page);
    else submittedPages.add(page);
    this.update({ submittedPages });
    return isValid;
  }

  submitAllPages(): void {
    this.update({ submittedPages: new Set(pageTable.map((page) => page.id)) });
  }

  /**
   * Returns true if the server asks for a proof of age that this form lacks, because the operator has changed the
   * setting since the page was loaded.
   */
  isOutdatedBy(serverErrors: readonly FormError[]): boolean {
    return !this.scope.ageProof && serverErrors.some(({ path }) => path === "ageProofFileName");
  }

  setServerErrors(serverErrors: readonly FormError[]): void {
    this.update({ serverErrors });
  }

  readonly saveNow = (): void => {
    if (this.maySave) {
      const isSaved = this.repository.saveForm(this.state.draft);
      if (isSaved) this.unsaved.clear();
      this.state = { ...this.state, isSaved, savedAtMs: Date.now() };
    }
    this.update({});
  };

  /** Forgets the unsaved fields and the time of the latest save. Call it when the draft is no longer needed. */
  readonly stopSaving = (): void => {
    this.unsaved.clear();
    this.update({ savedAtMs: null });
  };

  unsavedFields(): (keyof ProfileDraft)[] {
    return [...this.unsaved];
  }

  /** Updates the form after a change of the files. Removes the server's errors about a file that was replaced. */
  private followFiles(changedPath: string | null): void {
    const { serverErrors } = this.state;
    const field = changedPath && fieldOfPath(changedPath);
    this.update(field ? { serverErrors: withoutField(field, serverErrors) } : {});
  }

  private check(): FormError[] {
    const rejection = this.core.checkProfile(this.wholeDraft(), today(), this.checkedBirthday);
    return mergeErrors(errorsOfRejection(rejection), this.checkMore(this.state.draft));
  }

  private update(change: Partial<AnswersState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}

export type AnswersWithFiles = AnswersStore<PhotoStore>;
