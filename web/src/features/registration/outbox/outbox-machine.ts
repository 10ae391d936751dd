/** The states of the outbox, the one function between them, and the decision after each attempt. */
import type { ErrorCode } from "#/core/core";
import type { FormError } from "#/profile-form/form-error";
import { resultOfError, type SendResult } from "#/profile-form/send-form";

/** The three good ends of sending. */
export type Outcome =
  /** The server has this version of the form. */
  | "accepted"
  /** The server has an earlier version, from before the last change. */
  | "earlierAccepted"
  /** The server needs no form any more: another device sent one, or a reviewer decided. */
  | "notNeeded";

export type OutboxState =
  /** Nothing is queued, and the form is open. */
  | { step: "idle" }
  /** The app requests a token, and photos are still being prepared. */
  | { step: "preparing" }
  | { step: "uploading"; number: number; total: number; fraction: number }
  | { step: "sending" }
  /** The next attempt starts by itself. The code is null if no server answered. */
  | { step: "waiting"; code: ErrorCode | null; untilMs: number }
  /** LINE's ID token is too old for a registration token; only the person can log in again. */
  | { step: "needsLogin" }
  /** Waiting does not help; the person may try again. */
  | { step: "failed"; code: ErrorCode }
  | { step: "done"; outcome: Outcome }
  /** The form is open again, with errors to correct. */
  | { step: "rejected"; errors: readonly FormError[] }
  /** The form is open again, because the person cancelled. */
  | { step: "cancelled"; mayHaveArrived: boolean };

export type OutboxEvent =
  | { kind: "queued" }
  | { kind: "attemptStarted" }
  | { kind: "uploadProgressed"; number: number; total: number; fraction: number }
  | { kind: "payloadSent" }
  | { kind: "retryScheduled"; code: ErrorCode | null; untilMs: number }
  | { kind: "loginRequired" }
  | { kind: "failed"; code: ErrorCode }
  | { kind: "finished"; outcome: Outcome }
  | { kind: "rejected"; errors: readonly FormError[] }
  | { kind: "cancelled"; mayHaveArrived: boolean }
  /** The form has shown the rejection. */
  | { kind: "acknowledged" };

export const idle: OutboxState = { step: "idle" };

/** Returns whether the outbox has the form; otherwise the form is open to be changed. */
export function isInOutbox({ step }: OutboxState): boolean {
  return step !== "idle" && step !== "rejected" && step !== "cancelled";
}

/** Returns the next state. An event that comes too late changes nothing. */
export function nextState(state: OutboxState, event: OutboxEvent): OutboxState {
  if (state.step === "done") return state;
  if (event.kind === "finished") return { step: "done", outcome: event.outcome };
  if (event.kind === "queued") return isInOutbox(state) ? state : { step: "preparing" };
  if (!isInOutbox(state)) return event.kind === "acknowledged" ? idle : state;
  if (event.kind === "cancelled")
    return { step: "cancelled", mayHaveArrived: event.mayHaveArrived };
  if (event.kind === "attemptStarted") return { step: "preparing" };
  return isAttempting(state) ? nextInAttempt(state, event) : state;
}

function isAttempting({ step }: OutboxState): boolean {
  return step === "preparing" || step === "uploading" || step === "sending";
}

function nextInAttempt(state: OutboxState, event: OutboxEvent): OutboxState {
  switch (event.kind) {
    case "uploadProgressed": {
      const { number, total, fraction } = event;
      return state.step === "sending" ? state : { step: "uploading", number, total, fraction };
    }
    case "payloadSent":
      return { step: "sending" };
    case "retryScheduled":
      return { step: "waiting", code: event.code, untilMs: event.untilMs };
    case "loginRequired":
      return { step: "needsLogin" };
    case "failed":
      return { step: "failed", code: event.code };
    case "rejected":
      return { step: "rejected", errors: event.errors };
    default:
      return state;
  }
}

type RetryDecision =
  | { kind: "end"; event: OutboxEvent }
  /** Retry at once: the attempt dropped the token, so that the next one requests another. */
  | { kind: "retryWithNewToken" }
  /** Retry at once with a new idempotency key: the old one is used, and not by a form that counts. */
  | { kind: "retryWithNewKey" }
  /** `serverMs` is the wait that the server asked for. */
  | { kind: "wait"; code: ErrorCode | null; serverMs: number | null };

/** The facts beside the result of an attempt. */
export interface SendContext {
  /** Some version of the form may have reached the server. */
  mayHaveArrived: boolean;
  /** A version other than the current one may have reached it. */
  hasOtherVersion: boolean;
  /** Retries at once that were made already. A second failure in a row has another cause. */
  alreadyRetried: { token: boolean; key: boolean };
  /** Asks the server whether it still waits for this form. */
  isStillNeeded(): Promise<boolean>;
}

/** Decides what follows an attempt, and asks the server where only the server knows. */
export async function decideRetry(
  result: SendResult,
  context: SendContext,
): Promise<RetryDecision> {
  switch (result.kind) {
    case "accepted":
      return finish("accepted");
    case "notNeeded":
      return finish("notNeeded");
    case "conflict":
      return await decideConflict(context);
    case "rejected":
      // The server may have an earlier version, with the very uploads that it reports as missing.
      if (context.hasOtherVersion && (await askIfStillNeeded(context)) === false) {
        return finish("earlierAccepted");
      }
      return end({ kind: "rejected", errors: result.errors });
    case "tokenExpired":
      return context.alreadyRetried.token
        ? { kind: "wait", code: "E001A", serverMs: null }
        : { kind: "retryWithNewToken" };
    case "temporary":
      return { kind: "wait", code: result.code, serverMs: result.retryAfterMs };
    case "loginRequired":
      return end({ kind: "loginRequired" });
    case "permanent":
      return end({ kind: "failed", code: result.code });
  }
}

/** Returns the server's answer, or the result of a request that failed. */
export async function askIfStillNeeded({
  isStillNeeded,
}: Pick<SendContext, "isStillNeeded">): Promise<boolean | SendResult> {
  try {
    return await isStillNeeded();
  } catch (error) {
    const result = resultOfError(error);
    // The request carried every token that this device has.
    return result.kind === "tokenExpired" ? { kind: "loginRequired" } : result;
  }
}

/** E004: the server has a form of this person, or the key was used for another one. */
async function decideConflict(context: SendContext): Promise<RetryDecision> {
  const answer = await askIfStillNeeded(context);
  if (answer === false) {
    if (!context.mayHaveArrived) return finish("notNeeded");
    return finish(context.hasOtherVersion ? "earlierAccepted" : "accepted");
  }
  if (answer === true) {
    return context.alreadyRetried.key ? failAsConflict() : { kind: "retryWithNewKey" };
  }
  // The server never answers this question with E004; asking again would not end.
  return answer.kind === "conflict" ? failAsConflict() : await decideRetry(answer, context);
}

const end = (event: OutboxEvent): RetryDecision => ({ kind: "end", event });
const finish = (outcome: Outcome) => end({ kind: "finished", outcome });
const failAsConflict = () => end({ kind: "failed", code: "E004" });
