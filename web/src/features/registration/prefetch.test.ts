import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadUntilDone } from "./prefetch";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const goOnline = () => window.dispatchEvent(new Event("online"));

test("loads once what loads at once, and reports no failure", async () => {
  const task = vi.fn(async () => undefined);
  const onFailure = vi.fn();
  await loadUntilDone(task, onFailure);
  goOnline();
  await passes(600_000);
  expect(task).toHaveBeenCalledOnce();
  expect(onFailure).not.toHaveBeenCalled();
});

test.each([
  ["fails", async () => Promise.reject(new Error("no network"))],
  ["finds something missing", async () => false],
])("tries a task that %s again, at growing intervals", async (_, notYet) => {
  const task = vi.fn<() => Promise<unknown>>(notYet);
  const onFailure = vi.fn();
  const onEnd = vi.fn();
  void loadUntilDone(task, onFailure).then(onEnd);
  await passes(4_000);
  expect(task.mock.calls.length).toBeGreaterThan(2);
  await passes(3_600_000);
  const nTried = task.mock.calls.length;
  expect(nTried).toBeLessThan(30);
  task.mockResolvedValue(undefined);
  expect(onEnd).not.toHaveBeenCalled();
  await passes(600_000);
  expect(task).toHaveBeenCalledTimes(nTried + 1);
  expect(onEnd).toHaveBeenCalledOnce();
  expect(onFailure).toHaveBeenCalledOnce();
});

test("tries at once each time that the device is online again", async () => {
  const task = vi.fn(async () => Promise.reject(new Error("no network")));
  void loadUntilDone(task);
  await passes(60_000);
  for (let nth = 0; nth < 5; nth += 1) {
    const nTried = task.mock.calls.length;
    goOnline();
    await passes(0);
    expect(task).toHaveBeenCalledTimes(nTried + 1);
  }
});
