import { beforeEach, expect, test, vi } from "vitest";
import { setOnline } from "#/testing/online";
import { loadChunk, loadChunkNow } from "./load-chunk";
import { reloadForLostChunk } from "./reload-once";

vi.mock(import("./reload-once"));

beforeEach(() => {
  vi.mocked(reloadForLostChunk).mockReset().mockResolvedValue(false);
});

const failure = new TypeError("Failed to fetch dynamically imported module");
/** Returns a loader that fails a number of times before it loads. */
const failing = (times: number) => {
  let nTries = 0;
  return vi.fn(async () => {
    nTries += 1;
    if (nTries <= times) throw failure;
    return "module";
  });
};
/** Lets everything run that waits for nothing. */
const settle = () => new Promise((done) => setTimeout(done));

test("loads a part at the second try", async () => {
  expect(await loadChunk(failing(1))).toBe("module");
  expect(await loadChunkNow(failing(1))).toBe("module");
});

test("asks for a reload if a part is gone, and rejects if there is none", async () => {
  await expect(loadChunk(failing(9))).rejects.toMatchObject({ cause: failure });
  expect(reloadForLostChunk).toHaveBeenCalledExactlyOnceWith(failure);
});

test("waits for the network as often as it goes", async () => {
  const load = failing(3);
  setOnline(false);
  const loaded = loadChunk(load);
  for (const nTries of [1, 2, 3]) {
    await settle();
    expect(load).toHaveBeenCalledTimes(nTries);
    // The network is back for a moment, and gone before anything loads.
    setOnline(true);
    setOnline(nTries === 3);
  }
  expect(await loaded).toBe("module");
  expect(reloadForLostChunk).not.toHaveBeenCalled();
});

test("fails at once for a tap without a network, and does not load when it is back", async () => {
  const load = failing(1);
  setOnline(false);
  await expect(loadChunkNow(load)).rejects.toMatchObject({ cause: failure });
  setOnline(true);
  await settle();
  expect(load).toHaveBeenCalledOnce();
  expect(reloadForLostChunk).not.toHaveBeenCalled();
});

test("replaces a style that did not load, tells who waits for it, and waits for none for ever", async () => {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  // The build puts the link to the main styles behind the first screen.
  document.body.append(link);
  const waiting = vi.fn();
  link.addEventListener("load", waiting);
  const loaded = loadChunkNow(failing(0));
  await vi.waitFor(() => expect(link.isConnected).toBe(false));
  document.querySelector('link[rel="stylesheet"]')?.dispatchEvent(new Event("load"));
  expect(await loaded).toBe("module");
  expect(waiting).toHaveBeenCalledOnce();

  vi.useFakeTimers();
  const silent = loadChunkNow(failing(0));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await silent).toBe("module");
  vi.useRealTimers();
  document.body.replaceChildren();
});
