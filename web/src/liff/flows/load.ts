/** Brings LINE's flows with all they need: the whole SDK and the core's rules. */
import { loadLineRulesOrFallback } from "../../core/load";
import { type LineFlows, lineFlows } from "../flows";
import { type LineFacts, readLineFacts } from "./facts";

export interface Line {
  flows: LineFlows;
  /** Read anew at each call: they change with `init`. */
  readFacts: () => LineFacts;
}

/** Ready before the tap that starts a flow; may be called before LIFF is initialised and after it. */
export async function loadLine(): Promise<Line> {
  const [{ wholeSdk }, rules] = await Promise.all([
    import("../whole-sdk"),
    loadLineRulesOrFallback(),
  ]);
  return { flows: lineFlows(wholeSdk, rules), readFacts: () => readLineFacts(wholeSdk) };
}
