/** The draft of a new profile on this device, until the profile is sent or another window has the form. */
import type { Core, ProfileDraft } from "#/core/core";
import type { SendingKey } from "#/features/registration/outbox/outbox-storage";
import type { AnswersRepository } from "#/profile-form/answers/answers-store";
import { type PageId, parsePage } from "#/profile-form/answers/page-table";
import { deleteRecords } from "#/storage/delete-records";
import { replaceTexts } from "#/storage/local";
import {
  defineRecord,
  defineText,
  listNewerRecords,
  putNewerRecordsAside,
  recordKey,
} from "#/storage/records";

/** The storage of the form of a new profile. */
export class DraftRepository implements AnswersRepository, SendingKey {
  consent: Consent | null;
  idempotencyKey: string;
  private isClosed = false;

  constructor(
    private readonly userId: string,
    { consent = null, idempotencyKey }: Pick<LoadedForm, "consent" | "idempotencyKey">,
  ) {
    this.consent = consent;
    this.idempotencyKey = idempotencyKey;
  }

  /** Stores the draft; returns false if it will not survive a reload. */
  readonly saveForm = (draft: ProfileDraft): boolean => {
    const { idempotencyKey, consent } = this;
    if (this.isClosed || !consent) return true;
    return saveForm(this.userId, { draft, idempotencyKey, consent });
  };

  get isDurable(): boolean {
    return isDraftDurable(this.userId);
  }

  readonly savePage = (page: PageId): void => {
    if (!this.isClosed && this.consent) savePage(this.userId, page);
  };

  renew(): void {
    this.idempotencyKey = crypto.randomUUID();
  }

  /** Ends all storing: the form was sent, or another one takes its place. */
  close(): void {
    this.isClosed = true;
  }
}

/** The texts have the format that core reads. */
const drafts = defineText("draft");
const draftPages = defineRecord({ name: "draftPage", parse: parsePage });

/** The version of the privacy policy. Count it up if its meaning changes: the form asks everyone again. */
const policyVersion = 1;

/** The person's agreement to the privacy policy, without which the form stores nothing. */
export interface Consent {
  policyVersion: number;
  consentedAt: string;
}

/** The stored JSON: the draft, and beside its fields some that core does not know. */
interface StoredDraft extends ProfileDraft {
  idempotencyKey?: string;
  savedAt?: number;
  consent?: Consent | null;
}

/** The result of a look into the storage. */
export type FoundDraft =
  | "none"
  | "loaded"
  /** A newer build stored the draft or another record of the form. They must stay unchanged. */
  | "newer"
  /** The text is no draft. The form puts it aside before it stores anything. */
  | "unreadable";

/** A draft with which the form starts. */
export interface LoadedForm {
  draft: ProfileDraft;
  /** The same for every attempt to send this draft, so that no attempt makes a second profile. */
  idempotencyKey: string;
  /** False if a newer build stored the form, which must stay unchanged. */
  maySave: boolean;
  found?: FoundDraft;
  consent?: Consent | null;
  savedAtMs?: number | null;
}

/** Returns an agreement of this moment to the policy of today. */
export function consentNow(): Consent {
  return { policyVersion, consentedAt: new Date().toISOString() };
}

/** Returns the stored draft of this LINE user, or an empty one. */
export function loadForm(core: Core, userId: string): LoadedForm {
  if (listNewerRecords(userId).length > 0) {
    return { ...emptyForm(core, userId), maySave: false, found: "newer" };
  }
  const text = drafts.read(userId);
  const opened = text === null ? null : core.openDraft(text);
  if (opened?.kind === "loaded") {
    const { idempotencyKey, savedAt, consent, ...draft } = opened.draft as StoredDraft;
    return {
      draft: withIdentity(core, userId, draft),
      idempotencyKey: idempotencyKey ?? crypto.randomUUID(),
      maySave: true,
      found: "loaded",
      consent: parseConsent(consent),
      savedAtMs: typeof savedAt === "number" ? savedAt : null,
    };
  }
  const found = opened?.kind ?? "none";
  return { ...emptyForm(core, userId), maySave: found !== "newer", found };
}

/** Returns a form without answers. */
export function emptyForm(core: Core, userId: string): LoadedForm {
  return {
    draft: withIdentity(core, userId, {}),
    idempotencyKey: crypto.randomUUID(),
    maySave: true,
    found: "none",
  };
}

interface SavedForm {
  draft: ProfileDraft;
  idempotencyKey: string;
  consent: Consent | null;
}

/** Stores the draft; returns false if it will not survive a reload. */
export function saveForm(userId: string, { draft, idempotencyKey, consent }: SavedForm): boolean {
  const stored: StoredDraft = { ...draft, idempotencyKey, savedAt: Date.now(), consent };
  return drafts.write(userId, JSON.stringify(stored));
}

/** Returns false if the stored draft will not survive a reload. */
function isDraftDurable(userId: string): boolean {
  return drafts.isDurable(userId);
}

/**
 * Moves a draft that this build cannot read, and the records of a newer build, to records of their own.
 * Overwrites an earlier unreadable draft.
 */
export function putDraftAside(userId: string): void {
  putNewerRecordsAside(userId);
  const text = drafts.read(userId);
  if (text === null) return;
  // A full store may refuse the text under its new name. It then stays in its place.
  replaceTexts([recordKey(userId, "draft")], new Map([[recordKey(userId, "unreadDraft"), text]]));
  void deleteRecords(userId, "draftPutAside");
}

/** Returns the page on which the person left the form. */
export function loadPage(userId: string): PageId | null {
  return draftPages.read(userId);
}

export function savePage(userId: string, page: PageId): void {
  draftPages.write(userId, page);
}

/** Returns a stored agreement to the policy of today, or null. */
function parseConsent(stored: unknown): Consent | null {
  const consent = stored as Partial<Consent> | null | undefined;
  if (typeof consent?.consentedAt !== "string") return null;
  return consent.policyVersion === policyVersion ? (consent as Consent) : null;
}

/** Account and password are both the LINE user id; it identifies and proves nothing. */
function withIdentity(core: Core, userId: string, draft: ProfileDraft): ProfileDraft {
  const schemaVersion = core.draftSchemaVersion() ?? draft.schemaVersion;
  const version = schemaVersion === undefined ? {} : { schemaVersion };
  return { ...draft, ...version, account: userId, password: userId };
}
