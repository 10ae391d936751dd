/** Why a step of the confirmation failed, told from the error of its call. */
import type { ErrorCode, FieldError, FieldErrorCode } from "../../../core/core";

/** What takes a call. */
export type WorkEmailStep = "sending" | "confirming";

/** Why the last step failed: a sentence at a box, or one about the call. */
export type WorkEmailFault =
  | { at: "employerId" | "email" | "code"; code: FieldErrorCode | "taken" }
  /** The wait is the server's. */
  | { at: null; code: ErrorCode; waitMs: number | null }
  /** No server answered. `lost` is the step that it may have taken all the same. */
  | { at: null; code: null; lost: WorkEmailStep | null };

/** An error answer of the API, by its shape. */
interface ApiFailure {
  status?: number;
  code: ErrorCode;
  fields?: readonly FieldError[];
  retryAfterMs?: number | null;
}

/** `lost` is the step that may have been taken where no answer came. */
export function faultOf(error: unknown, lost: WorkEmailStep | null): WorkEmailFault {
  if (!isApiFailure(error) || isOfGateway(error)) return { at: null, code: null, lost };
  const [field] = error.fields ?? [];
  // Without a field it is the account that is there already.
  if (error.code === "E004" && field?.path === "email") return { at: "email", code: "taken" };
  if (error.code === "E002" && field) return faultOfField(field);
  return { at: null, code: error.code, waitMs: error.retryAfterMs ?? null };
}

function faultOfField({ path, code }: FieldError): WorkEmailFault {
  const at = path === "employerId" || path === "code" ? path : "email";
  return { at, code };
}

/** Said by what stands before our server, which knows as little as the device does. */
function isOfGateway({ status }: ApiFailure): boolean {
  return status === 502 || status === 504;
}

function isApiFailure(error: unknown): error is ApiFailure {
  return typeof error === "object" && typeof Reflect.get(error ?? {}, "code") === "string";
}
