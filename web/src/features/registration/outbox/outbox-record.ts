/** The kept entry of one form, and what it says of the versions that may have arrived. */
import type { ErrorCode } from "../../../core/core";
import type { FormError } from "../form/form-errors";
import type { FormStore } from "../form/form-store";
import { fingerprintOf } from "./fingerprint";
import { newEntry, type OutboxEntry, readEntry, removeEntry, writeEntry } from "./outbox-entry";

/** Longer than a server asks for: the clock was set back since. */
const longestMs = 60 * 60_000;

/** Reads and writes the entry; a copy in memory goes on where the browser keeps nothing. */
export class OutboxRecord {
  entry: OutboxEntry | null;

  constructor(private readonly form: FormStore) {
    this.entry = readEntry(form.userId, form.idempotencyKey);
  }

  get isQueued(): boolean {
    return this.entry !== null && this.entry.queuedAtMs !== null;
  }

  /** What the server wanted changed, and nobody was told yet. */
  get refused(): readonly FormError[] {
    return this.entry?.refused ?? [];
  }

  /** What the server said when it asked for no other try before a time that is still to come. */
  askedToWait(nowMs: number): { code: ErrorCode | null; untilMs: number } | null {
    const { notBeforeMs: untilMs = 0, waitCode: code = null } = this.entry ?? {};
    return untilMs > nowMs && untilMs - nowMs < longestMs ? { code, untilMs } : null;
  }

  /** Some version may have reached the server. */
  get mayHaveArrived(): boolean {
    return this.entry !== null && this.entry.sent.length > 0;
  }

  /** A version may have reached the server that is not the one at hand. */
  get hasOtherVersion(): boolean {
    const now = this.fingerprint();
    return this.entry?.sent.some((sent) => sent !== now) ?? false;
  }

  queue(): void {
    const { userId, idempotencyKey } = this.form;
    this.write(newEntry(userId, idempotencyKey, Date.now(), this.entry));
  }

  /** Keeps of it only that something may have arrived. */
  takeBack(): void {
    if (this.mayHaveArrived) this.change({ queuedAtMs: null });
    else this.drop();
  }

  /** The form is open again, and why is kept until it is told. */
  refuse(errors: readonly FormError[]): void {
    this.change({ queuedAtMs: null, sent: [], refused: errors });
  }

  /** Another window may have queued the form again meanwhile. */
  noteTold(): void {
    this.readAgain();
    if (!this.isQueued) this.drop();
  }

  change(changed: Partial<OutboxEntry>): void {
    if (this.entry) this.write({ ...this.entry, ...changed });
  }

  /** From now on the version at hand may have reached the server. */
  noteSent(): void {
    const now = this.fingerprint();
    const sent = this.entry?.sent ?? [];
    if (!sent.includes(now)) this.change({ sent: [...sent, now] });
  }

  drop(): void {
    this.entry = null;
    removeEntry(this.form.userId);
  }

  /** Takes over what another window wrote. */
  readAgain(): void {
    this.entry = readEntry(this.form.userId, this.form.idempotencyKey);
  }

  private write(entry: OutboxEntry): void {
    this.entry = entry;
    writeEntry(entry);
  }

  private fingerprint(): string {
    const { draft, picks } = this.form.getState();
    return fingerprintOf(draft, picks);
  }
}
