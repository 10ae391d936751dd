import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  addToast,
  closeToast,
  pauseToast,
  resumeToast,
  type Toast,
  useOwnToast,
  useToasts,
} from "./toasts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  for (const { id } of shown()) closeToast(id);
  vi.runAllTimers();
  cleanup();
  vi.useRealTimers();
});

function shown(): readonly Toast[] {
  return renderHook(useToasts).result.current;
}

const titles = () => shown().map(({ title }) => title);
const openTitles = () =>
  shown()
    .filter(({ open }) => open)
    .map(({ title }) => title);
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe("toasts", () => {
  it("close after three seconds and are gone 200 ms later", () => {
    addToast("saved");
    pass(2999);
    expect(shown()).toMatchObject([{ title: "saved", open: true, color: "neutral" }]);
    pass(1);
    expect(shown()).toMatchObject([{ title: "saved", open: false }]);
    pass(199);
    expect(titles()).toEqual(["saved"]);
    pass(1);
    expect(titles()).toEqual([]);
  });

  it("stay for the given time", () => {
    addToast("read this slowly", { durationMs: 8000 });
    pass(7999);
    expect(openTitles()).toEqual(["read this slowly"]);
    pass(1);
    expect(openTitles()).toEqual([]);
  });

  it("stay without a limit for an infinite time, also after a pause", () => {
    const id = addToast("new version", { durationMs: Infinity });
    pauseToast(id);
    resumeToast(id);
    pass(86_400_000);
    expect(openTitles()).toEqual(["new version"]);
    closeToast(id);
    pass(200);
    expect(titles()).toEqual([]);
  });

  it("are five at most, the oldest dropped", () => {
    for (const title of ["1", "2", "3", "4", "5", "6"]) addToast(title);
    expect(titles()).toEqual(["2", "3", "4", "5", "6"]);
  });

  it("drop one that moves out before one that is open", () => {
    for (const title of ["1", "2", "3", "4"]) addToast(title);
    closeToast(addToast("5"));
    addToast("6");
    expect(titles()).toEqual(["1", "2", "3", "4", "6"]);
  });

  it("show the same sentence once, and its time starts again", () => {
    const id = addToast("offline", { color: "red" });
    pass(2000);
    expect(addToast("offline", { color: "red" })).toBe(id);
    expect(titles()).toEqual(["offline"]);
    pass(2999);
    expect(openTitles()).toEqual(["offline"]);
    pass(1);
    expect(openTitles()).toEqual([]);
  });

  it("show a sentence again whose toast is moving out", () => {
    const first = addToast("offline");
    closeToast(first);
    const second = addToast("offline");
    expect(second).not.toBe(first);
    expect(openTitles()).toEqual(["offline"]);
  });

  it("end a sentence without a limit when it is shown again with one", () => {
    addToast("offline", { durationMs: Infinity });
    addToast("offline", { durationMs: 1000 });
    pass(1000);
    expect(openTitles()).toEqual([]);
  });

  it("stay while a person reads them, and then for the time that was left", () => {
    const id = addToast("read me");
    pass(2000);
    pauseToast(id);
    pass(10_000);
    expect(openTitles()).toEqual(["read me"]);
    resumeToast(id);
    pass(999);
    expect(openTitles()).toEqual(["read me"]);
    pass(1);
    expect(openTitles()).toEqual([]);
  });

  it("lose no time by being paused or resumed twice", () => {
    const id = addToast("read me");
    pass(1000);
    pauseToast(id);
    pass(1000);
    pauseToast(id);
    resumeToast(id);
    pass(1000);
    resumeToast(id);
    pass(999);
    expect(openTitles()).toEqual(["read me"]);
    pass(1);
    expect(openTitles()).toEqual([]);
  });

  it("stay paused when the same sentence comes while a person reads it", () => {
    const id = addToast("read me");
    pauseToast(id);
    addToast("read me");
    pass(60_000);
    expect(openTitles()).toEqual(["read me"]);
  });

  it("report once that their action is out of reach, however long they were paused", () => {
    const onGone = vi.fn();
    const id = addToast("removed", { onGone });
    pauseToast(id);
    pass(60_000);
    expect(onGone).not.toHaveBeenCalled();
    resumeToast(id);
    pass(3200);
    expect(onGone).toHaveBeenCalledOnce();
  });

  it("report it too when the same sentence comes with an action of its own", () => {
    const first = vi.fn();
    const second = vi.fn();
    addToast("removed", { onGone: first });
    addToast("removed", { onGone: second });
    expect(first).toHaveBeenCalledOnce();
    pass(3200);
    expect(first).toHaveBeenCalledOnce();
    expect(second).toHaveBeenCalledOnce();
  });

  it("replace the one with the same key, whose action is then out of reach", () => {
    const first = vi.fn();
    const second = vi.fn();
    addToast("photo 1 removed", { key: "undo", onGone: first });
    addToast("saved");
    addToast("photo 2 removed", { key: "undo", onGone: second });
    expect(titles()).toEqual(["saved", "photo 2 removed"]);
    expect(first).toHaveBeenCalledOnce();
    expect(second).not.toHaveBeenCalled();
  });

  it("keep the one with the same key and the same sentence", () => {
    const id = addToast("removed", { key: "undo" });
    expect(addToast("removed", { key: "undo" })).toBe(id);
    expect(titles()).toEqual(["removed"]);
  });

  it("close with the page that owns their key", () => {
    const onGone = vi.fn();
    const page = renderHook(() => useOwnToast("undo"));
    addToast("removed", { key: "undo", durationMs: Infinity, onGone });
    addToast("saved");
    page.rerender();
    expect(openTitles()).toEqual(["removed", "saved"]);
    page.unmount();
    expect(openTitles()).toEqual(["saved"]);
    pass(200);
    expect(onGone).toHaveBeenCalledOnce();
  });

  it("close once", () => {
    const id = addToast("saved");
    closeToast(id);
    pass(150);
    closeToast(id);
    pass(50);
    expect(titles()).toEqual([]);
  });
});
