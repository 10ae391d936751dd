/** Lets the device of a unit test lose or find its network. */
import { onTestFinished, vi } from "vitest";

/** Holds until the test ends. */
export function setOnline(isOnline: boolean): void {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  onTestFinished(() => onLine.mockRestore());
  window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
}
