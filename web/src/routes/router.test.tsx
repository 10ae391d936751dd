import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "#/api/error";
import { activate } from "#/i18n/load";
import { findConfig, publicConfig } from "#/lib/config";
import { testConfig } from "#/lib/config.testing";
import { describe as describeError, logger } from "#/logger/logger";
import { navigate, revalidate, startNavigation } from "#/navigation/navigation";
import { NavigationView } from "#/navigation/navigation-view";
import { ErrorPage } from "#/pages/error-page";
import { PendingPage } from "#/pages/pending-page";
import { setStage } from "#/person/stage";
import { clearSession, setRegistration, setUserInfo } from "#/session/session";
import { readText, removeStored } from "#/storage/local";
import { startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { membersApp } from "./router";

vi.mock(import("#/logger/logger"));
vi.mock(import("#/lib/config"));
vi.mock(import("#/liff/liff"));
const indexPage = vi.hoisted(() => vi.fn());
vi.mock(import("#/pages/index-page"), () => ({ IndexPage: () => indexPage() }));
vi.mock(import("#/pages/today-page"), () => ({ TodayPage: () => indexPage() }));
vi.mock(import("#/pages/friend-page"), () => ({ FriendPage: () => <h1>friend</h1> }));
vi.mock(import("#/pages/profile-page"), () => ({ ProfilePage: () => <h1>profile</h1> }));
vi.mock(import("#/pages/register-page"), () => ({ RegisterPage: () => <h1>register</h1> }));
vi.mock(import("#/pages/dev-page"), () => ({ DevPage: () => <h1>dev</h1> }));

const member = { userId: "U1", nickname: "小美", reviewStatus: "APPROVED" } as const;
const leave = vi.fn();
let stop: () => void;

/** The app asks once for each path, so each rule needs a path of its own. */
const rules: Record<string, string> = {
  "/old": "/profile?from=rule#top",
  "/moved": "https://example.com/a?b=c#d",
};
const server = startFakeServer([
  api.get("/route-rules", ({ query, response }) => {
    const to = rules[query.get("path") ?? ""];
    return response(200).json(to ? { redirect: { to, statusCode: 302 } } : {});
  }),
]);

beforeAll(() => activate("en"));

beforeEach(() => {
  indexPage.mockImplementation(() => <h1>index</h1>);
  vi.mocked(publicConfig).mockReturnValue({ ...testConfig, mockEnable: true });
  vi.mocked(findConfig).mockReturnValue({ ...testConfig, mockEnable: true });
  vi.spyOn(window.location, "replace").mockImplementation(leave);
  setStage({ isInitialised: true, isFriend: true, userId: "U1", failure: null });
  setRegistration("registered");
  setUserInfo(member);
  removeStored("redirectPath");
});

afterEach(() => {
  stop();
  cleanup();
  clearSession();
  vi.restoreAllMocks();
});

function openAt(address: string) {
  window.history.replaceState(null, "", address);
  render(
    <I18nProvider i18n={i18n}>
      <NavigationView Pending={PendingPage} Failed={ErrorPage} />
    </I18nProvider>,
  );
  stop = startNavigation(membersApp());
}

const isOn = (heading: string) => screen.findByRole("heading", { level: 1, name: heading });
const here = () => window.location.pathname + window.location.search + window.location.hash;

describe("the members' app", () => {
  it("opens a deep link and leaves its address as it is", async () => {
    openAt("/profile?a=b&n=1&x=%E5%B0%8F#c-d");
    await isOn("profile");
    expect(here()).toBe("/profile?a=b&n=1&x=%E5%B0%8F#c-d");
  });

  it("opens the developers' page even if the configuration did not load", async () => {
    vi.mocked(findConfig).mockReturnValue(null);
    vi.mocked(publicConfig).mockImplementation(() => {
      throw new Error("never fetched");
    });
    setStage({ isInitialised: false, isFriend: false, userId: null });
    openAt("/dev");
    await isOn("dev");
  });

  it("sends a person who is no friend to the friend page, and later back to their place", async () => {
    setStage({ isFriend: false });
    openAt("/profile?a=b#c");
    await isOn("friend");
    setStage({ isFriend: true });
    await revalidate();
    await isOn("profile");
    expect(here()).toBe("/profile?a=b#c");
    expect(readText("redirectPath")).toBeNull();
  });

  it("sends a person who is not registered to the form", async () => {
    setRegistration("notRegistered");
    openAt("/profile");
    await isOn("register");
  });

  it.each(["/profile/", "/register/"])("guards %s as the path without the slash", async (path) => {
    setStage({ isFriend: false });
    openAt(path);
    await isOn("friend");
  });

  it("knows a path in capitals as another path", async () => {
    setStage({ isFriend: false });
    openAt("/Profile");
    await isOn("Page not found");
  });

  it("follows a rule of the server to a place of the app", async () => {
    openAt("/old");
    await isOn("profile");
    expect(here()).toBe("/profile?from=rule#top");
  });

  it("follows a rule to an address outside the app by a full load", async () => {
    openAt("/moved");
    await vi.waitFor(() => expect(leave).toHaveBeenCalledWith("https://example.com/a?b=c#d"));
    expect(here()).toBe("/moved");
    expect(screen.queryByRole("heading")).toBeNull();
  });

  it("shows the 500 page for a page that throws, logs it, and offers a reload", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    indexPage.mockImplementation(() => {
      throw new Error("broken");
    });
    const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
    openAt("/");
    await isOn("Something went wrong");
    expect(screen.getByText("500")).toBeDefined();
    expect(logger.fatal).toHaveBeenCalledTimes(1);
    expect(describeError).toHaveBeenCalledWith(new Error("broken"));
    screen.getByRole("button", { name: "Reload" }).click();
    expect(reload).toHaveBeenCalledTimes(1);

    indexPage.mockImplementation(() => <h1>index</h1>);
    await revalidate();
    await isOn("index");
  });

  it("shows the id of the request whose failure broke a page", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    indexPage.mockImplementation(() => {
      throw new ApiError(500, "E500", "", [], null, "server", "6f1c29ae5b7c4d0a");
    });
    openAt("/");
    await isOn("Something went wrong");
    expect(screen.getByText("Code for our support: 6f1c29ae5b7c4d0a")).toBeDefined();
  });

  it("says that there is no page at an unknown path, and logs it", async () => {
    openAt("/nowhere");
    await isOn("Page not found");
    expect(screen.getByText("Address: /nowhere")).toBeDefined();
    expect(logger.warn).toHaveBeenCalledWith("Page not found: /nowhere");
  });

  it("says that there is no page for a page that the form does not have", async () => {
    setRegistration("notRegistered");
    openAt("/register?page=nonsense");
    await isOn("Page not found");
    expect(logger.fatal).toHaveBeenCalledWith("Page Not Found: /register");
  });

  it("shows crawlers and link previews no error page, and logs the path", async () => {
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(
      "facebookexternalhit/1.1;line-poker/1.0",
    );
    openAt("/nowhere");
    await vi.waitFor(() => expect(logger.warn).toHaveBeenCalledWith("Page not found: /nowhere"));
    expect(screen.queryByRole("heading")).toBeNull();
  });

  it("requests no rule between the pages of the form", async () => {
    setRegistration("notRegistered");
    openAt("/register");
    await isOn("register");
    const nAsked = server.requests.length;
    server.use(api.get("/route-rules", () => new Promise(() => {})));
    await navigate("/register?page=life");
    expect(here()).toBe("/register?page=life");
    expect(server.requests).toHaveLength(nAsked);
  });
});
