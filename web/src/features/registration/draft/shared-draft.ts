/** A draft that several windows of this browser store under one key, none against the others. */
import type { ProfileDraft } from "../../../core/core";
import { readText, type StorageKey } from "../../../storage/local";
import type { FormStore } from "../form/form-store";
import { type DraftVersion, mergeVersions, noteChanges } from "./merge-drafts";

/** Where and how it is stored. */
export interface SharedPlace {
  key: StorageKey;
  /** The version in what is stored; null where that is another draft. */
  find(stored: string): DraftVersion | null;
  /** False when it will not survive a reload. */
  write(version: DraftVersion): boolean;
}

/**
 * Another window may store without having seen what this one stored just before: browsers bring
 * what one wrote to the other only after a while. So nothing is taken for known to the others that
 * does not come back from them, and what is missing there is stored once more.
 */
export class SharedDraft {
  /** The form that shows it, and takes over what other windows stored. */
  form: FormStore | null = null;
  private storedText: string | null;

  constructor(
    private readonly place: SharedPlace,
    /** As this window had it when it stored or read last. */
    private known: DraftVersion,
  ) {
    this.storedText = readText(place.key);
  }

  /** Stores it with the work of other windows; null, and nothing is stored, where theirs is another draft by now, or gone. */
  save(own: ProfileDraft): boolean | null {
    if (!this.takeOthersWork(own)) return null;
    const isKept = this.place.write(this.known);
    this.storedText = readText(this.place.key);
    return isKept;
  }

  /** Takes over what other windows stored; false where that is another draft by now, or none. */
  readAgain(): boolean {
    const { form } = this;
    if (!form) return true;
    const taken = this.takeOthersWork(form.getState().draft);
    if (taken?.isAhead) form.saveNow();
    return taken !== null;
  }

  /** What is stored now, or that nothing is, is this window's own doing. */
  beginAnew(): void {
    this.storedText = readText(this.place.key);
  }

  private takeOthersWork(own: ProfileDraft): { isAhead: boolean } | null {
    const version = noteChanges(this.known, own, Date.now());
    const text = readText(this.place.key);
    if (text === this.storedText) {
      this.known = version;
      return { isAhead: false };
    }
    const theirs = text === null ? null : this.place.find(text);
    if (!theirs) return null;
    const { merged, isAhead } = mergeVersions(version, theirs);
    this.storedText = text;
    this.known = merged;
    this.form?.setDraft(merged.draft);
    return { isAhead };
  }
}
