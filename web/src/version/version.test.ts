import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { removeStored, writeText } from "../storage/local";
import { findNewerBuild } from "./newer-build";
import { reloadForLostChunk } from "./reload-once";
import { watchBuild } from "./watch-build";

vi.mock("../logger/logger");

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
  it("is found by its id", async () => {
    deploy("new");
    expect(await findNewerBuild()).toBe("new");
  });

  it.each([
    ["the page is of it", () => deploy("old")],
    ["nothing is served", () => served.clear()],
    ["it is announced and not there", () => served.set("/builds/latest.json", { id: "new" })],
    ["the answer is of another shape", () => served.set("/builds/latest.json", { id: 7 })],
  ])("is not there when %s", async (_, given) => {
    given();
    expect(await findNewerBuild()).toBeNull();
  });

  it("is not looked for while developing", async () => {
    document.head.innerHTML = "";
    deploy("new");
    expect(await findNewerBuild()).toBeNull();
  });
});

describe("the watch", () => {
  it("tells of a newer build once", async () => {
    const onNewer = vi.fn();
    watchBuild(onNewer);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(onNewer).not.toHaveBeenCalled();
    deploy("new");
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(onNewer).toHaveBeenCalledTimes(1);
  });

  it("looks when the person comes back, but not every moment", async () => {
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
  it("reloads the page, and not again within ten seconds", async () => {
    expect(await reloadForLostChunk(new Error("404"))).toBe(true);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(await reloadForLostChunk(new Error("404"))).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await reloadForLostChunk(new Error("404"))).toBe(true);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it("does not reload without a network, where the browser would have no page to show", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    expect(await reloadForLostChunk(new Error("offline"))).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  it("does not reload where nothing answers, whatever the device says of the network", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("Failed to fetch");
    });
    expect(await reloadForLostChunk(new Error("offline"))).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  it("does not reload where no answer comes", async () => {
    vi.stubGlobal(
      "fetch",
      (_: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", reject)),
    );
    const reloaded = reloadForLostChunk(new Error("offline"));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await reloaded).toBe(false);
  });

  it("is not kept from reloading by a time that cannot be read", async () => {
    writeText("reloadedAt", "nonsense");
    expect(await reloadForLostChunk(new Error("404"))).toBe(true);
  });
});
