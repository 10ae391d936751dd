/** Shows the failure of a call as a red toast with its cause. */
import { text } from "#/i18n/use-text";
import { addToast } from "#/toasts/toasts";
import { type ErrorCode, failureCode } from "./error";

const durationMs = 3000;
const shownOnce: readonly (ErrorCode | "network")[] = ["E001", "E001A", "E001B"];

/**
 * The codes whose toast was shown. Refused credentials make every call of a page fail with the same code, and one toast
 * is enough.
 */
const shownCodes = new Set<ErrorCode | "network">();

export function showFailureToast(error: unknown): void {
  const code = failureCode(error);
  if (shownCodes.has(code)) return;
  if (shownOnce.includes(code)) shownCodes.add(code);
  addToast(text(`failure.${code}`), { color: "red", durationMs });
}

/** Shows the failure of an act whose screen is gone. A screen that is still open shows the failure itself. */
export function showUnseenFailure(error: unknown, isShown: boolean): void {
  if (!isShown) showFailureToast(error);
}

/** Allows all toasts again. Call it after a login. */
export function resetShownFailures(): void {
  shownCodes.clear();
}
