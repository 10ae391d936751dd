/** Lets a unit test take the device offline or online. */
import { onTestFinished, vi } from "vitest";

/** Sets `navigator.onLine` until the test ends, and fires the event `online` or `offline`. */
export function setOnline(isOnline: boolean): void {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  onTestFinished(() => onLine.mockRestore());
  window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
}
