/** The states of the outbox and the one function that leads from each to the next. */
import type { ErrorCode } from "../../../core/core";
import type { FormError } from "../form/form-errors";

/** What the profile that stands on the server holds. */
export type Arrival =
  /** These answers. */
  | "sent"
  /** An earlier version of them, from before the last change. */
  | "earlier"
  /** There was one already, made elsewhere. */
  | "found";

export type OutboxState =
  /** Nothing is to be sent: the form is open. */
  | { step: "idle" }
  /** Another window of this browser sends. */
  | { step: "elsewhere" }
  /** The ticket is fetched, and pictures are still being prepared. */
  | { step: "preparing" }
  | { step: "uploading"; number: number; total: number; fraction: number }
  | { step: "sending" }
  /** It goes on by itself; the code is null when no server answered. */
  | { step: "waiting"; code: ErrorCode | null; untilMs: number }
  /** LINE's proof is too old for a new ticket; only the person can log in again. */
  | { step: "needsLogin" }
  /** It does not pass by itself. */
  | { step: "stuck"; code: ErrorCode }
  | { step: "done"; arrival: Arrival }
  /** Back in the form, with something to mend. */
  | { step: "refused"; errors: readonly FormError[] }
  /** Back in the form because the person wanted it so. */
  | { step: "cancelled"; mayHaveArrived: boolean };

export type OutboxEvent =
  | { kind: "queued" }
  | { kind: "foundElsewhere" }
  | { kind: "began" }
  | { kind: "uploaded"; number: number; total: number; fraction: number }
  | { kind: "sent" }
  | { kind: "failed"; code: ErrorCode | null; untilMs: number }
  | { kind: "loginNeeded" }
  | { kind: "gotStuck"; code: ErrorCode }
  | { kind: "arrived"; arrival: Arrival }
  | { kind: "wasRefused"; errors: readonly FormError[] }
  | { kind: "cancelled"; mayHaveArrived: boolean }
  /** The form shows what the state said, and is open. */
  | { kind: "wasTold" };

export const idle: OutboxState = { step: "idle" };

/** Whether the form is on its way, and not open to be changed. */
export function isInOutbox({ step }: OutboxState): boolean {
  return step !== "idle" && step !== "refused" && step !== "cancelled";
}

/** Whether an attempt is under way. */
function isAtWork({ step }: OutboxState): boolean {
  return step === "preparing" || step === "uploading" || step === "sending";
}

/** What follows; an event that comes too late changes nothing. */
export function next(state: OutboxState, event: OutboxEvent): OutboxState {
  if (state.step === "done") return state;
  if (event.kind === "arrived") return { step: "done", arrival: event.arrival };
  if (event.kind === "queued") return isInOutbox(state) ? state : { step: "preparing" };
  if (!isInOutbox(state)) return event.kind === "wasTold" ? idle : state;
  switch (event.kind) {
    case "cancelled":
      return { step: "cancelled", mayHaveArrived: event.mayHaveArrived };
    case "foundElsewhere":
      return { step: "elsewhere" };
    case "began":
      return { step: "preparing" };
  }
  return isAtWork(state) ? afterWork(state, event) : state;
}

/** Only an attempt that is under way can get further, or end. */
function afterWork(state: OutboxState, event: OutboxEvent): OutboxState {
  switch (event.kind) {
    case "uploaded": {
      const { number, total, fraction } = event;
      return state.step === "sending" ? state : { step: "uploading", number, total, fraction };
    }
    case "sent":
      return { step: "sending" };
    case "failed":
      return { step: "waiting", code: event.code, untilMs: event.untilMs };
    case "loginNeeded":
      return { step: "needsLogin" };
    case "gotStuck":
      return { step: "stuck", code: event.code };
    case "wasRefused":
      return { step: "refused", errors: event.errors };
    default:
      return state;
  }
}
