import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addToast, pauseToast, resumeToast, useToasts } from "./toasts";

const titles = () => renderHook(useToasts).result.current.map(({ title }) => title);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

describe("toasts", () => {
  it("go after three seconds", () => {
    addToast("saved");
    vi.advanceTimersByTime(2999);
    expect(titles()).toEqual(["saved"]);
    vi.advanceTimersByTime(1);
    expect(titles()).toEqual([]);
  });

  it("are five at most, the oldest dropped", () => {
    for (const title of ["1", "2", "3", "4", "5", "6"]) addToast(title);
    expect(titles()).toEqual(["2", "3", "4", "5", "6"]);
  });

  it("say the same sentence once", () => {
    addToast("offline", "red");
    addToast("offline", "red");
    expect(titles()).toEqual(["offline"]);
  });

  it("stay while someone reads them", () => {
    addToast("read me");
    const [toast] = renderHook(useToasts).result.current;
    pauseToast(toast?.id ?? 0);
    vi.advanceTimersByTime(10_000);
    expect(titles()).toEqual(["read me"]);
    resumeToast(toast?.id ?? 0);
    vi.advanceTimersByTime(3000);
    expect(titles()).toEqual([]);
  });
});
