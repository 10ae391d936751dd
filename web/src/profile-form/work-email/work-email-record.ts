/** The stored state of a work mailbox: the person may close the app until the code arrives. */
import { defineRecord } from "#/storage/records";

/** The address, the code on its way, and the confirmation. */
export interface WorkEmailRecord {
  email: string;
  /** The last code. If the answer to it was lost, the app sends the code again under the same key. */
  sent: { employerId: string; email: string; atMs: number; key: string } | null;
  /** The earliest time at which the person may ask for another code. */
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

/** Keeps the parts that are intact, so that a person does not lose a confirmation to a broken part. */
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
