import { afterEach, expect, test, vi } from "vitest";
import { logger } from "#/logger/logger";
import { getImageMeta } from "./image-meta";

const error = vi.spyOn(logger, "error").mockReturnValue();

afterEach(() => {
  vi.unstubAllGlobals();
  error.mockClear();
});

/** A browser in which every picture has this size, or does not load. */
function stubImages(size: { naturalWidth: number; naturalHeight: number } | null) {
  class FakeImage {
    onload = () => {};
    onerror = () => {};
    naturalWidth = size?.naturalWidth ?? 0;
    naturalHeight = size?.naturalHeight ?? 0;
    set src(_: string) {
      queueMicrotask(() => (size ? this.onload() : this.onerror()));
    }
  }
  vi.stubGlobal("Image", FakeImage);
}

test("it returns the size of a picture", async () => {
  stubImages({ naturalWidth: 800, naturalHeight: 600 });
  expect(await getImageMeta("/a.jpg")).toEqual({ width: 800, height: 600, ratio: 800 / 600 });
  expect(error).not.toHaveBeenCalled();
});

test("a picture without a size of its own has no ratio", async () => {
  stubImages({ naturalWidth: 0, naturalHeight: 0 });
  expect(await getImageMeta("/a.svg")).toEqual({ width: 0, height: 0, ratio: 0 });
});

test("a picture that does not load has no size, and the log names no address", async () => {
  stubImages(null);
  expect(await getImageMeta("/a.jpg?sig=secret")).toEqual({ width: 0, height: 0, ratio: 0 });
  expect(error.mock.calls).toEqual([["the size of a picture could not be read"]]);
});
