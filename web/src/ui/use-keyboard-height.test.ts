import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useKeyboardHeight } from "./use-keyboard-height";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A phone with a page 740 px high, of which so much is seen. */
function stubView() {
  const view = Object.assign(new EventTarget(), { height: 740, offsetTop: 0, scale: 1 });
  vi.stubGlobal("innerHeight", 740);
  vi.stubGlobal("visualViewport", view);
  return (change: Partial<typeof view>, event = "resize") =>
    act(() => {
      Object.assign(view, change);
      view.dispatchEvent(new Event(event));
    });
}

test("it is what the keyboard covers, while it does", () => {
  const see = stubView();
  const { result } = renderHook(() => useKeyboardHeight(true));
  expect(result.current).toBe(0);
  see({ height: 440.4 });
  expect(result.current).toBe(300);
  see({ offsetTop: 100 }, "scroll");
  expect(result.current).toBe(200);
  see({ height: 740, offsetTop: 0 });
  expect(result.current).toBe(0);
});

test("a zoomed page is not covered", () => {
  const see = stubView();
  const { result } = renderHook(() => useKeyboardHeight(true));
  see({ height: 370, scale: 2 });
  expect(result.current).toBe(0);
});

test("a page that hangs over is not covered", () => {
  const see = stubView();
  const { result } = renderHook(() => useKeyboardHeight(true));
  see({ height: 800 });
  expect(result.current).toBe(0);
});

test("nothing is measured before it is asked for", () => {
  const see = stubView();
  const { result } = renderHook(() => useKeyboardHeight(false));
  see({ height: 440 });
  expect(result.current).toBe(0);
});

test("a browser that does not tell covers nothing", () => {
  vi.stubGlobal("visualViewport", null);
  expect(renderHook(() => useKeyboardHeight(true)).result.current).toBe(0);
});
