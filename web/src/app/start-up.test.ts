import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadLineRulesOrFallback } from "#/core/load";
import { activate } from "#/i18n/load";
import { loadConfig, publicConfig } from "#/lib/config";
import { testConfig } from "#/lib/config.testing";
import * as liff from "#/liff/liff";
import { identifyMember } from "#/person/identify-member";
import { getStage, setStage } from "#/person/stage";
import { getSession, setRegistration } from "#/session/session";
import { readText, removeStored, writeText } from "#/storage/local";
import { startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { startUp } from "./start-up";

vi.mock(import("#/core/load"));
vi.mock(import("#/i18n/load"), async (original) => {
  const { activate, ...load } = await original();
  return { ...load, activate: vi.fn(activate) };
});
vi.mock(import("#/liff/liff"));
vi.mock(import("#/person/identify-member"));
vi.mock(import("#/routes/page-parts"));
vi.mock(import("#/lib/config"), async (original) => ({
  ...(await original()),
  loadConfig: vi.fn(),
  publicConfig: vi.fn(),
  addFriendUrl: () => "https://line.me/R/ti/p/%40bot",
}));

const inLine = "Mozilla/5.0 Line/14.5.0 LIFF";
const replace = vi.fn();

startFakeServer([api.get("/route-rules", ({ response }) => response(200).json({}))]);

function openAt(address: string, userAgent = inLine) {
  window.history.replaceState(null, "", address);
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);
}

const here = () => window.location.pathname + window.location.search + window.location.hash;

beforeEach(() => {
  vi.resetAllMocks();
  vi.spyOn(window.location, "replace").mockImplementation(replace);
  vi.mocked(loadConfig).mockResolvedValue(testConfig);
  vi.mocked(publicConfig).mockReturnValue(testConfig);
  vi.mocked(liff.initLiff).mockResolvedValue();
  vi.mocked(liff.isLineLoggedIn).mockReturnValue(true);
  vi.mocked(liff.lineLanguage).mockReturnValue("en");
  vi.mocked(liff.fetchFriendship).mockResolvedValue(true);
  vi.mocked(liff.loadLiffUser).mockResolvedValue({
    userId: "U1",
    displayName: "Ming",
    statusMessage: undefined,
  });
  vi.mocked(identifyMember).mockImplementation(async () => setRegistration("registered"));
  vi.mocked(loadLineRulesOrFallback).mockResolvedValue({
    parseDeepLink: (search: string) => {
      const place = new URLSearchParams(search).get("redirect") ?? "";
      return place.startsWith("/")
        ? { kind: "place", place }
        : { kind: "refused", code: "foreign" };
    },
  } as unknown as Awaited<ReturnType<typeof loadLineRulesOrFallback>>);
  for (const key of ["redirectPath", "secondLogin", "debug"] as const) removeStored(key);
  setStage({ isInitialised: false, isFriend: false, userId: null, failure: null });
  openAt("/");
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the start-up", () => {
  it("ends ready and stores what LINE and our server know of the person", async () => {
    expect(await startUp()).toEqual({ kind: "ready" });
    expect(getStage()).toMatchObject({ isInitialised: true, isFriend: true, userId: "U1" });
    expect(getSession().registration).toBe("registered");
  });

  it("logs in to LINE if the person is not logged in there, and asks LINE nothing more", async () => {
    vi.mocked(liff.isLineLoggedIn).mockReturnValue(false);
    expect(await startUp()).toEqual({ kind: "leaving" });
    expect(liff.loginToLine).toHaveBeenCalledTimes(1);
    expect(liff.fetchFriendship).not.toHaveBeenCalled();
  });

  it("restores the fragment of the address, which LINE's login drops", async () => {
    vi.mocked(liff.isLineLoggedIn).mockReturnValue(false);
    openAt("/profile?a=b#c");
    await startUp();
    vi.mocked(liff.isLineLoggedIn).mockReturnValue(true);
    openAt("/profile?a=b");
    await startUp();
    expect(here()).toBe("/profile?a=b#c");
  });

  it("sends another browser to the bot's page before it initialises LIFF", async () => {
    openAt("/profile", "Mozilla/5.0 Chrome/126");
    expect(await startUp()).toEqual({ kind: "leaving" });
    expect(replace).toHaveBeenCalledWith("https://line.me/R/ti/p/%40bot");
    expect(liff.initLiff).not.toHaveBeenCalled();
  });

  it("sends LINE's own browser to the mini-app, with path, query and fragment", async () => {
    openAt("/profile?a=b#c", "Mozilla/5.0 Line/14.5.0/IAB");
    await startUp();
    expect(replace).toHaveBeenCalledWith("https://liff.line.me/1234567890-abcdefgh/profile?a=b#c");
  });

  it("stays in another browser if the debug flag is set", async () => {
    openAt("/", "Mozilla/5.0 Chrome/126");
    writeText("debug", "true");
    expect(await startUp()).toEqual({ kind: "ready" });
  });

  it.each([
    ["config", () => vi.mocked(loadConfig).mockRejectedValue(new Error("down"))],
    ["liff", () => vi.mocked(liff.initLiff).mockRejectedValue({ code: "INIT_FAILED" })],
    ["friendship", () => vi.mocked(liff.fetchFriendship).mockRejectedValue({ code: "500" })],
    ["person", () => vi.mocked(liff.loadLiffUser).mockRejectedValue({ code: "401" })],
  ])("returns the step that failed: %s", async (step, fail) => {
    fail();
    expect(await startUp()).toMatchObject({ kind: "failed", failure: { step } });
  });

  it.each([
    ["nothing else is wrong", () => undefined],
    ["LINE fails meanwhile", () => vi.mocked(liff.initLiff).mockRejectedValue({ code: "X" })],
  ])("reports the configuration as failed if the messages do not load, and %s", async (_, fail) => {
    vi.mocked(activate).mockRejectedValue(new Error("gone"));
    fail();
    expect(await startUp()).toMatchObject({ kind: "failed", failure: { step: "config" } });
  });

  it("logs in to LINE once more if the server refuses the ID token, and then returns a failure", async () => {
    vi.mocked(identifyMember).mockImplementation(async () => setRegistration("refused"));
    expect(await startUp()).toEqual({ kind: "leaving" });
    expect(liff.loginToLineAgain).toHaveBeenCalledTimes(1);
    expect(await startUp()).toMatchObject({ kind: "failed", failure: { step: "proof" } });
    expect(liff.loginToLineAgain).toHaveBeenCalledTimes(1);
  });

  it("ends ready if our server is out of reach, with what the page knew before", async () => {
    vi.mocked(identifyMember).mockImplementation(async () => setRegistration("unreachable"));
    expect(await startUp()).toEqual({ kind: "ready" });
  });
});

describe("the start-up, for an address with a place to return to,", () => {
  it("takes a friend to that place", async () => {
    openAt("/?redirect=%2Fprofile%3Fa%3Db%23c");
    await startUp();
    expect(here()).toBe("/profile?a=b#c");
    expect(readText("redirectPath")).toBeNull();
  });

  it("stores the place while the person is no friend yet", async () => {
    vi.mocked(liff.fetchFriendship).mockResolvedValue(false);
    openAt("/?redirect=%2Fprofile");
    await startUp();
    expect(readText("redirectPath")).toBe("/profile");
  });

  it("ignores a place on another site", async () => {
    openAt("/?redirect=https%3A%2F%2Fevil.example%2F");
    await startUp();
    expect(window.location.pathname).toBe("/");
    expect(readText("redirectPath")).toBeNull();
    expect(replace).not.toHaveBeenCalled();
  });

  it("loads core's rules only if the address names a place", async () => {
    openAt("/profile?redirected=yes");
    await startUp();
    expect(loadLineRulesOrFallback).not.toHaveBeenCalled();
  });
});

describe("the start-up, on the dev page,", () => {
  beforeEach(() => openAt("/dev", "Mozilla/5.0 Chrome/126"));

  it("neither leaves the page nor logs in", async () => {
    vi.mocked(liff.isLineLoggedIn).mockReturnValue(false);
    expect(await startUp()).toEqual({ kind: "ready" });
    expect(replace).not.toHaveBeenCalled();
    expect(liff.loginToLine).not.toHaveBeenCalled();
  });

  it("ends ready if a step fails, and stores the failure", async () => {
    vi.mocked(liff.initLiff).mockRejectedValue({ code: "INIT_FAILED" });
    expect(await startUp()).toEqual({ kind: "ready" });
    expect(getStage().failure).toMatchObject({ step: "liff" });
  });

  it("loads the whole SDK", async () => {
    await startUp();
    expect(liff.initLiff).toHaveBeenCalledWith(testConfig, { everything: true });
  });
});
