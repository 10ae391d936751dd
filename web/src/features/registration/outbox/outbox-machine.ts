/** The states of the outbox, the function that changes the state, and the decision after each attempt. */
import type { ErrorCode } from "#/api/error";
import type { FormError } from "#/profile-form/form-error";
import { resultOfError, type SendResult } from "#/profile-form/send-form";

/** The outcomes after which there is nothing left to send. */
export type Outcome =
  /** The server has this version of the form. */
  | "accepted"
  /** The server has an earlier version of the form, without the last changes. */
  | "earlierAccepted"
  /** The server needs no form any more, because another device sent a form or a reviewer decided. */
  | "notNeeded";

export type OutboxState =
  /** Nothing is queued, and the form is open. */
  | { step: "idle" }
  /** The app requests a token, or prepares photos for the upload. */
  | { step: "preparing" }
  | { step: "uploading"; number: number; total: number; fraction: number }
  | { step: "sending" }
  /** The outbox starts the next attempt itself. The code is null if no server responded. */
  | { step: "waiting"; code: ErrorCode | null; untilMs: number }
  /** LINE's ID token is too old to get a registration token, so the person has to log in to LINE again. */
  | { step: "needsLogin" }
  /** The attempt failed permanently. The outbox does not try again by itself, but the person can start an attempt. */
  | { step: "failed"; code: ErrorCode }
  | { step: "done"; outcome: Outcome }
  /** Core or the server found errors. The form is open again, so that the person can correct the errors. */
  | { step: "rejected"; errors: readonly FormError[] }
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
  | { kind: "acknowledged" };

export const idle: OutboxState = { step: "idle" };

/** False if the form is open, so that the person can change the answers. */
export function isInOutbox({ step }: OutboxState): boolean {
  return step !== "idle" && step !== "rejected" && step !== "cancelled";
}

/** An event that does not fit the state, such as progress after a cancel, changes nothing. */
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
  /** Retry at once. The app has deleted the refused token, so the next attempt requests a new token. */
  | { kind: "retryWithNewToken" }
  /** Retry at once with a new idempotency key, because the server has used the old key for another version. */
  | { kind: "retryWithNewKey" }
  /** `serverMs` is the wait that the server asked for. */
  | { kind: "wait"; code: ErrorCode | null; serverMs: number | null };

export interface SendContext {
  /** True if some version of the form may have reached the server. */
  mayHaveArrived: boolean;
  /** True if a version other than the current one may have reached the server. */
  hasOtherVersion: boolean;
  /** The kinds of immediate retry already made. Each kind is made only once, because a second one would not help. */
  alreadyRetried: { token: boolean; key: boolean };
  isStillNeeded(): Promise<boolean>;
}

/** May send a request, because sometimes only the server knows whether the form arrived. */
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
      // The server may have accepted an earlier version and now report the uploads of that version as missing. So ask
      // the server before showing the errors.
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

/** Returns true if the server still needs the form, false if not, and the failure if the request failed. */
export async function askIfStillNeeded({
  isStillNeeded,
}: Pick<SendContext, "isStillNeeded">): Promise<boolean | SendResult> {
  try {
    return await isStillNeeded();
  } catch (error) {
    const result = resultOfError(error);
    // The request has tried every token of this device in vain, so the person has to log in.
    return result.kind === "tokenExpired" ? { kind: "loginRequired" } : result;
  }
}

/** E004 means that the server already has a form of this person, or got another version under the same key. */
async function decideConflict(context: SendContext): Promise<RetryDecision> {
  const answer = await askIfStillNeeded(context);
  if (answer === false) {
    if (!context.mayHaveArrived) return finish("notNeeded");
    return finish(context.hasOtherVersion ? "earlierAccepted" : "accepted");
  }
  if (answer === true) {
    return context.alreadyRetried.key ? failAsConflict() : { kind: "retryWithNewKey" };
  }
  // The status request never fails with E004. If a bug causes E004, give up instead of asking again and again.
  return answer.kind === "conflict" ? failAsConflict() : await decideRetry(answer, context);
}

const end = (event: OutboxEvent): RetryDecision => ({ kind: "end", event });
const finish = (outcome: Outcome) => end({ kind: "finished", outcome });
const failAsConflict = () => end({ kind: "failed", code: "E004" });
