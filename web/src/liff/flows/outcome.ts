/** What came of one of LINE's flows. */
import type { LineRules, MessageFault } from "../../core/core";
import { type LineError, lineErrorOf } from "../line-error";

/** A rule that is broken before LINE is asked. */
export type BrokenRule =
  | MessageFault["code"]
  | NonNullable<ReturnType<LineRules["checkOpenWindow"]>>
  /** Not the address of a LIFF app. */
  | "liff_url"
  /** Not below the endpoint of this app. */
  | "below_endpoint"
  /**
   * Outside LINE the SDK's sub-windows talk through a frame in which it calls `eval`, and post a form;
   * our content security policy forbids both, and nothing here is worth allowing them.
   */
  | "outside_line";

export type FlowOutcome<Value = null> =
  | { kind: "done"; value: Value }
  /** The person closed it, or LINE is too old to tell. */
  | { kind: "cancelled" }
  /** LINE was not asked. `index` is the message that is wrong, where it is one of them. */
  | { kind: "refused"; rule: BrokenRule; index: number | null }
  | { kind: "failed"; error: LineError };

export const done = <Value>(value: Value): FlowOutcome<Value> => ({ kind: "done", value });

export const cancelled: FlowOutcome<never> = { kind: "cancelled" };

export function refused(rule: BrokenRule, index: number | null = null): FlowOutcome<never> {
  return { kind: "refused", rule, index };
}

/** The SDK throws at once for some faults and rejects for others; here both are an outcome. */
export async function attempt<Value>(
  flow: () => FlowOutcome<Value> | Promise<FlowOutcome<Value>>,
): Promise<FlowOutcome<Value>> {
  try {
    return await flow();
  } catch (error) {
    return { kind: "failed", error: lineErrorOf(error) };
  }
}
