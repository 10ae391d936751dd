import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { identifyMember } from "../person/identify-member";
import { setAvatarUrl, setRegistration } from "../session/session";
import { keepReconnecting } from "./reconnect";

vi.mock("../person/identify-member");

let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  setRegistration("unreachable");
  // As the real one: the session is touched before anyone knows how it ends.
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

it("asks ever more rarely, and stops once someone answers", async () => {
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

it("asks no more once it is stopped", async () => {
  stop = keepReconnecting(() => undefined);
  stop();
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(identifyMember).not.toHaveBeenCalled();
});
