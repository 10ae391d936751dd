import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { RouterProvider } from "@tanstack/react-router";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchRouteRule } from "../api/route-rules";
import { activate } from "../i18n/load";
import { findConfig, publicConfig } from "../lib/config";
import { testConfig } from "../lib/config.testing";
import { logger } from "../logger/logger";
import { setStage } from "../person/stage";
import { clearSession, setRegistration, setUserInfo } from "../session/session";
import { readText, removeStored } from "../storage/local";
import { makeRouter } from "./router";

vi.mock("../api/route-rules");
vi.mock("../logger/logger");
vi.mock("../lib/config");
vi.mock("../liff/liff");
vi.mock("../pages/index-page", () => ({ IndexPage: () => <h1>index</h1> }));
vi.mock("../pages/friend-page", () => ({ FriendPage: () => <h1>friend</h1> }));
vi.mock("../pages/profile-page", () => ({ ProfilePage: () => <h1>profile</h1> }));
vi.mock("../pages/register-page", () => ({ RegisterPage: () => <h1>register</h1> }));
vi.mock("../pages/dev-page", () => ({ DevPage: () => <h1>dev</h1> }));

const member = { userId: "U1", nickname: "小美", reviewStatus: "APPROVED" } as const;
const leave = vi.fn();

beforeAll(() => activate("en"));

beforeEach(() => {
  vi.mocked(publicConfig).mockReturnValue({ ...testConfig, mockEnable: true });
  vi.mocked(findConfig).mockReturnValue({ ...testConfig, mockEnable: true });
  vi.mocked(fetchRouteRule).mockResolvedValue(null);
  vi.spyOn(window.location, "replace").mockImplementation(leave);
  setStage({ isInitialised: true, isFriend: true, userId: "U1", failure: null });
  setRegistration("registered");
  setUserInfo(member);
  removeStored("redirectPath");
});

afterEach(() => {
  cleanup();
  clearSession();
  vi.restoreAllMocks();
});

function openAt(address: string) {
  window.history.replaceState(null, "", address);
  const router = makeRouter();
  render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
  return router;
}

const isOn = (heading: string) => screen.findByRole("heading", { level: 1, name: heading });
const here = () => window.location.pathname + window.location.search + window.location.hash;

describe("the router", () => {
  it("opens a deep link as it is written", async () => {
    openAt("/profile?a=b&n=1&x=%E5%B0%8F#c-d");
    await isOn("profile");
    expect(here()).toBe("/profile?a=b&n=1&x=%E5%B0%8F#c-d");
  });

  it("opens the developers' page where not even the configuration came", async () => {
    vi.mocked(findConfig).mockReturnValue(null);
    vi.mocked(publicConfig).mockImplementation(() => {
      throw new Error("never fetched");
    });
    setStage({ isInitialised: false, isFriend: false, userId: null });
    openAt("/dev");
    await isOn("dev");
  });

  it("sends someone who is no friend to the friend page, and back to where they were", async () => {
    setStage({ isFriend: false });
    const router = openAt("/profile?a=b#c");
    await isOn("friend");
    setStage({ isFriend: true });
    await router.invalidate();
    await isOn("profile");
    expect(here()).toBe("/profile?a=b#c");
    expect(readText("redirectPath")).toBeNull();
  });

  it("sends whoever is not registered to the form", async () => {
    setRegistration("notRegistered");
    openAt("/profile");
    await isOn("register");
  });

  it.each(["/profile/", "/register/"])("guards %s as the page it is", async (path) => {
    setStage({ isFriend: false });
    openAt(path);
    await isOn("friend");
  });

  it("takes capitals for another path", async () => {
    setStage({ isFriend: false });
    openAt("/Profile");
    await isOn("Page not found");
  });

  it("follows a rule of the server to a place of ours", async () => {
    vi.mocked(fetchRouteRule).mockImplementation(async (path) =>
      path === "/old" ? { to: "/profile?from=rule#top" } : null,
    );
    openAt("/old");
    await isOn("profile");
    expect(here()).toBe("/profile?from=rule#top");
  });

  it("says that an unknown path is none of ours, and logs it", async () => {
    openAt("/nowhere");
    await isOn("Page not found");
    expect(screen.getByText("Address: /nowhere")).toBeDefined();
    expect(logger.warn).toHaveBeenCalledWith("Page not found: /nowhere");
  });

  it("takes a page that the form does not have for no page at all", async () => {
    setRegistration("notRegistered");
    openAt("/register?page=nonsense");
    await isOn("Page not found");
    expect(logger.fatal).toHaveBeenCalledWith("Page Not Found: /register");
  });

  it("shows crawlers and previews no page that says sorry, and logs all the same", async () => {
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(
      "facebookexternalhit/1.1;line-poker/1.0",
    );
    openAt("/nowhere");
    await vi.waitFor(() => expect(logger.warn).toHaveBeenCalledWith("Page not found: /nowhere"));
    expect(screen.queryByRole("heading")).toBeNull();
  });

  it("asks for no rule between the pages of the form", async () => {
    setRegistration("notRegistered");
    const router = openAt("/register");
    await isOn("register");
    const nAsked = vi.mocked(fetchRouteRule).mock.calls.length;
    vi.mocked(fetchRouteRule).mockReturnValue(new Promise(() => {}));
    await router.navigate({ to: "/register", search: { page: "life" } });
    expect(here()).toBe("/register?page=life");
    expect(vi.mocked(fetchRouteRule).mock.calls).toHaveLength(nAsked);
  });
});
