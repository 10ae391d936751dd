/** The states of the outbox, the function that changes the state, and the decision after each attempt. */
import type { ErrorCode } from "#/core/core";
import type { FormError } from "#/profile-form/form-error";
import { resultOfError, type SendResult } from "#/profile-form/send-form";

/** The outcomes after which there is nothing left to send. */
export type Outcome =
  /** The server has this version of the form. */
  | "accepted"
  /** The server has an earlier version of the form, without the last changes. */
  | "earlierAccepted"
  /** The server needs no form any more: another device sent one, or a reviewer decided. */
  | "notNeeded";

export type OutboxState =
  /** Nothing is queued, and the form is open. */
  | { step: "idle" }
  /** The app requests a token, or prepares photos for the upload. */
  | { step: "preparing" }
  | { step: "uploading"; number: number; total: number; fraction: number }
  | { step: "sending" }
  /** The outbox starts the next attempt itself. The code is null if no server answered. */
  | { step: "waiting"; code: ErrorCode | null; untilMs: number }
  /** LINE's ID token is too old to get a registration token, so the person has to log in to LINE again. */
  | { step: "needsLogin" }
  /** The failure is permanent: the outbox does not try again, but the person may. */
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

/** Returns whether the outbox has the form. Otherwise the form is open, and the person can change it. */
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
  /** Retry at once. The attempt deleted the refused token, so the next attempt requests a new one. */
  | { kind: "retryWithNewToken" }
  /** Retry at once with a new idempotency key. The old one belongs to a form that did not become a profile. */
  | { kind: "retryWithNewKey" }
  /** `serverMs` is the wait that the server asked for. */
  | { kind: "wait"; code: ErrorCode | null; serverMs: number | null };

/** The facts that decide, together with the result of an attempt, what the outbox does next. */
export interface SendContext {
  /** True if some version of the form may have reached the server. */
  mayHaveArrived: boolean;
  /** True if a version other than the current one may have reached the server. */
  hasOtherVersion: boolean;
  /** The immediate retries that were made already. Each kind is made only once, because twice would not help. */
  alreadyRetried: { token: boolean; key: boolean };
  /** Asks the server whether it still waits for this form. */
  isStillNeeded(): Promise<boolean>;
}

/** Decides what follows an attempt. Asks the server if only the server knows whether the form arrived. */
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
      // Ask the server: it also reports uploads as missing if a profile of an earlier version already owns them.
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
    // The request carried every token that this device has, so only a login helps.
    return result.kind === "tokenExpired" ? { kind: "loginRequired" } : result;
  }
}

/** Handles E004: the server has a form of this person, or the key was used for another form. */
async function decideConflict(context: SendContext): Promise<RetryDecision> {
  const answer = await askIfStillNeeded(context);
  if (answer === false) {
    if (!context.mayHaveArrived) return finish("notNeeded");
    return finish(context.hasOtherVersion ? "earlierAccepted" : "accepted");
  }
  if (answer === true) {
    return context.alreadyRetried.key ? failAsConflict() : { kind: "retryWithNewKey" };
  }
  // The server should not answer this question with E004. If it did, asking again could go on forever.
  return answer.kind === "conflict" ? failAsConflict() : await decideRetry(answer, context);
}

const end = (event: OutboxEvent): RetryDecision => ({ kind: "end", event });
const finish = (outcome: Outcome) => end({ kind: "finished", outcome });
const failAsConflict = () => end({ kind: "failed", code: "E004" });
