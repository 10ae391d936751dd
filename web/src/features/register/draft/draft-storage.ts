/** The form's draft in local storage, with the idempotency key of its submit. */
import type { Core, ProfileDraft } from "../../../core/core";
import { readText, removeStored, writeJson, writeText } from "../../../storage/local";
import { type PageId, parsePage } from "../form/page-table";

/** What is stored: the draft, and beside its fields one the core does not know. */
interface StoredForm extends ProfileDraft {
  idempotencyKey?: string;
}

/** A draft as the form starts with it. */
export interface LoadedForm {
  draft: ProfileDraft;
  /** The same for every attempt to submit this draft, so that none creates a second profile. */
  idempotencyKey: string;
  /** False when a newer build's draft is stored, which must stay as it is. */
  maySave: boolean;
}

/** The stored draft of this LINE user, or an empty one. */
export function loadForm(core: Core, userId: string): LoadedForm {
  const text = readText("registerForm");
  const opened = text === null ? null : core.openDraft(text);
  if (opened?.kind === "loaded" && (opened.draft.account ?? userId) === userId) {
    const { idempotencyKey, ...draft } = opened.draft as StoredForm;
    return start(withIdentity(core, userId, draft), idempotencyKey, true);
  }
  return start(withIdentity(core, userId, {}), undefined, opened?.kind !== "newer");
}

/** Stores the draft; false when it will not survive a reload. */
export function saveForm(draft: ProfileDraft, idempotencyKey: string): boolean {
  const stored: StoredForm = { ...draft, idempotencyKey };
  return writeJson("registerForm", stored);
}

/** The page the form was left on. */
export function loadPage(): PageId | null {
  return parsePage(readText("registerPage"));
}

/** Remembers the page the form is on. */
export function savePage(page: PageId): void {
  writeText("registerPage", page);
}

/** Forgets draft and page, once the profile is created. */
export function clearForm(): void {
  removeStored("registerForm");
  removeStored("registerPage");
}

/** Account and password are both the LINE user id; it identifies and proves nothing. */
function withIdentity(core: Core, userId: string, draft: ProfileDraft): ProfileDraft {
  const schemaVersion = core.draftSchemaVersion() ?? draft.schemaVersion;
  return { ...draft, schemaVersion, account: userId, password: userId };
}

function start(draft: ProfileDraft, key: string | undefined, maySave: boolean): LoadedForm {
  return { draft, idempotencyKey: key ?? crypto.randomUUID(), maySave };
}
