/** Test support: a person's answers, files and errors. */
import { ApiError, type ErrorCode } from "#/api/error";
import type { ProfileDraft } from "#/core/core";
import { requiredAnswers } from "#/testing/mock/people";

/** A text with the shape of a LINE user id. */
export const userId = `U${"0123456789abcdef".repeat(2)}`;

/** Every required answer except photos, as the form has them. */
export const completeDraft: ProfileDraft = { ...requiredAnswers, height: "175" };

/** Makes a file as a person photos it. */
export function pictureFile(name = "me.png"): File {
  return new File([`bytes of ${name}`], name, { type: "image/png" });
}

/** Returns an error answer of our server. */
export function apiError(code: ErrorCode, fields: readonly object[] = [], waitMs = 0): ApiError {
  return new ApiError(400, code, "cause", fields as ApiError["fields"], waitMs || null);
}
