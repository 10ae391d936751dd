/** The outcome of one of LINE's flows. */
import type { LineRules, MessageFault } from "#/core/core";
import { type LineError, lineErrorOf } from "#/liff/line-error";

/** The rule that the arguments break. A flow checks the rules before it calls the SDK. */
export type BrokenRule =
  | MessageFault["code"]
  | NonNullable<ReturnType<LineRules["checkOpenWindow"]>>
  | "liff_url"
  /** The address is not below this app's LIFF endpoint URL. */
  | "below_endpoint"
  /**
   * Outside LINE, the SDK's sub-windows use a frame that calls `eval`, and post a form. Our content security policy
   * forbids both, and no flow is important enough to allow them.
   */
  | "outside_line";

export type FlowOutcome<Value = null> =
  | { kind: "done"; value: Value }
  /** The person closed LINE's screen, or LINE is too old to say what the person did. */
  | { kind: "cancelled" }
  /** The arguments break a rule, so the SDK was not called. `index` is the number of the wrong message, or null. */
  | { kind: "refused"; rule: BrokenRule; index: number | null }
  | { kind: "failed"; error: LineError };

export const done = <Value>(value: Value): FlowOutcome<Value> => ({ kind: "done", value });

export const cancelled: FlowOutcome<never> = { kind: "cancelled" };

export function refused(rule: BrokenRule, index: number | null = null): FlowOutcome<never> {
  return { kind: "refused", rule, index };
}

export async function attempt<Value>(
  flow: () => FlowOutcome<Value> | Promise<FlowOutcome<Value>>,
): Promise<FlowOutcome<Value>> {
  try {
    return await flow();
  } catch (error) {
    return { kind: "failed", error: lineErrorOf(error) };
  }
}
