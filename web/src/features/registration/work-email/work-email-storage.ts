/** What is kept of a work mailbox while its code is on the way: the app may be closed until it comes. */
import { defineRecord } from "../../../storage/records";

/** The mailbox, the code under way, and what has been confirmed. */
export interface WorkEmailRecord {
  email: string;
  /** The code that was asked for last; under the key it can be told again when its answer was lost. */
  sent: { employerId: string; email: string; atMs: number; key: string } | null;
  /** The earliest time at which another code may be asked for. */
  resendAtMs: number;
  confirmed: { employerId: string; email: string; expiresAt: string } | null;
}

const emptyRecord: WorkEmailRecord = {
  email: "",
  sent: null,
  resendAtMs: 0,
  confirmed: null,
};

/** What this LINE user left; another one's is never shown. */
export function loadWorkEmail(userId: string): WorkEmailRecord {
  return records.read(userId) ?? emptyRecord;
}

const records = defineRecord({ name: "workEmail", version: 1, parse: parseRecord });

function parseRecord(value: unknown): WorkEmailRecord | null {
  const stored = value as Partial<WorkEmailRecord> | null;
  if (!stored) return null;
  return {
    email: typeof stored.email === "string" ? stored.email : "",
    sent: isSent(stored.sent) ? stored.sent : null,
    resendAtMs: typeof stored.resendAtMs === "number" ? stored.resendAtMs : 0,
    confirmed: isConfirmed(stored.confirmed) ? stored.confirmed : null,
  };
}

export function saveWorkEmail(userId: string, record: WorkEmailRecord): void {
  records.write(userId, record);
}

function isSent(value: unknown): value is NonNullable<WorkEmailRecord["sent"]> {
  return (
    hasTexts(value, "employerId", "email", "key") && typeof Reflect.get(value, "atMs") === "number"
  );
}

function isConfirmed(value: unknown): value is NonNullable<WorkEmailRecord["confirmed"]> {
  return hasTexts(value, "employerId", "email", "expiresAt");
}

function hasTexts(value: unknown, ...names: string[]): value is object {
  if (typeof value !== "object" || value === null) return false;
  return names.every((name) => typeof Reflect.get(value, name) === "string");
}
