import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useKeyboardHeight } from "./use-keyboard-height";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A phone whose page is 740 px high. The result changes the visible part of it. */
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

test("it is the height that the keyboard covers", () => {
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

test("a page scrolled beyond its end is not covered", () => {
  const see = stubView();
  const { result } = renderHook(() => useKeyboardHeight(true));
  see({ height: 800 });
  expect(result.current).toBe(0);
});

test("it measures nothing unless it watches", () => {
  const see = stubView();
  const { result } = renderHook(() => useKeyboardHeight(false));
  see({ height: 440 });
  expect(result.current).toBe(0);
});

test("it is 0 in a browser without a visual viewport", () => {
  vi.stubGlobal("visualViewport", null);
  expect(renderHook(() => useKeyboardHeight(true)).result.current).toBe(0);
});
