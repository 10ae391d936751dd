/** The messages for failed calls of the console. Each limit on a reviewer (E005) has its own message. */
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

/** Returns the name of the limit on the reviewer that made the server refuse the call, or null. */
export function limitOf(error: unknown): string | null {
  const isLimit = error instanceof ApiError && error.code === "E005";
  return (isLimit && error.fields[0]?.path) || null;
}

export function refusalText(error: unknown): MessageId {
  return limits[limitOf(error) ?? ""] ?? `failure.${failureCode(error)}`;
}

/** Says in a toast why the server refused a call. The toast has `conflictColor` if another reviewer was faster. */
export function showRefusal(error: unknown, conflictColor: ToastColor = "red"): void {
  const isConflict = error instanceof CaseConflict;
  const words = isConflict ? standingText(text, error.standing) : text(refusalText(error));
  addToast(words, { color: isConflict ? conflictColor : "red" });
}
