/** Stores the state of an outbox, so that the outbox continues after the app was closed. */
import type { ErrorCode } from "#/api/error";
import type { ProfileDraft } from "#/core/core";
import type { AnswersWithFiles } from "#/profile-form/answers/answers-store";
import { fileAt } from "#/profile-form/files/photo-list";
import type { FormError } from "#/profile-form/form-error";
import { defineRecord } from "#/storage/records";

export type FormKind = "registration" | "resubmission";

/** The entry does not contain the form, because the answers and the files have records of their own. */
interface OutboxEntry {
  form: FormKind;
  /** The idempotency key of the form. An entry with another key belongs to another form. */
  idempotencyKey: string;
  /** Null if the form is open. The entry then only contains the versions that were sent, or the errors to show. */
  queuedAtMs: number | null;
  nFailed: number;
  /** The time before which the server wants no further attempt; 0 if the server named no time. */
  notBeforeMs: number;
  /** The error code of the last failure. Null if no server responded. */
  waitCode: ErrorCode | null;
  /** Fingerprints of the versions that may have reached the server. */
  sentVersions: readonly string[];
  /** The errors that core or the server found, stored until the form has shown the errors. */
  rejection: readonly FormError[];
}

const entryRecord = defineRecord<OutboxEntry>({ name: "outbox", parse: parseEntry });

/** A longer stored wait is ignored, because it means that the clock of the device was set back. */
const maxServerWaitMs = 60 * 60_000;

export function isResubmissionQueued(account: string): boolean {
  const entry = entryRecord.read(account);
  return entry?.form === "resubmission" && entry.queuedAtMs !== null;
}

/** The idempotency key of one form. All attempts share the key, so that the server accepts the form only once. */
export interface SendingKey {
  readonly idempotencyKey: string;
  /** Makes a new key. Call this if the server may have used the old key for a request that did not end in a profile. */
  renew(): void;
}

/** The outbox entry of one form. If the browser cannot store the entry, the entry is lost when the page closes. */
export class OutboxStorage {
  entry: OutboxEntry | null;

  constructor(
    private readonly form: AnswersWithFiles,
    private readonly key: SendingKey,
    private readonly kind: FormKind,
  ) {
    const stored = entryRecord.read(form.files.account);
    const isOurs = stored?.form === kind && stored.idempotencyKey === key.idempotencyKey;
    this.entry = isOurs ? stored : null;
  }

  get isQueued(): boolean {
    return this.entry !== null && this.entry.queuedAtMs !== null;
  }

  get isDurable(): boolean {
    return entryRecord.isDurable(this.form.files.account);
  }

  get rejection(): readonly FormError[] {
    return this.entry?.rejection ?? [];
  }

  /** Returns null if the server asked for no wait, or if the wait is over. */
  serverWait(nowMs: number): { code: ErrorCode | null; untilMs: number } | null {
    const { notBeforeMs: untilMs = 0, waitCode: code = null } = this.entry ?? {};
    return untilMs > nowMs && untilMs - nowMs < maxServerWaitMs ? { code, untilMs } : null;
  }

  get mayHaveArrived(): boolean {
    return this.entry !== null && this.entry.sentVersions.length > 0;
  }

  get hasOtherVersion(): boolean {
    const current = this.fingerprint();
    return this.entry?.sentVersions.some((sent) => sent !== current) ?? false;
  }

  queue(): void {
    this.write({
      form: this.kind,
      idempotencyKey: this.key.idempotencyKey,
      queuedAtMs: Date.now(),
      nFailed: 0,
      notBeforeMs: 0,
      waitCode: null,
      sentVersions: this.entry?.sentVersions ?? [],
      rejection: [],
    });
  }

  /** Takes the form out of the queue. Remembers the fingerprints of the versions that the server may have. */
  cancel(): void {
    if (this.mayHaveArrived) this.update({ queuedAtMs: null });
    else this.remove();
  }

  /** Takes the form out of the queue. Stores the errors until the caller calls `acknowledge`. */
  reject(errors: readonly FormError[]): void {
    this.update({ queuedAtMs: null, sentVersions: [], rejection: errors });
  }

  acknowledge(): void {
    if (!this.isQueued) this.remove();
  }

  takeNewKey(): void {
    this.update({ idempotencyKey: this.key.idempotencyKey, sentVersions: [] });
  }

  /** Call this before the payload is sent, because the server may have the current version of the form from then on. */
  addSentVersion(): void {
    const current = this.fingerprint();
    const sentVersions = this.entry?.sentVersions ?? [];
    if (!sentVersions.includes(current)) {
      this.update({ sentVersions: [...sentVersions, current] });
    }
  }

  update(change: Partial<OutboxEntry>): void {
    if (this.entry) this.write({ ...this.entry, ...change });
  }

  remove(): void {
    this.entry = null;
    entryRecord.remove(this.form.files.account);
  }

  private write(entry: OutboxEntry): void {
    this.entry = entry;
    entryRecord.write(this.form.files.account, entry);
  }

  private fingerprint(): string {
    const { draft } = this.form.getState();
    const { photos } = this.form.files;
    const files = this.form.slotsToSend().map((slot) => fileAt(photos, slot)?.key);
    return fingerprintOf(draft, files);
  }
}

/** Ignores the names of uploads, because a second upload of the same photo has another name. */
function fingerprintOf(draft: ProfileDraft, files: readonly (string | undefined)[]): string {
  const { photoNameList: _, verifyTempFileName: __, ageProofFileName: ___, ...answers } = draft;
  const given = Object.entries(answers).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const sorted = given.sort(([a], [b]) => (a < b ? -1 : 1));
  return hash(JSON.stringify([sorted, files]));
}

/** Computes FNV-1a, which is synchronous, unlike `crypto.subtle`. An attacker gains nothing from a collision. */
function hash(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  }
  return (sum >>> 0).toString(16);
}

function parseEntry(value: unknown): OutboxEntry | null {
  if (typeof value !== "object" || value === null) return null;
  const stored = value as Record<string, unknown>;
  const { idempotencyKey, queuedAtMs, waitCode, sentVersions, rejection } = stored;
  if (typeof idempotencyKey !== "string") return null;
  return {
    form: stored.form === "resubmission" ? "resubmission" : "registration",
    idempotencyKey,
    queuedAtMs: typeof queuedAtMs === "number" ? queuedAtMs : null,
    nFailed: Number(stored.nFailed) || 0,
    notBeforeMs: Number(stored.notBeforeMs) || 0,
    waitCode: typeof waitCode === "string" ? (waitCode as ErrorCode) : null,
    sentVersions: listOf(sentVersions).filter((sent) => typeof sent === "string"),
    rejection: listOf(rejection).filter(isFormError),
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function isFormError(error: unknown): error is FormError {
  const { path, code, params } = (error ?? {}) as Partial<FormError>;
  return typeof path === "string" && typeof code === "string" && typeof params === "object";
}
