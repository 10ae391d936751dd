import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { identifyMember } from "#/person/identify-member";
import { setAvatarUrl, setRegistration } from "#/session/session";
import { keepReconnecting } from "./reconnect";

vi.mock(import("#/person/identify-member"));

let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  setRegistration("unreachable");
  // The real one also changes the session before it knows the outcome.
  vi.mocked(identifyMember).mockImplementation(async () => {
    setAvatarUrl(null);
    await Promise.resolve();
    setRegistration("unreachable");
  });
});

afterEach(() => {
  stop();
  setRegistration("registered");
  vi.useRealTimers();
});

it("asks more and more rarely, and stops once the server answers", async () => {
  const onAnswer = vi.fn();
  stop = keepReconnecting(onAnswer);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(identifyMember).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(identifyMember).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(identifyMember).toHaveBeenCalledTimes(2);

  vi.mocked(identifyMember).mockImplementation(async () => {
    setAvatarUrl(null);
    await Promise.resolve();
    setRegistration("registered");
  });
  await vi.advanceTimersByTimeAsync(8_000);
  expect(onAnswer).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(identifyMember).toHaveBeenCalledTimes(3);
});

it("asks at once when the device is online again", async () => {
  stop = keepReconnecting(() => undefined);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(identifyMember).toHaveBeenCalled();
});

it("asks no more after it was stopped", async () => {
  stop = keepReconnecting(() => undefined);
  stop();
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(identifyMember).not.toHaveBeenCalled();
});
