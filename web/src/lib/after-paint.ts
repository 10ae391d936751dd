/** Lets the browser show the effect of a tap before the page does more work. */

/** The wait in a window that paints no frames, such as a hidden window. */
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
