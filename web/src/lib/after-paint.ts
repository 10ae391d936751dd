/** Lets the browser show the effect of a tap before the page does more work. */

/** The longest wait for the frame. A hidden window paints no frames. */
const timeoutMs = 100;

/** Resolves after the next frame is painted, and after `timeoutMs` at the latest. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
