/** The answers of a form, their errors, and how they are saved. React only shows them. */
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

/** The answers as the form shows them. */
export interface AnswersState {
  draft: ProfileDraft;
  /**
   * The pages whose errors the form shows: those on which the person pressed Continue and which had an
   * error, and all of them after Send.
   */
  submittedPages: ReadonlySet<PageId>;
  /** The server's errors about values that have not changed since. */
  serverErrors: readonly FormError[];
  /** False if the draft will not survive a reload. */
  isSaved: boolean;
  /** The time of the last save; null before the first. */
  savedAtMs: number | null;
}

/** The stored draft with which a form opens. */
interface InitialAnswers {
  draft: ProfileDraft;
  /** False if a newer build stored the draft: this build must not overwrite it. */
  maySave?: boolean;
  savedAtMs?: number | null;
}

/** The storage of a form's draft. */
export interface AnswersRepository {
  /** Stores the draft; returns false if it will not survive a reload. */
  saveForm(draft: ProfileDraft): boolean;
  /** Stores the page on which the person is, for a form that opens there again. */
  savePage?(page: PageId): void;
  /** False if only the memory of this page holds the stored draft. */
  readonly isDurable: boolean;
  /** Prepares for a new draft after the person deleted the stored one. */
  startNewDraft?(): void;
}

/** The differences between the form of a new profile and the other forms. */
interface AnswersOptions<Files> {
  scope?: FormScope;
  repository: AnswersRepository;
  /** Returns errors that core cannot know. */
  checkMore?: (draft: ProfileDraft) => readonly FormError[];
  /** The picked files; null in a form that asks for none. */
  files: Files;
}

/** The answers of one form. */
export class AnswersStore<Files extends PhotoStore | null = PhotoStore | null> {
  state: AnswersState;
  readonly files: Files;
  readonly scope: FormScope;
  readonly repository: AnswersRepository;
  private readonly checkMore: (draft: ProfileDraft) => readonly FormError[];
  private readonly maySave: boolean;
  private readonly listeners = new Set<() => void>();
  /** The fields that changed since the browser took the draft. */
  private readonly unsaved = new Set<keyof ProfileDraft>();
  /** True if the person changed an answer since the form opened. */
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

  /** The birthday that needs no proof of age, or empty; undefined where the deployment asks for no proof. */
  get checkedBirthday(): string | undefined {
    return this.scope.ageProof?.checkedBirthday;
  }

  /** Returns the slots of the files to send, photos first; a document only while the form asks for it. */
  slotsToSend(): FileSlot[] {
    if (!this.files) return [];
    const { photos } = this.files;
    const { draft } = this.state;
    const isSent = (slot: DocumentSlot) =>
      photos[slot] !== null && isFieldShown(documentFields[slot], draft, this.scope);
    return [...usableSlots(photos), ...documentSlots.filter(isSent)];
  }

  /** Returns the draft with the names of its files, as core reads it. */
  wholeDraft(): ProfileDraft {
    const { draft } = this.state;
    return this.files ? withFiles(draft, this.files.photos) : draft;
  }

  /** Changes one answer, and stores it; an empty text means that there is none. */
  setField<Name extends keyof ProfileDraft>(name: Name, value: ProfileDraft[Name]): void {
    const draft = { ...this.state.draft, [name]: value };
    const serverErrors = withoutField(name, this.state.serverErrors);
    this.state = { ...this.state, draft, serverErrors };
    this.hasChanged = true;
    this.unsaved.add(name);
    this.saveNow();
  }

  /** Adds `https://` to a link that begins with a host. Core decides whether the link is valid. */
  completeLink(): void {
    const link = String(this.state.draft.reviewLink ?? "").trim();
    if (/^[^\s/:@]+\.\S+$/.test(link)) this.setField("reviewLink", `https://${link}`);
  }

  /**
   * Returns every error of a shown field, in the order of the form: the server's, those of files, and the
   * broken rules.
   */
  allErrors(): FormError[] {
    return this.listShown(mergeErrors(this.reportedErrors(), this.check()));
  }

  /** Returns the errors of `allErrors()`, without the broken rules on pages that are not submitted. */
  submittedErrors(): FormError[] {
    const { submittedPages } = this.state;
    const broken = submittedPages.size > 0 ? this.check() : [];
    const shown = broken.filter((error) => submittedPages.has(pageOfPath(error.path)));
    return this.listShown(mergeErrors(this.reportedErrors(), shown));
  }

  /** Returns the errors that the person sees by now: the identical list until one of them changes. */
  readonly shownErrors = (): readonly FormError[] =>
    this.shown.find(this.state, () => this.submittedErrors());

  /** Shows the errors at `path`, because the person has left the field. */
  showErrorsAt(path: string): void {
    if (this.shown.add(errorsWithin(path, this.submittedErrors()))) this.update({});
  }

  /**
   * Returns the errors in the order of the form, without those of fields that the page hides: the person
   * could not correct them there.
   */
  private listShown(errors: readonly FormError[]): FormError[] {
    const { draft } = this.state;
    return inFormOrder(
      errors.filter(({ path }) => isFieldShown(fieldOfPath(path), draft, this.scope)),
    );
  }

  /** Returns the errors that core does not find. */
  private reportedErrors(): FormError[] {
    // A document can have become ready since the form was sent. Only the file store knows whether its problem remains.
    const isPassing = ({ path, code }: FormError) =>
      isFileProblem(code) && isDocumentSlot(slotOfPath(path));
    const serverErrors = this.state.serverErrors.filter((error) => !isPassing(error));
    return mergeErrors(serverErrors, this.files?.blockingErrors() ?? []);
  }

  /** Returns true if the page has no error; else shows its errors from now on. */
  submitPage(page: PageId): boolean {
    if (page === pageOfPath("reviewLink")) this.completeLink();
    const isValid = errorsOn(page, this.allErrors()).length === 0;
    const submittedPages = new Set(this.state.submittedPages);
    if (isValid) submittedPages.delete(page);
    else submittedPages.add(page);
    this.update({ submittedPages });
    return isValid;
  }

  /** Shows the errors of every page. */
  submitAllPages(): void {
    this.update({ submittedPages: new Set(pageTable.map((page) => page.id)) });
  }

  /**
   * Returns true if the server asks for a proof of age that this form lacks: the operator has changed the setting since
   * the page was loaded.
   */
  isOutdatedBy(serverErrors: readonly FormError[]): boolean {
    return !this.scope.ageProof && serverErrors.some(({ path }) => path === "ageProofFileName");
  }

  /** Shows the errors that the server returned. */
  setServerErrors(serverErrors: readonly FormError[]): void {
    this.update({ serverErrors });
  }

  /** Stores the draft. */
  readonly saveNow = (): void => {
    if (this.maySave) {
      const isSaved = this.repository.saveForm(this.state.draft);
      if (isSaved) this.unsaved.clear();
      this.state = { ...this.state, isSaved, savedAtMs: Date.now() };
    }
    this.update({});
  };

  /** Forgets what the browser refused to store, because the draft is no longer needed. */
  readonly stopSaving = (): void => {
    this.unsaved.clear();
    this.update({ savedAtMs: null });
  };

  /** Returns the fields whose last change is not stored. */
  unsavedFields(): (keyof ProfileDraft)[] {
    return [...this.unsaved];
  }

  /** Forgets the server's errors about a file that is another one now. */
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

/** The answers of a form that asks for files. */
export type AnswersWithFiles = AnswersStore<PhotoStore>;
