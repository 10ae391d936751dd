import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadChunk, loadChunkNow } from "./load-chunk";
import { reloadForLostChunk } from "./reload-once";

vi.mock("./reload-once");

let isOnline = true;
beforeEach(() => {
  isOnline = true;
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => isOnline);
  vi.mocked(reloadForLostChunk).mockReset().mockResolvedValue(false);
});
afterEach(() => vi.restoreAllMocks());

const failure = new TypeError("Failed to fetch dynamically imported module");
/** Fails so often before it loads. */
const failing = (times: number) => {
  let nAsked = 0;
  return vi.fn(async () => {
    nAsked += 1;
    if (nAsked <= times) throw failure;
    return "module";
  });
};
function setOnline(value: boolean): void {
  isOnline = value;
  if (value) window.dispatchEvent(new Event("online"));
}
/** All that does not wait for something has happened. */
const settle = () => new Promise((done) => setTimeout(done));

test("a part that fails once is loaded at the second try", async () => {
  expect(await loadChunk(failing(1))).toBe("module");
  expect(await loadChunkNow(failing(1))).toBe("module");
});

test("a part that is gone is taken for a sign of a newer build, and otherwise told", async () => {
  await expect(loadChunk(failing(9))).rejects.toMatchObject({ cause: failure });
  expect(reloadForLostChunk).toHaveBeenCalledExactlyOnceWith(failure);
});

test("a page waits for the network as often as it goes", async () => {
  const load = failing(3);
  setOnline(false);
  const loaded = loadChunk(load);
  for (const nAsked of [1, 2, 3]) {
    await settle();
    expect(load).toHaveBeenCalledTimes(nAsked);
    // Back for a moment, and gone again before anything is loaded.
    setOnline(true);
    setOnline(nAsked === 3);
  }
  expect(await loaded).toBe("module");
  expect(reloadForLostChunk).not.toHaveBeenCalled();
});

test("what was tapped fails at once without a network, and does not open when it is back", async () => {
  const load = failing(1);
  setOnline(false);
  await expect(loadChunkNow(load)).rejects.toMatchObject({ cause: failure });
  setOnline(true);
  await settle();
  expect(load).toHaveBeenCalledOnce();
  expect(reloadForLostChunk).not.toHaveBeenCalled();
});
