import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { removeStored, writeText } from "#/storage/local";
import { setOnline } from "#/testing/online";
import { findNewerBuild, watchBuild } from "./newer-build";
import { reloadForLostChunk } from "./reload-once";

vi.mock(import("#/logger/logger"));

const served = new Map<string, unknown>();
const reload = vi.fn();

beforeEach(() => {
  document.head.innerHTML = '<meta name="build-id" content="old">';
  served.clear();
  reload.mockReset();
  removeStored("reloadedAt");
  vi.useFakeTimers();
  vi.spyOn(window.location, "reload").mockImplementation(reload);
  vi.stubGlobal("fetch", async (url: string) =>
    served.has(url) ? Response.json(served.get(url)) : new Response(null, { status: 404 }),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function deploy(id: string) {
  served.set("/builds/latest.json", { id, timestamp: 1 });
  served.set(`/builds/meta/${id}.json`, { id });
}

describe("a newer build", () => {
  it("has another id than this page", async () => {
    deploy("new");
    expect(await findNewerBuild()).toBe("new");
  });

  it.each([
    ["the page belongs to it", () => deploy("old")],
    ["the server has none", () => served.clear()],
    [
      "the server announces it and does not have it",
      () => served.set("/builds/latest.json", { id: "new" }),
    ],
    ["the answer has another shape", () => served.set("/builds/latest.json", { id: 7 })],
  ])("is not there when %s", async (_, given) => {
    given();
    expect(await findNewerBuild()).toBeNull();
  });

  it("is not looked for during development", async () => {
    document.head.innerHTML = "";
    deploy("new");
    expect(await findNewerBuild()).toBeNull();
  });
});

describe("the watch", () => {
  it("reports a newer build once", async () => {
    const onNewer = vi.fn();
    watchBuild(onNewer);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(onNewer).not.toHaveBeenCalled();
    deploy("new");
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(onNewer).toHaveBeenCalledTimes(1);
  });

  it("looks when the person comes back, but at most once a minute", async () => {
    const onNewer = vi.fn();
    const stop = watchBuild(onNewer);
    deploy("new");
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(onNewer).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(onNewer).toHaveBeenCalledTimes(1);
    stop();
  });
});

describe("a lost chunk", () => {
  it("reloads the page, but not again within ten seconds", async () => {
    expect(await reloadForLostChunk(new Error("404"))).toBe(true);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(await reloadForLostChunk(new Error("404"))).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await reloadForLostChunk(new Error("404"))).toBe(true);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it("does not reload without a network: the browser would show its error page", async () => {
    setOnline(false);
    expect(await reloadForLostChunk(new Error("offline"))).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  it("does not reload if the server is out of reach, although the device says that it is online", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("Failed to fetch");
    });
    expect(await reloadForLostChunk(new Error("offline"))).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  it("does not reload if the server does not answer in time", async () => {
    vi.stubGlobal(
      "fetch",
      (_: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", reject)),
    );
    const reloaded = reloadForLostChunk(new Error("offline"));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await reloaded).toBe(false);
  });

  it("reloads if the stored time cannot be read", async () => {
    writeText("reloadedAt", "nonsense");
    expect(await reloadForLostChunk(new Error("404"))).toBe(true);
  });
});
