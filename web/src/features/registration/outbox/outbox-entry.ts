/** What is kept of a form that is to be sent, so that closing the app stops nothing. */
import type { ErrorCode } from "../../../core/core";
import { defineRecord } from "../../../storage/records";
import type { FormError } from "../form/form-errors";

/** The form itself stays where it is, in the draft and among the picked files. */
export interface OutboxEntry {
  userId: string;
  /** The draft's, so that an entry is never taken for that of another draft. */
  idempotencyKey: string;
  /** Null once the form is open again: the entry then only tells what may have arrived, or why. */
  queuedAtMs: number | null;
  /** Failures in a row. */
  nFailed: number;
  /** The server asked for no other try before this. */
  notBeforeMs: number;
  /** What it said then. */
  waitCode: ErrorCode | null;
  /** Every version of the answers that may have reached the server, by its fingerprint. */
  sent: readonly string[];
  /** What the server wants changed, until it is told. */
  refused: readonly FormError[];
}

/** An entry as "Send" makes it; what was sent before stays known. */
export function newEntry(
  userId: string,
  idempotencyKey: string,
  nowMs: number,
  earlier: OutboxEntry | null,
): OutboxEntry {
  const sent = earlier?.sent ?? [];
  const nothingYet = { nFailed: 0, notBeforeMs: 0, waitCode: null, refused: [] };
  return { userId, idempotencyKey, queuedAtMs: nowMs, sent, ...nothingYet };
}

const entries = defineRecord({ name: "outbox", version: 1, parse: parseEntry });

/** This LINE user's entry for this draft, or null. */
export function readEntry(userId: string, idempotencyKey: string): OutboxEntry | null {
  const entry = entries.read(userId);
  return entry?.idempotencyKey === idempotencyKey ? { ...entry, userId } : null;
}

function parseEntry(value: unknown): OutboxEntry | null {
  const kept = value as Partial<OutboxEntry> | null;
  if (typeof kept?.idempotencyKey !== "string") return null;
  return {
    userId: "",
    idempotencyKey: kept.idempotencyKey,
    queuedAtMs: typeof kept.queuedAtMs === "number" ? kept.queuedAtMs : null,
    nFailed: Number(kept.nFailed) || 0,
    notBeforeMs: Number(kept.notBeforeMs) || 0,
    waitCode: typeof kept.waitCode === "string" ? kept.waitCode : null,
    sent: Array.isArray(kept.sent) ? kept.sent.filter((text) => typeof text === "string") : [],
    refused: Array.isArray(kept.refused) ? kept.refused.filter(isError) : [],
  };
}

export function writeEntry(entry: OutboxEntry): void {
  entries.write(entry.userId, entry);
}

/** Whether what was written last survives the page. */
export function isEntryKept(userId: string): boolean {
  return entries.isDurable(userId);
}

export function removeEntry(userId: string): void {
  entries.remove(userId);
}

function isError(error: Partial<FormError> | null): boolean {
  const { path, code, params } = error ?? {};
  return typeof path === "string" && typeof code === "string" && typeof params === "object";
}
