/**
 * Runs the flows of LINE's SDK, such as the share picker. Core's rules check the arguments, the SDK runs the flow
 * (pop-ups, polling, agreements), and an outcome says how the flow ended.
 *
 * Browsers open a window only directly after a tap. So the page loads core before the tap, and a flow awaits nothing
 * before it calls the SDK.
 */
import type { LineRules } from "#/core/core";
import { attempt, cancelled, done, type FlowOutcome, refused } from "./flows/outcome";
import { type SubWindowFlows, subWindowFlows } from "./flows/sub-window";
import type { WholeSdk } from "./whole-sdk";

export const linePermissions = ["profile", "chat_message.write", "openid", "email"] as const;
export type LinePermission = (typeof linePermissions)[number];
type PermissionState = "granted" | "prompt" | "unavailable";

export interface LineFlows extends SubWindowFlows {
  /** Sends 1–5 messages to the chat the app was opened in. */
  sendMessages(messages: unknown): Promise<FlowOutcome>;
  /** Lets the person choose who gets 1–5 messages. */
  shareMessages(messages: unknown): Promise<FlowOutcome>;
  openWindow(params: unknown): Promise<FlowOutcome>;
  closeWindow(): Promise<FlowOutcome>;
  queryPermission(name: LinePermission): Promise<FlowOutcome<PermissionState>>;
  listGrantedPermissions(): Promise<FlowOutcome<string[]>>;
  requestAllPermissions(): Promise<FlowOutcome>;
  createShortcut(url: string): Promise<FlowOutcome>;
  /** Returns the address that opens the page `url` of the app in LINE. */
  makePermanentLink(url: string): Promise<FlowOutcome<string>>;
  scanCode(): Promise<FlowOutcome<string>>;
}

/**
 * The SDK's type of messages. The dev page passes messages that a person has typed, and only core's rules check them.
 */
type Messages = Parameters<WholeSdk["sendMessages"]>[0];
type WindowParams = Parameters<WholeSdk["openWindow"]>[0];

export function lineFlows(sdk: WholeSdk, rules: LineRules): LineFlows {
  /** Returns null before LINE has sent the context. The next call of the SDK then throws an error that says so. */
  const endpoint = () => sdk.getContext()?.endpointUrl ?? null;
  return {
    ...subWindowFlows(sdk, rules),

    sendMessages: (messages) =>
      attempt(async () => {
        const [fault] = rules.checkSentMessages(messages);
        if (fault) return refused(fault.code, fault.index);
        await sdk.sendMessages(messages as Messages);
        return done(null);
      }),

    shareMessages: (messages) =>
      attempt(async () => {
        const [fault] = rules.checkPickerMessages(messages);
        if (fault) return refused(fault.code, fault.index);
        const answer = await sdk.shareTargetPicker(messages as Messages);
        return answer ? done(null) : cancelled;
      }),

    openWindow: (params) =>
      attempt(() => {
        const rule = rules.checkOpenWindow(params);
        if (rule) return refused(rule);
        sdk.openWindow(params as WindowParams);
        return done(null);
      }),

    closeWindow: () =>
      attempt(() => {
        sdk.closeWindow();
        return done(null);
      }),

    queryPermission: (name) => attempt(async () => done((await sdk.permission.query(name)).state)),

    listGrantedPermissions: () => attempt(async () => done(await sdk.permission.getGrantedAll())),

    // LINE asks the person in a sub-window, which works only inside LINE. The scanner below has the same limit.
    requestAllPermissions: () =>
      attempt(async () => {
        if (!sdk.isInClient()) return refused("outside_line");
        await sdk.permission.requestAll();
        return done(null);
      }),

    createShortcut: (url) =>
      attempt(async () => {
        const base = endpoint();
        const isOurs = base === null || rules.isLiffUrl(url) || rules.isBelowEndpoint(base, url);
        if (!isOurs) return refused("below_endpoint");
        await sdk.createShortcutOnHomeScreen({ url });
        return done(null);
      }),

    makePermanentLink: (url) =>
      attempt(async () => {
        const base = endpoint();
        if (base !== null && !rules.isBelowEndpoint(base, url)) return refused("below_endpoint");
        return done(await sdk.permanentLink.createUrlBy(url));
      }),

    scanCode: () =>
      attempt(async () => {
        if (!sdk.isInClient()) return refused("outside_line");
        const { value } = await sdk.scanCodeV2();
        return value === null ? cancelled : done(value);
      }),
  };
}
