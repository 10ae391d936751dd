import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reloadForLostChunk } from "../version/reload-once";
import { lazyPage } from "./lazy-page";
import { mayPrefetch } from "./prefetch";

vi.mock("../version/reload-once");

const page = { Page: () => null };
let load: ReturnType<typeof vi.fn<() => Promise<typeof page>>>;

beforeEach(() => {
  vi.resetAllMocks();
  load = vi.fn<() => Promise<typeof page>>();
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** What the router does before it draws the page. */
async function preload(): Promise<void> {
  await (lazyPage(load, "Page") as { preload?: () => Promise<void> }).preload?.();
}

it("is loaded once where all is well", async () => {
  load.mockResolvedValue(page);
  await preload();
  expect(load).toHaveBeenCalledTimes(1);
  expect(reloadForLostChunk).not.toHaveBeenCalled();
});

it("is tried again before the app is taken for outdated", async () => {
  load.mockRejectedValueOnce(new Error("reset")).mockResolvedValue(page);
  await preload();
  expect(reloadForLostChunk).not.toHaveBeenCalled();
});

it("waits for the network rather than reloading without one", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  load.mockRejectedValueOnce(new Error("offline")).mockResolvedValue(page);
  const pending = preload();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(load).toHaveBeenCalledTimes(1);
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event("online"));
  await pending;
  expect(load).toHaveBeenCalledTimes(2);
});

it("reloads the page when its chunk is gone", async () => {
  const lost = new Error("404");
  load.mockRejectedValue(lost);
  vi.mocked(reloadForLostChunk).mockResolvedValue(true);
  void preload();
  await vi.waitFor(() => expect(reloadForLostChunk).toHaveBeenCalledWith(lost));
});

it.each([
  ["nothing is known of the network", undefined, true],
  ["it is quick", { effectiveType: "4g", saveData: false }, true],
  ["people save data", { effectiveType: "4g", saveData: true }, false],
  ["it is 2g", { effectiveType: "2g" }, false],
  ["it is slower than that", { effectiveType: "slow-2g" }, false],
])("pages are fetched ahead or not when %s", (_, connection, expected) => {
  vi.stubGlobal("navigator", { connection });
  expect(mayPrefetch()).toBe(expected);
  vi.unstubAllGlobals();
});
