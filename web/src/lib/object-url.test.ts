import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { releaseObjectUrl } from "./object-url";

const url = "blob:https://app.example/1";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("keeps an address while a picture has it, and for a moment after that", () => {
  const image = document.createElement("img");
  image.src = url;
  document.body.append(image);
  releaseObjectUrl(url);
  vi.advanceTimersByTime(60_500);
  expect(URL.revokeObjectURL).not.toHaveBeenCalled();
  image.remove();
  vi.advanceTimersByTime(400);
  expect(URL.revokeObjectURL).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(URL.revokeObjectURL).toHaveBeenCalledExactlyOnceWith(url);
});
