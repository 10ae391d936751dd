/** A draft that several windows of this browser store under one key, none against the others. */
import type { ProfileDraft } from "../../../core/core";
import { readText, type StorageKey } from "../../../storage/local";
import type { FormStore } from "../form/form-store";
import { mergeDrafts } from "./merge-drafts";

export class SharedDraft {
  /** The form that shows it, and takes over what other windows stored. */
  form: FormStore | null = null;
  private storedText: string | null;

  constructor(
    private readonly key: StorageKey,
    /** The draft as it was stored last, by whichever window. */
    private base: ProfileDraft,
  ) {
    this.storedText = readText(key);
  }

  /**
   * The draft with the work of other windows; null where nothing is stored now, or where `find` sees
   * another draft in it.
   */
  takeOthersWork(
    own: ProfileDraft,
    find: (stored: string) => ProfileDraft | null,
  ): ProfileDraft | null {
    const text = readText(this.key);
    if (text === this.storedText) return own;
    const theirs = text === null ? null : find(text);
    if (!theirs) return null;
    const merged = mergeDrafts(this.base, own, theirs);
    this.storedText = text;
    this.base = theirs;
    this.form?.takeDraft(merged);
    return merged;
  }

  /** This window has just stored it. */
  noteStored(draft: ProfileDraft): void {
    this.storedText = readText(this.key);
    this.base = draft;
  }

  /** What is stored now, or that nothing is, is this window's own doing. */
  beginAnew(): void {
    this.noteStored(this.form?.getState().draft ?? this.base);
  }
}
