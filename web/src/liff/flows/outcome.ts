/** The outcome of one of LINE's flows. */
import type { LineRules, MessageFault } from "#/core/core";
import { type LineError, lineErrorOf } from "#/liff/line-error";

/** A broken rule, found before the call of the SDK. */
export type BrokenRule =
  | MessageFault["code"]
  | NonNullable<ReturnType<LineRules["checkOpenWindow"]>>
  /** The address is not that of a LIFF app. */
  | "liff_url"
  /** The address is not below the endpoint of this app. */
  | "below_endpoint"
  /**
   * Outside LINE the SDK's sub-windows use a frame that calls `eval`, and post a form. Our content
   * security policy forbids both, and no flow is worth allowing them.
   */
  | "outside_line";

export type FlowOutcome<Value = null> =
  | { kind: "done"; value: Value }
  /** The person closed the screen, or LINE is too old to say what they did. */
  | { kind: "cancelled" }
  /** The SDK was not called. `index` is that of the wrong message, if it is one of them. */
  | { kind: "refused"; rule: BrokenRule; index: number | null }
  | { kind: "failed"; error: LineError };

export const done = <Value>(value: Value): FlowOutcome<Value> => ({ kind: "done", value });

export const cancelled: FlowOutcome<never> = { kind: "cancelled" };

export function refused(rule: BrokenRule, index: number | null = null): FlowOutcome<never> {
  return { kind: "refused", rule, index };
}

/** Runs the flow. The SDK throws some errors at once and rejects with others; both become an outcome. */
export async function attempt<Value>(
  flow: () => FlowOutcome<Value> | Promise<FlowOutcome<Value>>,
): Promise<FlowOutcome<Value>> {
  try {
    return await flow();
  } catch (error) {
    return { kind: "failed", error: lineErrorOf(error) };
  }
}
