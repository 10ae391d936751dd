/** An error of the form. */
import type { ErrorCode, FieldErrorCode } from "#/core/core";
import type { FileProblem } from "#/pictures/problems";

/** A broken rule, or a file that cannot be sent, at a path of the draft. */
export interface FormError {
  path: string;
  code: FieldErrorCode | ErrorCode | FileProblem;
  params: { min?: number; max?: number };
}
