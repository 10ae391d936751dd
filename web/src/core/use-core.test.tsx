import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { setOnline } from "#/testing/online";
import { fetchLists, type Lists } from "./lists";
import { loadLists } from "./load";
import { today, useLists } from "./use-core";

vi.mock(import("./load"));

let lists: Lists;
beforeEach(async () => {
  lists = await fetchLists();
  vi.mocked(loadLists).mockReset();
});

describe("useLists", () => {
  it("has the lists when they are loaded", async () => {
    vi.mocked(loadLists).mockResolvedValue(lists);
    const { result } = renderHook(useLists);
    expect(result.current).toBeNull();
    await vi.waitFor(() => expect(result.current).toBe(lists));
  });

  it("loads them again when the device is online", async () => {
    vi.mocked(loadLists).mockRejectedValueOnce(new Error("no network"));
    const { result } = renderHook(useLists);
    await vi.waitFor(() => expect(loadLists).toHaveBeenCalledOnce());
    await act(async () => undefined);
    expect(result.current).toBeNull();
    vi.mocked(loadLists).mockResolvedValue(lists);
    await act(async () => setOnline(true));
    await vi.waitFor(() => expect(result.current).toBe(lists));
  });

  it("loads nothing after the page has gone", () => {
    vi.mocked(loadLists).mockResolvedValue(lists);
    const { unmount } = renderHook(useLists);
    unmount();
    setOnline(true);
    expect(loadLists).toHaveBeenCalledOnce();
  });
});

describe("today", () => {
  it("is the day of the device, with two digits for each part", () => {
    expect(today(new Date(2026, 0, 2, 0, 0))).toBe("2026-01-02");
    expect(today(new Date(2026, 11, 31, 23, 59))).toBe("2026-12-31");
  });
});
