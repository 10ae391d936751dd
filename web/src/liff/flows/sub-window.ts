/** A second window of LINE's: the main window opens it and listens, the second one answers and closes. */
import type { LineRules } from "../../core/core";
import { type LineError, lineErrorOf } from "../line-error";
import type { WholeSdk } from "../whole-sdk";
import { attempt, done, type FlowOutcome, refused } from "./outcome";

/** Plain data that crosses from one window to the other. */
export type WindowMessage = Record<string, unknown>;

/** How a sub-window ended, as its main window is told. */
export type SubWindowEnd =
  | { kind: "submitted"; message: unknown }
  | { kind: "cancelled"; message: unknown }
  | { kind: "closed" }
  | { kind: "failed"; error: LineError };

export interface SubWindowFlows {
  /** In the main window. Done when it is open; `onEnd` is called once, when it has ended. */
  openSubWindow(
    url: string,
    message: WindowMessage,
    onEnd: (end: SubWindowEnd) => void,
  ): Promise<FlowOutcome>;
  /** In the sub-window: what the main window handed over. */
  readOpeningMessage(): Promise<FlowOutcome<unknown>>;
  /** In the sub-window: answers. It stays open. */
  answerMainWindow(kind: "submit" | "cancel", message: WindowMessage): Promise<FlowOutcome>;
  /** In the sub-window. */
  closeSubWindow(): Promise<FlowOutcome>;
}

export function subWindowFlows(sdk: WholeSdk, rules: LineRules): SubWindowFlows {
  /** Forgets the listeners of the window opened before: the SDK has one sub-window at a time. */
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

/** Tells the first end, and gives what stops listening. */
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
