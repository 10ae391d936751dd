/** The draft of a new profile on this device, until the server has the profile or the person starts over. */
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

  /** Returns false if the draft will not survive a reload. Stores nothing without a consent or after `close()`. */
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

  /** Stops all storing. Call this when the server has the form, or before another form replaces this form. */
  close(): void {
    this.isClosed = true;
  }
}

/** The record is plain text, because core parses and checks a draft. */
const drafts = defineText("draft");
const draftPages = defineRecord({ name: "draftPage", parse: parsePage });

/** The version of the privacy policy. After an increment, the app asks every person for consent again. */
const policyVersion = 1;

/** The person's agreement to the privacy policy, without which the form stores nothing. */
export interface Consent {
  policyVersion: number;
  consentedAt: string;
}

/** Contains the fields of the draft, and further fields that core ignores. */
interface StoredDraft extends ProfileDraft {
  idempotencyKey?: string;
  savedAt?: number;
  consent?: Consent | null;
}

export type FoundDraft =
  | "none"
  | "loaded"
  /** A newer build of the app stored a part of the form. This build must not overwrite that part. */
  | "newer"
  /** Core cannot read the stored text. The app moves the text to a backup record before it stores a new draft. */
  | "unreadable";

interface LoadedForm {
  draft: ProfileDraft;
  /** All attempts to send this draft share the key, so that the server makes only one profile. */
  idempotencyKey: string;
  /** False if a newer build stored the form, because this build must not overwrite that form. */
  maySave: boolean;
  found?: FoundDraft;
  consent?: Consent | null;
  savedAtMs?: number | null;
}

export function consentNow(): Consent {
  return { policyVersion, consentedAt: new Date().toISOString() };
}

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

export function saveForm(userId: string, { draft, idempotencyKey, consent }: SavedForm): boolean {
  const stored: StoredDraft = { ...draft, idempotencyKey, savedAt: Date.now(), consent };
  return drafts.write(userId, JSON.stringify(stored));
}

function isDraftDurable(userId: string): boolean {
  return drafts.isDurable(userId);
}

/**
 * Moves a draft that this build cannot read, and the records of a newer build, to backup records.
 * Overwrites an earlier backup.
 */
export function putDraftAside(userId: string): void {
  putNewerRecordsAside(userId);
  const text = drafts.read(userId);
  if (text === null) return;
  // If the storage is full, the browser may refuse to store the backup. The draft then stays in its record.
  replaceTexts([recordKey(userId, "draft")], new Map([[recordKey(userId, "unreadDraft"), text]]));
  void deleteRecords(userId, "draftPutAside");
}

export function loadPage(userId: string): PageId | null {
  return draftPages.read(userId);
}

export function savePage(userId: string, page: PageId): void {
  draftPages.write(userId, page);
}

function parseConsent(stored: unknown): Consent | null {
  const consent = stored as Partial<Consent> | null | undefined;
  if (typeof consent?.consentedAt !== "string") return null;
  return consent.policyVersion === policyVersion ? (consent as Consent) : null;
}

/** Sets account and password to the LINE user id, which is no secret and proves nothing (docs/product.md). */
function withIdentity(core: Core, userId: string, draft: ProfileDraft): ProfileDraft {
  const schemaVersion = core.draftSchemaVersion() ?? draft.schemaVersion;
  const version = schemaVersion === undefined ? {} : { schemaVersion };
  return { ...draft, ...version, account: userId, password: userId };
}
