import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type NextAttempt,
  patientPolicy,
  type RetryOptions,
  type RetryPolicy,
  retry,
  retryDelayMs,
  waitForRetry,
} from "./retry";

const minuteMs = 60_000;
const steady: RetryPolicy = { ...patientPolicy, jitter: [1, 1] };

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const goOnline = () => window.dispatchEvent(new Event("online"));
const lookAtPage = () => document.dispatchEvent(new Event("visibilitychange"));
const failing = (nTimes: number) => {
  const task = vi.fn<(nFailed: number) => Promise<string>>().mockResolvedValue("value");
  for (let nth = 0; nth < nTimes; nth += 1) task.mockRejectedValueOnce(new Error(`no ${nth}`));
  return task;
};
/** Starts the loop; a rejection is read from `outcome`. */
function start(task: (nFailed: number) => Promise<string>, options: Partial<RetryOptions> = {}) {
  const waits: NextAttempt[] = [];
  const outcome = retry(task, {
    policy: steady,
    onWait: (next) => waits.push(next),
    ...options,
  }).catch((error: Error) => error.message);
  return { outcome, waits };
}

test.each([
  [1, 1_000],
  [2, 2_000],
  [3, 4_000],
  [9, 256_000],
  [10, 5 * minuteMs],
  [1000, 5 * minuteMs],
])("the delay after failure %i is %i ms, give or take the jitter", (nFailed, ms) => {
  const random = vi.spyOn(Math, "random");
  const delayMs = (value: number) => {
    random.mockReturnValue(value);
    return retryDelayMs(patientPolicy, nFailed);
  };
  expect(delayMs(0.5)).toBe(ms);
  expect(delayMs(0)).toBe(ms * 0.8);
  expect(delayMs(1)).toBe(Math.min(ms * 1.2, 5 * minuteMs));
});

test("the delay is never shorter than the server asked for", () => {
  expect(retryDelayMs(steady, 1, 30_000)).toBe(30_000);
  expect(retryDelayMs(steady, 5, 1_000)).toBe(16_000);
  expect(retryDelayMs(steady, 1, 20 * minuteMs)).toBe(20 * minuteMs);
});

test("retries until the task succeeds, and reports each wait", async () => {
  const startMs = Date.now();
  const task = failing(2);
  const { outcome, waits } = start(task);
  await passes(1_000);
  await passes(2_000);
  expect(await outcome).toBe("value");
  expect(task.mock.calls).toEqual([[0], [1], [2]]);
  expect(waits).toMatchObject([
    { nFailed: 1, atMs: startMs + 1_000, notBeforeMs: 0 },
    { nFailed: 2, atMs: startMs + 3_000, notBeforeMs: 0 },
  ]);
});

test("gives up after the last attempt of the policy", async () => {
  const task = failing(9);
  const { outcome } = start(task, { policy: { ...steady, maxAttempts: 3 } });
  await passes(minuteMs);
  expect(await outcome).toBe("no 2");
  expect(task).toHaveBeenCalledTimes(3);
});

test("gives up when the caller decides so", async () => {
  const task = failing(9);
  const { outcome, waits } = start(task, { decide: () => "giveUp" });
  expect(await outcome).toBe("no 0");
  expect(waits).toEqual([]);
});

test("counts on from the failures before a restart", async () => {
  const startMs = Date.now();
  const { waits } = start(failing(1), { nFailed: 3 });
  await passes(0);
  expect(waits).toMatchObject([{ nFailed: 4, atMs: startMs + 8_000 }]);
});

test.each([
  ["the device is online again", goOnline],
  ["the person looks at the page again", lookAtPage],
])("tries at once when %s, and counts from the start", async (_, wake) => {
  const task = failing(3);
  start(task);
  await passes(1_500);
  wake();
  await passes(0);
  expect(task.mock.calls).toEqual([[0], [1], [0]]);
});

test("listens only to the wake events of the policy", async () => {
  const task = failing(1);
  start(task, { policy: { ...steady, wakeOn: ["online"] } });
  await passes(0);
  lookAtPage();
  await passes(500);
  expect(task).toHaveBeenCalledOnce();
  goOnline();
  await passes(0);
  expect(task).toHaveBeenCalledTimes(2);
});

test("does not wake while the page is hidden", async () => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  const task = failing(1);
  start(task);
  await passes(0);
  lookAtPage();
  await passes(0);
  expect(task).toHaveBeenCalledOnce();
});

test("only the person shortens the wait that the server asked for", async () => {
  const task = failing(2);
  const { waits } = start(task, { decide: () => ({ afterMs: 30_000 }) });
  await passes(20_000);
  goOnline();
  lookAtPage();
  await passes(0);
  expect(task).toHaveBeenCalledOnce();
  expect(waits[0]?.notBeforeMs).toBe(Date.now() + 10_000);
  waits[0]?.tryNow();
  await passes(0);
  expect(task).toHaveBeenCalledTimes(2);
  await passes(29_999);
  expect(task).toHaveBeenCalledTimes(2);
  await passes(1);
  expect(task).toHaveBeenCalledTimes(3);
});

test("wakes during the rest of a wait once the server's part is over", async () => {
  const task = failing(4);
  start(task, { decide: () => ({ afterMs: 1_500 }) });
  await passes(1_500 + 2_000);
  await passes(1_600);
  goOnline();
  await passes(0);
  expect(task).toHaveBeenCalledTimes(4);
});

test("ends the wait and the loop when the signal aborts", async () => {
  const end = new AbortController();
  const task = failing(9);
  const { outcome } = start(task, { signal: end.signal });
  await passes(500);
  end.abort(new Error("closed"));
  expect(await outcome).toBe("closed");
  goOnline();
  await passes(minuteMs);
  expect(task).toHaveBeenCalledOnce();
});

test("ends an attempt that hangs when the signal aborts, and ignores its late answer", async () => {
  const end = new AbortController();
  let fail = (_: Error) => {};
  const task = () =>
    new Promise<string>((_, reject) => {
      fail = reject;
    });
  const { outcome, waits } = start(task, { signal: end.signal });
  await passes(0);
  end.abort(new Error("closed"));
  expect(await outcome).toBe("closed");
  fail(new Error("late"));
  await passes(minuteMs);
  expect(waits).toEqual([]);
});

test("leaves the next attempt to the wake events when the delay is infinite", async () => {
  const task = failing(1);
  start(task, { policy: { firstMs: Infinity, factor: 1, maxDelayMs: Infinity } });
  await passes(24 * 60 * minuteMs);
  expect(task).toHaveBeenCalledOnce();
  goOnline();
  await passes(0);
  expect(task).toHaveBeenCalledTimes(2);
});

test("tries again at once when the delay is zero", async () => {
  const task = failing(1);
  const { outcome } = start(task, { policy: { firstMs: 0, factor: 1, maxDelayMs: 0 } });
  expect(await outcome).toBe("value");
});

test("returns whether the wait was woken", async () => {
  const wait = waitForRetry({ ms: 1_000 });
  await passes(1_000);
  expect(await wait).toBe(false);
  const woken = waitForRetry({ ms: 1_000 });
  goOnline();
  expect(await woken).toBe(true);
});
