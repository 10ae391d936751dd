/** The error type that the whole form shares. */
import type { ErrorCode } from "#/api/error";
import type { FieldErrorCode } from "#/core/core";
import type { FileProblem } from "#/pictures/problems";

/** A broken rule, or a file that cannot be sent. `path` names the value in the draft. */
export interface FormError {
  path: string;
  code: FieldErrorCode | ErrorCode | FileProblem;
  params: { min?: number; max?: number };
}
