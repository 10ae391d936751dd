/** The state of the form and every step that changes it; React only shows it. */
import type { Core, ProfileDraft, Rejection } from "../../../core/core";
import { today } from "../../../core/use-core";
import { type PreparePicture, preparePicture } from "../../../pictures/prepare";
import type { LoadedForm } from "../draft/draft-storage";
import { type FileSlot, type PhotoList, withFiles } from "../photos/photo-list";
import { PhotoStore } from "../photos/photo-store";
import { errorsOn, type FormError, mergeErrors, withoutField } from "./form-errors";
import { type FormScope, fieldOfPath, type PageId, pageTable, wholeScope } from "./page-table";

/** How far a submit is. */
export type SubmitStep =
  | { step: "idle" }
  | { step: "preparing" }
  | { step: "uploading"; place: FileSlot; fraction: number; done: number; total: number }
  | { step: "sending" };

/** Everything the form shows. */
export interface FormState {
  draft: ProfileDraft;
  photos: PhotoList;
  /** Pages that were left with Continue, whose errors are shown and kept up to date. */
  tried: ReadonlySet<PageId>;
  /** What the server said of values that have not changed since. */
  serverErrors: readonly FormError[];
  submit: SubmitStep;
  /** False when the browser does not keep the draft past this page. */
  isSaved: boolean;
  /** A change waits to be stored. */
  isSaving: boolean;
  /** When the draft was stored last; null before that. */
  savedAtMs: number | null;
}

/** Where a form keeps what it must not lose. */
export interface FormKeeping {
  /** False when the draft will not survive a reload. */
  saveForm(draft: ProfileDraft, idempotencyKey: string): boolean;
  savePage(page: PageId): void;
  /** What was kept is gone from the device because the person wanted it so. */
  beginAnew?(): void;
}

/** What makes a form other than that of a new profile. */
export interface FormOptions {
  scope?: FormScope;
  keeping: FormKeeping;
  /** What can be told of a draft besides the core's rules. */
  checkMore?: (draft: ProfileDraft) => readonly FormError[];
  /** What makes pictures to send of picked files. */
  prepare?: PreparePicture;
}

/** Typing is stored this long after the last key. */
const saveDelayMs = 400;

/** One form of one LINE user. */
export class FormStore {
  state: FormState;
  /** The same for every attempt to send this draft, so that none makes a second profile. */
  idempotencyKey: string;
  /** The picked files; the state shows what it holds. */
  readonly files: PhotoStore;
  readonly scope: FormScope;
  readonly keeping: FormKeeping;
  private readonly checkMore: (draft: ProfileDraft) => readonly FormError[];
  private readonly maySave: boolean;
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly core: Core,
    readonly userId: string,
    loaded: LoadedForm,
    photos: PhotoList,
    options: FormOptions,
  ) {
    this.scope = options.scope ?? wholeScope;
    this.keeping = options.keeping;
    this.checkMore = options.checkMore ?? (() => []);
    this.idempotencyKey = loaded.idempotencyKey;
    this.maySave = loaded.maySave;
    this.files = new PhotoStore(
      userId,
      photos,
      options.prepare ?? preparePicture,
      (held, changedPath) => this.takePhotos(held, changedPath),
    );
    this.state = {
      draft: loaded.draft,
      photos,
      tried: new Set(),
      serverErrors: [],
      submit: { step: "idle" },
      isSaved: loaded.maySave,
      isSaving: false,
      savedAtMs: loaded.savedAtMs ?? null,
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getState = (): FormState => this.state;

  /** The draft with its files, as the core reads it. */
  wholeDraft(): ProfileDraft {
    return withFiles(this.state.draft, this.state.photos);
  }

  /** Takes what was typed or chosen; an empty text means nothing given. */
  setField<Name extends keyof ProfileDraft>(name: Name, value: ProfileDraft[Name]): void {
    this.update({
      draft: { ...this.state.draft, [name]: value },
      serverErrors: withoutField(name, this.state.serverErrors),
      isSaving: true,
    });
    this.saveSoon();
  }

  /** Takes the draft as it became together with what another window stored. */
  takeDraft(draft: ProfileDraft): void {
    this.update({ draft });
  }

  /** A new attempt: the old key was used for what has not become a profile. */
  renewKey(): void {
    this.idempotencyKey = crypto.randomUUID();
    this.saveNow();
  }

  /** Every broken rule, what the server said and files that cannot be used included. */
  allErrors(): FormError[] {
    return mergeErrors(this.foundErrors(), this.check());
  }

  /** What is shown: what was found out anywhere, broken rules on pages that were tried. */
  shownErrors(): FormError[] {
    const { tried } = this.state;
    const broken = tried.size > 0 ? this.check() : [];
    const shown = broken.filter((error) =>
      [...tried].some((page) => errorsOn(page, [error]).length > 0),
    );
    return mergeErrors(this.foundErrors(), shown);
  }

  /** What is wrong whatever the core says. */
  private foundErrors(): FormError[] {
    return mergeErrors(this.state.serverErrors, this.files.blockingErrors());
  }

  /** Whether the page can be left; if not, its errors are shown from now on. */
  tryPage(page: PageId): boolean {
    const isFine = errorsOn(page, this.allErrors()).length === 0;
    const tried = new Set(this.state.tried);
    if (isFine) tried.delete(page);
    else tried.add(page);
    this.update({ tried });
    return isFine;
  }

  /** Shows the errors of every page. */
  tryAllPages(): void {
    this.update({ tried: new Set(pageTable.map((page) => page.id)) });
  }

  /** Shows what the server said. */
  setServerErrors(serverErrors: readonly FormError[]): void {
    this.update({ serverErrors });
  }

  setSubmit(submit: SubmitStep): void {
    this.update({ submit });
  }

  /** Stores the draft at once: before a picker opens, and when the page is left. */
  readonly saveNow = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.maySave) return;
    const isSaved = this.keeping.saveForm(this.state.draft, this.idempotencyKey);
    this.update({ isSaved, isSaving: false, savedAtMs: Date.now() });
  };

  /** Stops a save that is still due, once the draft is no longer wanted. */
  readonly stopSaving = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.update({ isSaving: false, savedAtMs: null });
  };

  /** Whether a change waits to be stored. */
  get isSaveDue(): boolean {
    return this.timer !== undefined;
  }

  private saveSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.saveNow, saveDelayMs);
  }

  private takePhotos(photos: PhotoList, changedPath: string | null): void {
    const { serverErrors } = this.state;
    const field = changedPath && fieldOfPath(changedPath);
    this.update({
      photos,
      serverErrors: field ? withoutField(field, serverErrors) : serverErrors,
    });
  }

  private check(): FormError[] {
    const refusal = this.core.checkProfile(this.wholeDraft(), today());
    return mergeErrors(errorsOfRefusal(refusal), this.checkMore(this.state.draft));
  }

  private update(change: Partial<FormState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** A refusal as errors of the form; one without fields (too large) is told at the end. */
export function errorsOfRefusal(refusal: Rejection | null): FormError[] {
  if (!refusal) return [];
  if (refusal.fields.length > 0) return refusal.fields;
  return [{ path: "account", code: refusal.code, params: {} }];
}
