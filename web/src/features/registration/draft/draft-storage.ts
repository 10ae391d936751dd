/** The form's draft in local storage, and beside it what belongs to it: consent, key and times. */
import type { Core, ProfileDraft } from "../../../core/core";
import { readText, removeStored, writeJson, writeText } from "../../../storage/local";
import { type PageId, parsePage } from "../form/page-table";
import { forgetWorkEmail } from "../work-email/work-email-record";
import { type Consent, parseConsent } from "./consent";
import { type Changes, type DraftVersion, parseChanges } from "./merge-drafts";

/** What is stored: the draft, and beside its fields some the core does not know. */
export interface StoredForm extends ProfileDraft {
  idempotencyKey?: string;
  savedAt?: number;
  changes?: Changes;
  consent?: Consent | null;
}

/** What was found in storage. */
export type FoundDraft =
  /** Nothing, or another person's. */
  | "none"
  | "loaded"
  /** A newer build's, which must stay as it is. */
  | "newer"
  /** No draft at all; it is put aside before anything takes its place. */
  | "unreadable";

/** A draft as the form starts with it. */
export interface LoadedForm extends DraftVersion {
  /** The same for every attempt to submit this draft, so that none creates a second profile. */
  idempotencyKey: string;
  /** False when a newer build's draft is stored, which must stay as it is. */
  maySave: boolean;
  found?: FoundDraft;
  consent?: Consent | null;
  savedAtMs?: number | null;
}

/** The stored draft of this LINE user, or an empty one. */
export function loadForm(core: Core, userId: string): LoadedForm {
  const text = readText("registerForm");
  const opened = text === null ? null : core.openDraft(text);
  if (opened?.kind === "loaded" && (opened.draft.account ?? userId) === userId) {
    const { draft, changes, idempotencyKey, savedAt, consent } = split(opened.draft);
    return {
      draft: withIdentity(core, userId, draft),
      changes,
      idempotencyKey: idempotencyKey ?? crypto.randomUUID(),
      maySave: true,
      found: "loaded",
      consent: parseConsent(consent),
      savedAtMs: typeof savedAt === "number" ? savedAt : null,
    };
  }
  const found = opened && opened.kind !== "loaded" ? opened.kind : "none";
  return { ...emptyForm(core, userId), maySave: found !== "newer", found };
}

/** A form in which nothing was given yet. */
export function emptyForm(core: Core, userId: string): LoadedForm {
  const draft = withIdentity(core, userId, {});
  return {
    draft,
    changes: {},
    idempotencyKey: crypto.randomUUID(),
    maySave: true,
    found: "none",
  };
}

/** The draft apart from what is stored beside it. */
export function split(stored: StoredForm): StoredForm & DraftVersion {
  const { idempotencyKey, savedAt, changes, consent, ...draft } = stored;
  return { draft, changes: parseChanges(changes), idempotencyKey, savedAt, consent } as StoredForm &
    DraftVersion;
}

/** Stores the draft; false when it will not survive a reload. */
export function saveForm(
  { draft, changes }: DraftVersion,
  idempotencyKey: string,
  consent: Consent | null = null,
): boolean {
  const stored: StoredForm = { ...draft, idempotencyKey, savedAt: Date.now(), changes, consent };
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
  forgetWorkEmail();
}

/** Account and password are both the LINE user id; it identifies and proves nothing. */
function withIdentity(core: Core, userId: string, draft: ProfileDraft): ProfileDraft {
  const schemaVersion = core.draftSchemaVersion() ?? draft.schemaVersion;
  return { ...draft, schemaVersion, account: userId, password: userId };
}
