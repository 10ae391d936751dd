/** The door to LINE's SDK, with stand-ins for the SDK and for the mock's plug-in. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PublicConfig } from "../lib/config";
import { surfaceOf } from "./surface";

const sdk = {
  init: vi.fn<(config: { liffId: string }) => Promise<void>>(),
  login: vi.fn<(options: { redirectUri: string }) => void>(),
  logout: vi.fn<() => void>(),
  getFriendship: vi.fn(async () => ({ friendFlag: false })),
  getIDToken: vi.fn(() => "from LINE"),
  getAppLanguage: vi.fn(() => "ja"),
  getProfile: vi.fn(async () => ({ userId: "U1", displayName: "Mei", pictureUrl: "https://…" })),
};
const installMock = vi.fn(async () => ({ idToken: async () => "made up", isFriend: () => true }));
vi.mock("./sdk", () => ({ sdk }));
vi.mock("./mock", () => ({ installMock }));
const installWholeSdk = vi.fn();
vi.mock("./whole-sdk", () => {
  installWholeSdk(sdk.init.mock.calls.length);
  return {};
});

const config: PublicConfig = {
  lineBotId: "@bot",
  liffId: "1234567890-AbcdEfgh",
  mockEnable: false,
  apiServerPath: "/api",
  buildId: "test",
};

/** The module with nothing done yet, as after a page load. */
async function freshLiff() {
  vi.resetModules();
  return await import("./liff");
}

beforeEach(() => {
  vi.clearAllMocks();
  sdk.init.mockResolvedValue(undefined);
});

describe("the start of LIFF", () => {
  it("happens once, however often it is asked for", async () => {
    const { initLiff } = await freshLiff();
    const first = initLiff(config);
    expect(initLiff(config)).toBe(first);
    await first;
    expect(initLiff(config)).toBe(first);
    expect(sdk.init.mock.calls).toEqual([[{ liffId: config.liffId }]]);
  });

  it("is tried anew after it failed", async () => {
    const { initLiff } = await freshLiff();
    const failure = new Error("no answer");
    sdk.init.mockRejectedValueOnce(failure);
    const first = initLiff(config);
    expect(initLiff(config)).toBe(first);
    await expect(first).rejects.toBe(failure);
    await expect(initLiff(config)).resolves.toBeUndefined();
    expect(sdk.init).toHaveBeenCalledTimes(2);
  });

  it("brings the modules of the flows first where they are wanted, and only there", async () => {
    const plain = await freshLiff();
    await plain.initLiff(config);
    expect(installWholeSdk).not.toHaveBeenCalled();
    const { initLiff } = await freshLiff();
    await initLiff(config, { everything: true });
    // One call of `init` was there before: the other page load's.
    expect(installWholeSdk.mock.calls).toEqual([[1]]);
    expect(sdk.init).toHaveBeenCalledTimes(2);
  });

  it("leaves LINE alone where the mock is wanted", async () => {
    const { initLiff } = await freshLiff();
    await Promise.all([initLiff({ ...config, mockEnable: true }), initLiff(config)]);
    expect(installMock).toHaveBeenCalledTimes(1);
    expect(sdk.init).not.toHaveBeenCalled();
  });
});

describe("what LINE tells", () => {
  it("is told by LINE", async () => {
    const { initLiff, fetchFriendship, getIdToken, lineLanguage } = await freshLiff();
    await initLiff(config);
    expect(await fetchFriendship()).toBe(false);
    expect(await getIdToken()).toBe("from LINE");
    expect(lineLanguage()).toBe("ja");
  });

  it("is told by the mock in its place", async () => {
    const { initLiff, fetchFriendship, getIdToken, lineLanguage } = await freshLiff();
    await initLiff({ ...config, mockEnable: true });
    expect(await fetchFriendship()).toBe(true);
    expect(await getIdToken()).toBe("made up");
    expect(lineLanguage()).toBeNull();
    expect(sdk.getFriendship).not.toHaveBeenCalled();
  });

  it("is no language where LINE is too old to tell", async () => {
    const { lineLanguage } = await freshLiff();
    sdk.getAppLanguage.mockImplementationOnce(() => {
      throw new Error("not here");
    });
    expect(lineLanguage()).toBeNull();
  });

  it("is the user's name and id, and no more of the profile", async () => {
    const { getLiffUser, loadLiffUser } = await freshLiff();
    expect(getLiffUser).toThrow("before the start-up");
    await loadLiffUser();
    expect(getLiffUser()).toEqual({ userId: "U1", displayName: "Mei", statusMessage: undefined });
  });

  it("comes back to this page after a login, and a second login begins with a logout", async () => {
    const { loginToLine, loginToLineAgain } = await freshLiff();
    loginToLine();
    expect(sdk.login.mock.calls).toEqual([[{ redirectUri: window.location.href }]]);
    expect(sdk.logout).not.toHaveBeenCalled();
    loginToLineAgain();
    expect(sdk.logout).toHaveBeenCalledTimes(1);
    expect(sdk.login).toHaveBeenCalledTimes(2);
  });
});

describe("the surface", () => {
  it.each([
    ["Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Safari Line/14.5.0 LIFF", "liff"],
    [
      "Mozilla/5.0 (Linux; Android 14) Chrome/120 Mobile Safari/537.36 Line/14.5.0/IAB",
      "lineBrowser",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64) Chrome/120 Safari/537.36", "elsewhere"],
    ["Mozilla/5.0 Airline/1.0 LIFF", "elsewhere"],
  ] as const)("of %s is %s", (userAgent, surface) => {
    expect(surfaceOf(userAgent)).toBe(surface);
  });
});
