import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  closeOverlay,
  type OverlayProps,
  openOverlay,
  overlayState,
  reopenOverlay,
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

  it("stay mounted without destroyOnClose, and open again", async () => {
    const { id, result } = openOverlay(NamePicker, { names: ["Aki"] }, { destroyOnClose: false });
    closeOverlay(id, "Aki");
    vi.advanceTimersByTime(60_000);
    expect([overlayState(id), mountedIds()]).toEqual(["close", [id]]);
    const again = reopenOverlay<string>(id, { names: ["Ren"] });
    expect(overlayState(id)).toBe("open");
    expect(renderHook(useOverlays).result.current[0]?.props).toEqual({ names: ["Ren"] });
    closeOverlay(id, "Ren");
    expect(await Promise.all([result, again])).toEqual(["Aki", "Ren"]);
  });

  it("are not unmounted by an earlier closing after they were opened again", () => {
    const { id } = openOverlay(Note);
    closeOverlay(id);
    vi.advanceTimersByTime(100);
    void reopenOverlay(id);
    vi.advanceTimersByTime(60_000);
    expect(overlayState(id)).toBe("open");
  });

  it("move out for the whole time when they are closed again soon", () => {
    const { id } = openOverlay(Note);
    closeOverlay(id);
    vi.advanceTimersByTime(100);
    void reopenOverlay(id);
    vi.advanceTimersByTime(50);
    closeOverlay(id);
    vi.advanceTimersByTime(199);
    expect(overlayState(id)).toBe("close");
    vi.advanceTimersByTime(1);
    expect(overlayState(id)).toBe("unmounted");
  });

  it("resolve their first promise when they are opened again while open", async () => {
    const { id, result } = openOverlay(NamePicker);
    void reopenOverlay(id);
    expect(await result).toBeUndefined();
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
    for (const act of [closeOverlay, unmountOverlay, reopenOverlay]) {
      expect(() => act(id)).toThrow(new Error("Overlay not found"));
    }
  });

  it("are not found by an id that never existed", () => {
    const next = openOverlay(Note).id + 1;
    for (const id of [0, -1, next, Number.NaN]) {
      for (const act of [closeOverlay, unmountOverlay, reopenOverlay, overlayState]) {
        expect(() => act(id)).toThrow(new Error("Overlay not found"));
      }
    }
  });
});
