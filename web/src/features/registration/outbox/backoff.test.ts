import { expect, test } from "vitest";
import { waitAfterMs } from "./backoff";

const minuteMs = 60_000;

test.each([
  [1, 1_000],
  [2, 2_000],
  [3, 4_000],
  [9, 256_000],
  [10, 5 * minuteMs],
  [1000, 5 * minuteMs],
])("after failure %i the wait is about %i ms", (nFailed, ms) => {
  expect(waitAfterMs(nFailed, 0.5, null)).toBe(ms);
  expect(waitAfterMs(nFailed, 0, null)).toBe(ms * 0.8);
  expect(waitAfterMs(nFailed, 1, null)).toBe(Math.min(ms * 1.2, 5 * minuteMs));
});

test("a server that asks for a longer wait gets it, and never a shorter one", () => {
  expect(waitAfterMs(1, 0.5, 30_000)).toBe(30_000);
  expect(waitAfterMs(5, 0.5, 1_000)).toBe(16_000);
  expect(waitAfterMs(1, 0.5, 20 * minuteMs)).toBe(20 * minuteMs);
});
