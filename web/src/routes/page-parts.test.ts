import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Core } from "#/core/core";
import { loadCoreOrFallback } from "#/core/load";
import { loadNamespaces, tryNamespaces } from "#/i18n/load";
import { clearUserInfo, writeUserInfo } from "#/session/cookies";
import { removeTabText, writeTabText } from "#/storage/tab";
import { setOnline } from "#/testing/online";
import { reloadForLostChunk } from "#/version/reload-once";
import { loadPage, pageParts, preloadRequestedPage } from "./page-parts";

vi.mock(import("#/core/load"));
vi.mock(import("#/i18n/load"));
vi.mock(import("#/version/reload-once"));

const Page = () => null;
const language = Promise.resolve();

beforeEach(() => {
  vi.resetAllMocks();
  vi.spyOn(pageParts.index, "load").mockResolvedValue(Page);
  vi.spyOn(pageParts.register, "load").mockResolvedValue(Page);
  vi.mocked(loadCoreOrFallback).mockResolvedValue({} as Core);
});

describe("the requested page", () => {
  it.each([
    ["the form", "/register", "?page=life"],
    ["the form, by a link of LINE's", "/", "?liff.state=%2Fregister%3Fpage%3Dlife%23x"],
  ])("is loaded with its messages and the core: %s", async (_, pathname, search) => {
    preloadRequestedPage({ pathname, search }, language);
    await language;
    expect(pageParts.register.load).toHaveBeenCalledTimes(1);
    expect(pageParts.index.load).not.toHaveBeenCalled();
    await vi.waitFor(() =>
      expect(tryNamespaces).toHaveBeenCalledWith(...pageParts.register.namespaces()),
    );
    expect(loadCoreOrFallback).toHaveBeenCalledTimes(1);
  });

  it("is loaded without the core if it does not need it", () => {
    writeUserInfo({ userId: "U1", nickname: "Mei", reviewStatus: "APPROVED" });
    preloadRequestedPage({ pathname: "/", search: "" }, language);
    clearUserInfo();
    expect(pageParts.index.load).toHaveBeenCalledTimes(1);
    expect(loadCoreOrFallback).not.toHaveBeenCalled();
  });

  it("is the form for a newcomer who has tapped the button of the first screen", () => {
    writeTabText("started", String(Date.now()));
    preloadRequestedPage({ pathname: "/", search: "" }, language);
    removeTabText("started");
    expect(pageParts.register.load).toHaveBeenCalledTimes(1);
    expect(pageParts.index.load).not.toHaveBeenCalled();
  });

  it("is not guessed for a person of whom the device knows nothing", () => {
    preloadRequestedPage({ pathname: "/", search: "" }, language);
    for (const { load } of [pageParts.index, pageParts.register])
      expect(load).not.toHaveBeenCalled();
  });

  it.each([
    ["a path that is not ours", "/nowhere", ""],
    ["a link that leads elsewhere", "/", "?liff.state=https%3A%2F%2Fevil.example%2Fregister"],
  ])("is not loaded for %s", async (_, pathname, search) => {
    preloadRequestedPage({ pathname, search }, language);
    for (const { load } of [pageParts.index, pageParts.register])
      expect(load).not.toHaveBeenCalled();
  });

  it("reports no failure: the navigation loads it again", async () => {
    vi.mocked(pageParts.register.load).mockRejectedValue(new Error("down"));
    vi.mocked(tryNamespaces).mockRejectedValue(new Error("down"));
    vi.mocked(loadCoreOrFallback).mockRejectedValue(new Error("down"));
    preloadRequestedPage({ pathname: "/register", search: "" }, Promise.reject(new Error("down")));
    // A rejection that nothing handles would fail the run.
    await new Promise((resolve) => setTimeout(resolve));
  });
});

describe("a page", () => {
  it("is loaded once, with its messages and the core", async () => {
    expect(await loadPage("register")).toBe(Page);
    expect(pageParts.register.load).toHaveBeenCalledTimes(1);
    expect(loadNamespaces).toHaveBeenCalledWith(...pageParts.register.namespaces());
    expect(loadCoreOrFallback).toHaveBeenCalledTimes(1);
    expect(reloadForLostChunk).not.toHaveBeenCalled();
  });

  it("is loaded again before the app counts as outdated", async () => {
    vi.mocked(pageParts.index.load).mockRejectedValueOnce(new Error("reset"));
    expect(await loadPage("index")).toBe(Page);
    expect(reloadForLostChunk).not.toHaveBeenCalled();
  });

  it("waits for the network and does not reload without one", async () => {
    setOnline(false);
    vi.mocked(pageParts.index.load).mockRejectedValueOnce(new Error("offline"));
    const loaded = loadPage("index");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(pageParts.index.load).toHaveBeenCalledTimes(1);
    setOnline(true);
    expect(await loaded).toBe(Page);
    expect(pageParts.index.load).toHaveBeenCalledTimes(2);
  });

  it("reloads the app if its chunk is gone", async () => {
    const lost = new Error("404");
    vi.mocked(pageParts.index.load).mockRejectedValue(lost);
    vi.mocked(reloadForLostChunk).mockResolvedValue(true);
    void loadPage("index");
    await vi.waitFor(() => expect(reloadForLostChunk).toHaveBeenCalledWith(lost));
  });
});
