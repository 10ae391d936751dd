/** What LINE's SDK says of where it runs, for the dev page. */
import { sdkVersion } from "../sdk";
import type { WholeSdk } from "../whole-sdk";

/** Null where the SDK does not know, or is not initialised. */
export interface LineFacts {
  sdkVersion: string;
  os: string | null;
  language: string | null;
  lineVersion: string | null;
  isInClient: boolean | null;
  isSubWindow: boolean | null;
  /** Ids of chats and people in it never leave the page. */
  context: object | null;
}

export function readLineFacts(sdk: WholeSdk): LineFacts {
  return {
    sdkVersion,
    os: ask(() => sdk.getOS() ?? null),
    language: ask(() => sdk.getAppLanguage()),
    lineVersion: ask(() => sdk.getLineVersion()),
    isInClient: ask(() => sdk.isInClient()),
    isSubWindow: ask(() => sdk.isSubWindow()),
    context: ask(() => sdk.getContext()),
  };
}

function ask<Answer>(call: () => Answer | null): Answer | null {
  try {
    return call();
  } catch {
    return null;
  }
}
