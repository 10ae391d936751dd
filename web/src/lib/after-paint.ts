/** Lets the browser answer a tap on the screen before the page does more work. */

/** The wait in a window that draws nothing, such as a hidden one. */
const timeoutMs = 100;

/** Resolves after the next frame is painted. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
