/** Tells a failed call as a red toast (seed, section 8). */
import type { ErrorCode } from "../core/core";
import { text } from "../i18n/use-text";
import { addToast } from "../toasts/toasts";
import { ApiError } from "./error";

/** Seed, section 9: error toasts stay for so long. */
const durationMs = 3000;
const ofIdentity: readonly ErrorCode[] = ["E001", "E001A", "E001B"];

/** A refused identity fails every call of a page alike; it is told once. */
const told = new Set<ErrorCode>();

/** Says what went wrong, in the person's language. */
export function tellFailure(error: unknown): void {
  const code = error instanceof ApiError ? error.code : "network";
  if (code !== "network" && ofIdentity.includes(code)) {
    if (told.has(code)) return;
    told.add(code);
  }
  addToast(text(`failure.${code}`), { color: "red", durationMs });
}

/** Someone logged in: a refusal from now on is news again. */
export function forgetToldFailures(): void {
  told.clear();
}
