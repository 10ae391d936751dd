/** Loads LINE's flows with the whole SDK and core's rules, and reads the SDK's facts for the dev page. */
import { loadLineRulesOrFallback } from "#/core/load";
import { type LineFlows, lineFlows } from "#/liff/flows";
import { sdkVersion } from "#/liff/sdk";
import type { WholeSdk } from "#/liff/whole-sdk";

export interface Line {
  flows: LineFlows;
  /** Reads the facts at each call, because `init` changes them. */
  readFacts: () => LineFacts;
}

/** A fact is null if the SDK does not know it, for example before `init`. */
interface LineFacts {
  sdkVersion: string;
  os: string | null;
  language: string | null;
  lineVersion: string | null;
  isInClient: boolean | null;
  isSubWindow: boolean | null;
  /** The dev page shows the context and must never send it, because it has ids of chats and people. */
  context: object | null;
}

/** Loads the flows. Call it before the tap that starts a flow, and before or after the initialisation of LIFF. */
export async function loadLine(): Promise<Line> {
  const [{ wholeSdk }, rules] = await Promise.all([
    import("#/liff/whole-sdk"),
    loadLineRulesOrFallback(),
  ]);
  return { flows: lineFlows(wholeSdk, rules), readFacts: () => readLineFacts(wholeSdk) };
}

export function readLineFacts(sdk: WholeSdk): LineFacts {
  return {
    sdkVersion,
    os: nullIfThrown(() => sdk.getOS() ?? null),
    language: nullIfThrown(() => sdk.getAppLanguage()),
    lineVersion: nullIfThrown(() => sdk.getLineVersion()),
    isInClient: nullIfThrown(() => sdk.isInClient()),
    isSubWindow: nullIfThrown(() => sdk.isSubWindow()),
    context: nullIfThrown(() => sdk.getContext()),
  };
}

function nullIfThrown<Answer>(read: () => Answer | null): Answer | null {
  try {
    return read();
  } catch {
    return null;
  }
}
