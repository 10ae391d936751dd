import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useAct } from "./use-act";

/** A call that a test ends. */
function heldCall() {
  let resolve = () => {};
  let reject = () => {};
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { call: vi.fn(() => promise), resolve, reject };
}

test("runs one act at a time, also before React has drawn that one runs", async () => {
  const { result } = renderHook(() => useAct());
  const { call, resolve } = heldCall();
  const { run } = result.current;
  const first = run(call, "block");
  expect(await run(call, "leave")).toBe(false);
  await act(async () => undefined);
  expect(result.current).toMatchObject({ running: "block", isBusy: true });
  await act(async () => resolve());
  expect(await first).toBe(true);
  expect(call).toHaveBeenCalledOnce();
  expect(result.current).toMatchObject({ running: null, isBusy: false, error: null });
});

test("keeps a failure until the next act", async () => {
  const onFailed = vi.fn();
  const { result } = renderHook(() => useAct(onFailed));
  const error = new Error("lost");
  await act(() => result.current.run(() => Promise.reject(error)));
  expect(result.current).toMatchObject({ isBusy: false, error });
  expect(onFailed).toHaveBeenCalledExactlyOnceWith(error, true);
  await act(() => result.current.run(() => Promise.resolve()));
  expect(result.current.error).toBeNull();
});

test("says of a failure whether a screen can still show it", async () => {
  const onFailed = vi.fn();
  const { result, unmount } = renderHook(() => useAct(onFailed));
  const { call, reject } = heldCall();
  const running = result.current.run(call);
  await act(async () => undefined);
  unmount();
  reject();
  expect(await running).toBe(false);
  expect(onFailed).toHaveBeenCalledExactlyOnceWith(undefined, false);
});
