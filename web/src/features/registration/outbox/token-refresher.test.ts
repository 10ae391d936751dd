import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NetworkError } from "#/api/error";
import { apiError } from "#/profile-form/made-up.testing";
import { keepTokenFresh } from "./token-refresher";

const hourMs = 3_600_000;
let stop = () => {};

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const onRegistered = vi.fn();

function keep(requestToken: (validForMs: number) => Promise<void>): void {
  onRegistered.mockClear();
  stop = keepTokenFresh({ requestToken, onRegistered });
}

test("requests a token at once, and checks it every six hours while the form is open", async () => {
  const requestToken = vi.fn(async () => {});
  keep(requestToken);
  await passes(0);
  expect(requestToken).toHaveBeenCalledExactlyOnceWith(24 * hourMs);
  await passes(6 * hourMs);
  expect(requestToken).toHaveBeenCalledTimes(2);
});

test("retries without a network, and at once when the device is online again", async () => {
  const requestToken = vi.fn(async () => {
    throw new NetworkError("no answer");
  });
  keep(requestToken);
  await passes(1_300);
  expect(requestToken).toHaveBeenCalledTimes(2);
  await passes(1_000);
  expect(requestToken).toHaveBeenCalledTimes(2);
  window.dispatchEvent(new Event("online"));
  await passes(0);
  expect(requestToken).toHaveBeenCalledTimes(3);
});

test("reports an account that exists already, and stops", async () => {
  const requestToken = vi.fn().mockRejectedValue(apiError("E004"));
  keep(requestToken);
  await passes(24 * hourMs);
  expect(onRegistered).toHaveBeenCalledOnce();
  expect(requestToken).toHaveBeenCalledOnce();
});

test("stops silently if LINE's ID token is too old", async () => {
  const requestToken = vi.fn().mockRejectedValue(apiError("E001"));
  keep(requestToken);
  await passes(24 * hourMs);
  expect(requestToken).toHaveBeenCalledOnce();
  expect(onRegistered).not.toHaveBeenCalled();
});

test("requests nothing after the form is closed", async () => {
  const requestToken = vi.fn(async () => {});
  keep(requestToken);
  await passes(0);
  stop();
  await passes(24 * hourMs);
  window.dispatchEvent(new Event("online"));
  await passes(0);
  expect(requestToken).toHaveBeenCalledOnce();
});
