/** What is kept of a form that is to be sent, so that closing the app stops nothing. */
import { readJson, removeStored, writeJson } from "../../../storage/local";

/** The form itself stays where it is, in the draft and among the picked files. */
export interface OutboxEntry {
  userId: string;
  /** The draft's, so that an entry is never taken for that of another draft. */
  idempotencyKey: string;
  /** Null once the person took the form back: the entry then only tells what may have arrived. */
  queuedAtMs: number | null;
  /** Failures in a row. */
  nFailed: number;
  /** The server asked for no other try before this. */
  notBeforeMs: number;
  /** Every version of the answers that may have reached the server, by its fingerprint. */
  sent: readonly string[];
}

/** An entry as "Send" makes it; what was sent before stays known. */
export function newEntry(
  userId: string,
  idempotencyKey: string,
  nowMs: number,
  earlier: OutboxEntry | null,
): OutboxEntry {
  const sent = earlier?.sent ?? [];
  return { userId, idempotencyKey, queuedAtMs: nowMs, nFailed: 0, notBeforeMs: 0, sent };
}

/** This LINE user's entry for this draft, or null. */
export function readEntry(userId: string, idempotencyKey: string): OutboxEntry | null {
  const kept = readJson("outbox") as Partial<OutboxEntry> | null;
  if (kept?.userId !== userId || kept.idempotencyKey !== idempotencyKey) return null;
  return {
    userId,
    idempotencyKey,
    queuedAtMs: typeof kept.queuedAtMs === "number" ? kept.queuedAtMs : null,
    nFailed: Number(kept.nFailed) || 0,
    notBeforeMs: Number(kept.notBeforeMs) || 0,
    sent: Array.isArray(kept.sent) ? kept.sent.filter((text) => typeof text === "string") : [],
  };
}

/** False when it will not survive a reload. */
export function writeEntry(entry: OutboxEntry): boolean {
  return writeJson("outbox", entry);
}

export function removeEntry(): void {
  removeStored("outbox");
}
