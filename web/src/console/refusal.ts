/** The sentence for a failed call of the console. The limits of a reviewer have sentences of their own. */
import { ApiError, failureCode } from "#/api/error";
import { CaseConflict } from "#/api/review-client";
import type { MessageId } from "#/i18n/message-id";
import { text } from "#/i18n/use-text";
import { addToast, type ToastColor } from "#/toasts/toasts";
import { standingText } from "./standing";

const limits: Record<string, MessageId> = {
  claims: "console.limit.claims",
  turn: "console.limit.turn",
  claimsPerHour: "console.limit.claimsPerHour",
  openings: "console.limit.openings",
};

/** Returns the limit of a reviewer that refused the call, or null. */
export function limitOf(error: unknown): string | null {
  const isLimit = error instanceof ApiError && error.code === "E005";
  return (isLimit && error.fields[0]?.path) || null;
}

export function refusalText(error: unknown): MessageId {
  return limits[limitOf(error) ?? ""] ?? `failure.${failureCode(error)}`;
}

/** Says in a toast why a call was refused; `conflictColor` is that of the words about a faster reviewer. */
export function showRefusal(error: unknown, conflictColor: ToastColor = "red"): void {
  const isConflict = error instanceof CaseConflict;
  const words = isConflict ? standingText(text, error.standing) : text(refusalText(error));
  addToast(words, { color: isConflict ? conflictColor : "red" });
}
