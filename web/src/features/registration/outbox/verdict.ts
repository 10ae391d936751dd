/** What follows from how an attempt ended. */
import type { ErrorCode } from "../../../core/core";
import type { OutboxEvent } from "./outbox-states";
import { resultOfError, type SendResult } from "./send-form";

export type Verdict =
  /** It is over, well or not. */
  | { kind: "end"; event: OutboxEvent }
  | { kind: "again" }
  /** Again, under a new key: the old one was used for what has not become a profile. */
  | { kind: "againWithFreshKey" }
  | { kind: "wait"; code: ErrorCode | null; askedMs: number | null };

/** What is known when an attempt has ended. */
export interface Known {
  /** Some version of the answers may have reached the server. */
  mayHaveArrived: boolean;
  /** Some other version than the one at hand may have. */
  hasOtherVersion: boolean;
  /** What was mended already, by itself; twice in a row it is something else that is wrong. */
  mended: { key: boolean; ticket: boolean };
  isRegistered(): Promise<boolean>;
}

/** Asks the server where only it can tell. */
export async function judge(result: SendResult, known: Known): Promise<Verdict> {
  switch (result.kind) {
    case "arrived":
      return end({ kind: "arrived", arrival: "sent" });
    case "taken":
      return await judgeTaken(known);
    case "refused":
      // An earlier version may stand there, and hold the very uploads that are said to be missing.
      if (known.hasOtherVersion && (await askRegistered(known)) === true) {
        return end({ kind: "arrived", arrival: "earlier" });
      }
      return end({ kind: "wasRefused", errors: result.errors });
    case "ticketGone":
      return known.mended.ticket
        ? { kind: "wait", code: "E001A", askedMs: null }
        : { kind: "again" };
    case "passing":
      return { kind: "wait", code: result.code, askedMs: result.retryAfterMs };
    case "loginNeeded":
      return end({ kind: "loginNeeded" });
    case "stuck":
      return end({ kind: "gotStuck", code: result.code });
  }
}

/** What the server says of the account, or what keeps it from being asked. */
export async function askRegistered({
  isRegistered,
}: Pick<Known, "isRegistered">): Promise<boolean | SendResult> {
  try {
    return await isRegistered();
  } catch (error) {
    const result = resultOfError(error);
    // It went with every proof there is.
    return result.kind === "ticketGone" ? { kind: "loginNeeded" } : result;
  }
}

/** There is a profile, or the key was used for what has not become one. */
async function judgeTaken(known: Known): Promise<Verdict> {
  const answer = await askRegistered(known);
  if (answer === true) {
    const arrival = known.hasOtherVersion ? "earlier" : "sent";
    return end({ kind: "arrived", arrival: known.mayHaveArrived ? arrival : "found" });
  }
  if (answer !== false) {
    // Whoever only asks is never told E004; it would end in a circle.
    const isCircle = answer.kind === "taken";
    return isCircle ? end({ kind: "gotStuck", code: "E004" }) : await judge(answer, known);
  }
  return known.mended.key ? end({ kind: "gotStuck", code: "E004" }) : { kind: "againWithFreshKey" };
}

const end = (event: OutboxEvent): Verdict => ({ kind: "end", event });
