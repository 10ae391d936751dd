/** Stores the state of a work mailbox, because the browser may end the app while the person reads the code's mail. */
import { defineRecord } from "#/storage/records";

export interface WorkEmailRecord {
  email: string;
  /** The last mail with a code. The app confirms with the idempotency key `key`, so that it can repeat the call. */
  sent: { employerId: string; email: string; atMs: number; key: string } | null;
  resendAtMs: number;
  confirmed: { employerId: string; email: string; expiresAt: string } | null;
}

export const emptyWorkEmail: WorkEmailRecord = {
  email: "",
  sent: null,
  resendAtMs: 0,
  confirmed: null,
};

export const workEmailRecords = defineRecord({ name: "workEmail", parse });

/** Keeps the valid properties of a damaged record, so that the person does not lose a confirmation. */
function parse(value: unknown): WorkEmailRecord | null {
  const stored = value as Partial<WorkEmailRecord> | null;
  if (!stored) return null;
  return {
    email: typeof stored.email === "string" ? stored.email : "",
    sent: isSent(stored.sent) ? stored.sent : null,
    resendAtMs: typeof stored.resendAtMs === "number" ? stored.resendAtMs : 0,
    confirmed: isConfirmed(stored.confirmed) ? stored.confirmed : null,
  };
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
