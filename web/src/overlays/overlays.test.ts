import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  closeOverlay,
  type OverlayProps,
  openOverlay,
  overlayState,
  unmountAllOverlays,
  unmountOverlay,
  useOverlays,
} from "./overlays";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  unmountAllOverlays();
  vi.useRealTimers();
});

const NamePicker = (_: OverlayProps<string> & { names?: string[] }) => null;
const Note = (_: OverlayProps<boolean>) => null;
const mountedIds = () => renderHook(useOverlays).result.current.map(({ id }) => id);

describe("overlays", () => {
  it("open on top of each other, each with its props", () => {
    const first = openOverlay(NamePicker, { names: ["Aki"] });
    const second = openOverlay(Note);
    expect(mountedIds()).toEqual([first.id, second.id]);
    expect(renderHook(useOverlays).result.current[0]?.props).toEqual({ names: ["Aki"] });
    expect(overlayState(first.id)).toBe("open");
  });

  it("give their result to their opener", async () => {
    const { id, result } = openOverlay(NamePicker);
    closeOverlay(id, "Aki");
    expect(await result).toBe("Aki");
  });

  it("give no result when the person closes them", async () => {
    const { id, result } = openOverlay(NamePicker);
    closeOverlay(id);
    expect(await result).toBeUndefined();
  });

  it("keep the first result when they are closed twice", async () => {
    const { id, result } = openOverlay(NamePicker);
    closeOverlay(id, "Aki");
    closeOverlay(id, "Ren");
    expect(await result).toBe("Aki");
  });

  it("are unmounted after they have moved out", () => {
    const { id } = openOverlay(Note);
    closeOverlay(id);
    vi.advanceTimersByTime(199);
    expect([overlayState(id), mountedIds()]).toEqual(["close", [id]]);
    vi.advanceTimersByTime(1);
    expect([overlayState(id), mountedIds()]).toEqual(["unmounted", []]);
  });

  it("move out once when they are closed twice", () => {
    const { id } = openOverlay(Note);
    closeOverlay(id);
    vi.advanceTimersByTime(100);
    closeOverlay(id);
    vi.advanceTimersByTime(100);
    expect(overlayState(id)).toBe("unmounted");
  });

  it("resolve their promise when they are unmounted while open", async () => {
    const { id, result } = openOverlay(NamePicker);
    unmountOverlay(id);
    expect(await result).toBeUndefined();
    expect(overlayState(id)).toBe("unmounted");
  });

  it("are unknown once unmounted", () => {
    const { id } = openOverlay(Note);
    unmountOverlay(id);
    for (const act of [closeOverlay, unmountOverlay]) {
      expect(() => act(id)).toThrow(new Error("Overlay not found"));
    }
  });

  it("are not found by an id that never existed", () => {
    const next = openOverlay(Note).id + 1;
    for (const id of [0, -1, next, Number.NaN]) {
      for (const act of [closeOverlay, unmountOverlay, overlayState]) {
        expect(() => act(id)).toThrow(new Error("Overlay not found"));
      }
    }
  });
});
