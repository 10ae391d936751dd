/** LINE's flows with core's real rules and a replacement for the SDK. */
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { LineRules } from "#/core/core";
import { fallbackLineRules, loadLineRules } from "#/core/load";
import { lineFlows } from "./flows";
import { readLineFacts } from "./flows/load";
import type { WholeSdk } from "./whole-sdk";

const endpointUrl = "https://app.example/liff";
const liffUrl = "https://liff.line.me/1234567890-AbcdEfgh";
const message = { type: "text", text: "hi" };

const sdk = {
  isInClient: vi.fn<() => boolean>(),
  getContext: vi.fn<() => { endpointUrl: string } | null>(),
  sendMessages: vi.fn(async () => undefined),
  shareTargetPicker: vi.fn<() => Promise<{ status: string } | undefined>>(),
  openWindow: vi.fn(),
  closeWindow: vi.fn(),
  permission: {
    query: vi.fn(async () => ({ state: "prompt" })),
    getGrantedAll: vi.fn(async () => ["profile", "openid"]),
    requestAll: vi.fn(async () => undefined),
  },
  createShortcutOnHomeScreen: vi.fn(async () => undefined),
  permanentLink: { createUrlBy: vi.fn(async () => `${liffUrl}/profile`) },
  scanCodeV2: vi.fn<() => Promise<{ value: string | null }>>(),
};
const wholeSdk = sdk as unknown as WholeSdk;

let rules: LineRules;
beforeAll(async () => {
  rules = await loadLineRules();
});
beforeEach(() => {
  vi.clearAllMocks();
  sdk.getContext.mockReturnValue({ endpointUrl });
  sdk.isInClient.mockReturnValue(true);
});

const flows = () => lineFlows(wholeSdk, rules);
const lineError = (code: string) => Object.assign(new Error("prose"), { code });
const isDone = { kind: "done", value: null };

describe("messages", () => {
  it("go to the chat unchanged if there are one to five", async () => {
    const five = Array.from({ length: 5 }, () => message);
    expect(await flows().sendMessages(five)).toEqual(isDone);
    expect(sdk.sendMessages.mock.calls).toEqual([[five]]);
  });

  it.each([
    ["none", [], { rule: "count", index: null }],
    ["six", Array.from({ length: 6 }, () => message), { rule: "count", index: null }],
    ["no list", "text", { rule: "wrong_type", index: null }],
    ["a second without a type", [message, {}], { rule: "message_type", index: 1 }],
  ])("are refused before the call of the SDK: %s", async (_, messages, refusal) => {
    expect(await flows().sendMessages(messages)).toEqual({ kind: "refused", ...refusal });
    expect(sdk.sendMessages).not.toHaveBeenCalled();
  });

  it("are shared, unless the person closes the picker", async () => {
    sdk.shareTargetPicker.mockResolvedValueOnce({ status: "success" });
    expect(await flows().shareMessages([message])).toEqual(isDone);
    sdk.shareTargetPicker.mockResolvedValueOnce(undefined);
    expect(await flows().shareMessages([message])).toEqual({ kind: "cancelled" });
    expect(await flows().shareMessages([])).toMatchObject({ kind: "refused", rule: "count" });
    expect(sdk.shareTargetPicker).toHaveBeenCalledTimes(2);
  });

  it("are refused without the core", async () => {
    const blind = lineFlows(wholeSdk, fallbackLineRules);
    const refusal = { kind: "refused", rule: "unchecked", index: null };
    expect(await blind.sendMessages([message])).toEqual(refusal);
    expect(await blind.shareMessages([message])).toEqual(refusal);
    expect(await blind.openWindow({ url: "https://a.example" })).toEqual(refusal);
    expect(sdk.sendMessages).not.toHaveBeenCalled();
  });
});

describe("an error of the SDK", () => {
  it("becomes an outcome with its code, whether the SDK throws or rejects", async () => {
    const error = { code: "FORBIDDEN", platformCode: "FORBIDDEN", isClock: false };
    sdk.sendMessages.mockRejectedValueOnce(lineError("FORBIDDEN"));
    expect(await flows().sendMessages([message])).toEqual({ kind: "failed", error });
    sdk.openWindow.mockImplementationOnce(() => {
      throw lineError("FORBIDDEN");
    });
    const window = flows().openWindow({ url: "https://a.example" });
    expect(await window).toEqual({ kind: "failed", error });
  });
});

describe("windows", () => {
  it("open in the same task as the tap, because the browser would block them later", () => {
    void flows().openWindow({ url: "https://a.example", external: true });
    expect(sdk.openWindow.mock.calls).toEqual([[{ url: "https://a.example", external: true }]]);
  });

  it("are refused if they break core's rules", async () => {
    expect(await flows().openWindow({ url: "" })).toMatchObject({ rule: "url" });
    expect(await flows().openWindow({ url: "a", external: "yes" })).toMatchObject({
      rule: "external",
    });
    expect(sdk.openWindow).not.toHaveBeenCalled();
  });

  it("close", async () => {
    expect(await flows().closeWindow()).toEqual(isDone);
    expect(sdk.closeWindow).toHaveBeenCalledTimes(1);
  });
});

describe("permissions", () => {
  it("are queried, listed and requested", async () => {
    expect(await flows().queryPermission("email")).toEqual({ kind: "done", value: "prompt" });
    expect(sdk.permission.query.mock.calls).toEqual([["email"]]);
    const granted = await flows().listGrantedPermissions();
    expect(granted).toEqual({ kind: "done", value: ["profile", "openid"] });
    expect(await flows().requestAllPermissions()).toEqual(isDone);
  });
});

describe("links to the app", () => {
  it("lead only to pages below the endpoint", async () => {
    const link = await flows().makePermanentLink(`${endpointUrl}/profile`);
    expect(link).toEqual({ kind: "done", value: `${liffUrl}/profile` });
    const foreign = await flows().makePermanentLink("https://evil.example/liff/profile");
    expect(foreign).toMatchObject({ kind: "refused", rule: "below_endpoint" });
    expect(sdk.permanentLink.createUrlBy).toHaveBeenCalledTimes(1);
  });

  it("are left to the SDK while LINE has not sent the endpoint", async () => {
    sdk.getContext.mockReturnValue(null);
    sdk.permanentLink.createUrlBy.mockRejectedValueOnce(lineError("INIT_FAILED"));
    const link = await flows().makePermanentLink(`${endpointUrl}/profile`);
    expect(link).toMatchObject({ kind: "failed", error: { code: "INIT_FAILED" } });
  });

  it("become shortcuts with the app's address in LINE or with its own", async () => {
    expect(await flows().createShortcut(liffUrl)).toEqual(isDone);
    expect(await flows().createShortcut(`${endpointUrl}/profile`)).toEqual(isDone);
    const foreign = await flows().createShortcut("https://evil.example/");
    expect(foreign).toMatchObject({ kind: "refused", rule: "below_endpoint" });
    expect(sdk.createShortcutOnHomeScreen.mock.calls).toEqual([
      [{ url: liffUrl }],
      [{ url: `${endpointUrl}/profile` }],
    ]);
  });
});

describe("a scanned code", () => {
  it("returns its text, or nothing if the person closes the scanner", async () => {
    sdk.scanCodeV2.mockResolvedValueOnce({ value: "https://line.me" });
    expect(await flows().scanCode()).toEqual({ kind: "done", value: "https://line.me" });
    sdk.scanCodeV2.mockResolvedValueOnce({ value: null });
    expect(await flows().scanCode()).toEqual({ kind: "cancelled" });
  });
});

describe("a flow in a sub-window", () => {
  it("is refused outside LINE, where our content security policy would break it", async () => {
    sdk.isInClient.mockReturnValue(false);
    const refusal = { kind: "refused", rule: "outside_line", index: null };
    expect(await flows().scanCode()).toEqual(refusal);
    expect(await flows().requestAllPermissions()).toEqual(refusal);
    expect(sdk.scanCodeV2).not.toHaveBeenCalled();
    expect(sdk.permission.requestAll).not.toHaveBeenCalled();
  });
});

describe("the facts of the SDK", () => {
  it("are null if the SDK does not know them", () => {
    const answers = { getVersion: () => "1.0", getOS: () => undefined, isInClient: () => false };
    const throws = () => {
      throw lineError("INVALID_CONFIG");
    };
    expect(readLineFacts({ ...answers, getContext: throws } as unknown as WholeSdk)).toEqual({
      sdkVersion: expect.stringMatching(/^2\.\d+\.\d+$/),
      os: null,
      language: null,
      lineVersion: null,
      isInClient: false,
      isSubWindow: null,
      context: null,
    });
  });
});
