/**
 * The flows of LINE's sub-window. The main window opens the sub-window and listens, and the sub-window sends its answer
 * and closes.
 */
import type { LineRules } from "#/core/core";
import { type LineError, lineErrorOf } from "#/liff/line-error";
import type { WholeSdk } from "#/liff/whole-sdk";
import { attempt, done, type FlowOutcome, refused } from "./outcome";

export type WindowMessage = Record<string, unknown>;

export type SubWindowEnd =
  | { kind: "submitted"; message: unknown }
  | { kind: "cancelled"; message: unknown }
  | { kind: "closed" }
  | { kind: "failed"; error: LineError };

export interface SubWindowFlows {
  /** Opens a sub-window from the main window. Calls `onEnd` once, when the sub-window has sent a result or closed. */
  openSubWindow(
    url: string,
    message: WindowMessage,
    onEnd: (end: SubWindowEnd) => void,
  ): Promise<FlowOutcome>;
  /** Returns the message of the main window. Call it in the sub-window. */
  readOpeningMessage(): Promise<FlowOutcome<unknown>>;
  /** Sends an answer from the sub-window to the main window. The sub-window stays open. */
  answerMainWindow(kind: "submit" | "cancel", message: WindowMessage): Promise<FlowOutcome>;
  closeSubWindow(): Promise<FlowOutcome>;
}

export function subWindowFlows(sdk: WholeSdk, rules: LineRules): SubWindowFlows {
  /** Removes the listeners of the previous sub-window, because the SDK has only one sub-window at a time. */
  let stopListening = () => {};
  return {
    openSubWindow: (url, message, onEnd) =>
      attempt(async () => {
        if (!rules.isLiffUrl(url)) return refused("liff_url");
        if (!sdk.isInClient()) return refused("outside_line");
        stopListening();
        stopListening = listen(sdk, onEnd);
        try {
          await sdk.subWindow.open({ url, appData: message });
        } catch (error) {
          stopListening();
          throw error;
        }
        return done(null);
      }),

    readOpeningMessage: () => attempt(async () => done(await sdk.subWindow.getAppData())),

    answerMainWindow: (kind, message) =>
      attempt(async () => {
        await sdk.subWindow[kind](message);
        return done(null);
      }),

    closeSubWindow: () =>
      attempt(async () => {
        await sdk.subWindow.close();
        return done(null);
      }),
  };
}

function listen(sdk: WholeSdk, onEnd: (end: SubWindowEnd) => void): () => void {
  const end = (how: SubWindowEnd) => {
    stop();
    onEnd(how);
  };
  const listeners = {
    submit: (message: unknown) => end({ kind: "submitted", message }),
    cancel: (message: unknown) => end({ kind: "cancelled", message }),
    close: () => end({ kind: "closed" }),
    error: (error: unknown) => end({ kind: "failed", error: lineErrorOf(error) }),
  };
  const names = Object.keys(listeners) as (keyof typeof listeners)[];
  const stop = () => {
    for (const name of names) sdk.subWindow.off(name, listeners[name]);
  };
  for (const name of names) sdk.subWindow.on(name, listeners[name]);
  return stop;
}
