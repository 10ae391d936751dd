/** Waits until the browser has nothing better to do. */

/** However busy it is, this long at most. */
const longestMs = 2000;
/** Safari has no idle callbacks. */
const guessMs = 200;

export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) {
      window.requestIdleCallback(() => resolve(), { timeout: longestMs });
    } else {
      setTimeout(resolve, guessMs);
    }
  });
}
