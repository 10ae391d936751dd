import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { activate } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import { navigate, startNavigation } from "#/navigation/navigation";
import { addToast, closeToastOf, readToastText } from "#/toasts/toasts";
import { tellLatePages } from "./tell-late-pages";

vi.mock(import("#/toasts/toasts"), { spy: true });

const Page = () => null;
const load = vi.fn(async () => Page);
const stops: (() => void)[] = [];

beforeAll(() => activate("en"));
beforeEach(async () => {
  vi.useFakeTimers();
  vi.mocked(addToast).mockClear();
  window.history.replaceState(null, "", "/");
  stops.push(
    startNavigation({ check: async () => null, load, prefetch: async () => undefined }),
    tellLatePages(),
  );
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

it("says once after three seconds that a page has not loaded, and tries again on demand", async () => {
  load.mockReturnValueOnce(new Promise(() => undefined));
  void navigate("/profile");
  await vi.advanceTimersByTimeAsync(2_999);
  expect(addToast).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(addToast).toHaveBeenCalledOnce();
  const [title, options] = vi.mocked(addToast).mock.lastCall ?? [];
  expect(title && readToastText(title)).toBe(text("shell.late"));
  vi.mocked(closeToastOf).mockClear();
  options?.action?.onClick();
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledTimes(3);
  expect(closeToastOf).toHaveBeenCalledOnce();
});
