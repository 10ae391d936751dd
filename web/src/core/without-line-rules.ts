/** The stand-in when the wasm of LINE's rules cannot load: nothing is let through. */
import type { LineRules } from "./core";

/** What is for LINE, or comes from a start address, has no other judge and is refused. */
export const lineRulesStandIn: LineRules = {
  parseDeepLink: () => ({ kind: "nothing" }),
  checkSentMessages: () => [{ index: null, code: "unchecked" }],
  checkPickerMessages: () => [{ index: null, code: "unchecked" }],
  checkOpenWindow: () => "unchecked",
  isLiffUrl: () => false,
  isBelowEndpoint: () => false,
};
