/** LINE's SDK as the start-up uses it, with replacements for the SDK and for the mock's plug-in. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PublicConfig } from "#/lib/config";
import { surfaceOf } from "#/lib/surface";

const sdk = {
  init: vi.fn<(config: { liffId: string }) => Promise<void>>(),
  login: vi.fn<(options: { redirectUri: string }) => void>(),
  logout: vi.fn<() => void>(),
  getFriendship: vi.fn(async () => ({ friendFlag: false })),
  getIDToken: vi.fn(() => "from LINE"),
  getAppLanguage: vi.fn(() => "ja"),
  getProfile: vi.fn(async () => ({ userId: "U1", displayName: "Mei", pictureUrl: "https://…" })),
};
const installMock = vi.fn(async () => ({
  idToken: async () => "of the mock",
  isFriend: () => true,
}));
vi.mock(import("./sdk"), () => ({ sdk: sdk as never }));
vi.mock(import("./mock"), () => ({ installMock }));
const installWholeSdk = vi.fn();
vi.mock(import("./whole-sdk"), () => {
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

/** Returns the module in the state after a page load. */
async function freshLiff() {
  vi.resetModules();
  return await import("./liff");
}

beforeEach(() => {
  vi.clearAllMocks();
  sdk.init.mockResolvedValue(undefined);
});

describe("the initialisation of LIFF", () => {
  it("happens once, however many callers there are", async () => {
    const { initLiff } = await freshLiff();
    const first = initLiff(config);
    expect(initLiff(config)).toBe(first);
    await first;
    expect(initLiff(config)).toBe(first);
    expect(sdk.init.mock.calls).toEqual([[{ liffId: config.liffId }]]);
  });

  it("happens again after a failure", async () => {
    const { initLiff } = await freshLiff();
    const failure = new Error("no answer");
    sdk.init.mockRejectedValueOnce(failure);
    const first = initLiff(config);
    expect(initLiff(config)).toBe(first);
    await expect(first).rejects.toBe(failure);
    await expect(initLiff(config)).resolves.toBeUndefined();
    expect(sdk.init).toHaveBeenCalledTimes(2);
  });

  it("loads the modules of the flows first, and only for a page that offers them", async () => {
    const plain = await freshLiff();
    await plain.initLiff(config);
    expect(installWholeSdk).not.toHaveBeenCalled();
    const { initLiff } = await freshLiff();
    await initLiff(config, { everything: true });
    // The first page load called `init` once before.
    expect(installWholeSdk.mock.calls).toEqual([[1]]);
    expect(sdk.init).toHaveBeenCalledTimes(2);
  });

  it("does not touch LINE if the mock replaces it", async () => {
    const { initLiff } = await freshLiff();
    await Promise.all([initLiff({ ...config, mockEnable: true }), initLiff(config)]);
    expect(installMock).toHaveBeenCalledTimes(1);
    expect(sdk.init).not.toHaveBeenCalled();
  });
});

describe("the facts of LINE", () => {
  it("come from LINE", async () => {
    const { initLiff, fetchFriendship, getIdToken, lineLanguage } = await freshLiff();
    await initLiff(config);
    expect(await fetchFriendship()).toBe(false);
    expect(await getIdToken()).toBe("from LINE");
    expect(lineLanguage()).toBe("ja");
  });

  it("come from the mock if it replaces LINE", async () => {
    const { initLiff, fetchFriendship, getIdToken, lineLanguage } = await freshLiff();
    await initLiff({ ...config, mockEnable: true });
    expect(await fetchFriendship()).toBe(true);
    expect(await getIdToken()).toBe("of the mock");
    expect(lineLanguage()).toBeNull();
    expect(sdk.getFriendship).not.toHaveBeenCalled();
  });

  it("include no language if LINE is too old to know it", async () => {
    const { lineLanguage } = await freshLiff();
    sdk.getAppLanguage.mockImplementationOnce(() => {
      throw new Error("not here");
    });
    expect(lineLanguage()).toBeNull();
  });

  it("include the user's name and id, and no more of the profile", async () => {
    const { getLiffUser, lineDisplayName, loadLiffUser } = await freshLiff();
    expect(getLiffUser).toThrow("not loaded");
    await loadLiffUser();
    expect(getLiffUser()).toEqual({ userId: "U1", displayName: "Mei", statusMessage: undefined });
    expect(lineDisplayName()).toBe("Mei");
  });
});

it("a login returns to this page, and a second login begins with a logout", async () => {
  const { loginToLine, loginToLineAgain } = await freshLiff();
  loginToLine();
  expect(sdk.login.mock.calls).toEqual([[{ redirectUri: window.location.href }]]);
  expect(sdk.logout).not.toHaveBeenCalled();
  loginToLineAgain();
  expect(sdk.logout).toHaveBeenCalledTimes(1);
  expect(sdk.login).toHaveBeenCalledTimes(2);
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
