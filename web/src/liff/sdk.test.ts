/** The calls that the modules of the real SDK add. The SDK is one object for this whole file. */
import { expect, test, vi } from "vitest";

test("inside LINE the SDK does not fetch its own sentences", async () => {
  vi.stubGlobal("navigator", { ...navigator, userAgent: "Line/14.5.0 LIFF" });
  try {
    expect((await import("./sdk")).sdk).not.toHaveProperty("i18n");
  } finally {
    vi.unstubAllGlobals();
  }
});

test("the start-up and the first screens find every call that they make", async () => {
  vi.resetModules();
  const { sdk } = await import("./sdk");
  const calls = Object.entries(sdk).filter(([, value]) => typeof value === "function");
  const names = new Set(calls.map(([name]) => name));
  const wanted =
    "init isInClient isLoggedIn login logout getProfile getFriendship getIDToken getAppLanguage openWindow getVersion";
  for (const name of wanted.split(" ")) expect(names, name).toContain(name);
  expect(sdk).toHaveProperty("i18n");
});

test("the flows load the rest of the SDK, and keep the calls that a mock has replaced", async () => {
  const { sdk } = await import("./sdk");
  expect(sdk).not.toHaveProperty("subWindow");
  const mocked = async () => undefined;
  Object.assign(sdk, { sendMessages: mocked });
  const { wholeSdk } = await import("./whole-sdk");
  expect(wholeSdk).toBe(sdk);
  expect(wholeSdk.sendMessages).toBe(mocked);
  expect(Object.keys(wholeSdk.subWindow).sort()).toEqual(
    ["cancel", "close", "getAppData", "off", "on", "open", "submit"].sort(),
  );
  for (const name of ["permission", "permanentLink"] as const) {
    expect(typeof wholeSdk[name], name).toBe("object");
  }
  for (const name of ["closeWindow", "createShortcutOnHomeScreen", "scanCodeV2"] as const) {
    expect(typeof wholeSdk[name], name).toBe("function");
  }
});
