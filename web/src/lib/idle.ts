/** The longest wait for a browser that stays busy. */
const timeoutMs = 2000;
/** The wait in Safari, which has no idle callbacks. */
const safariMs = 200;

export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) {
      window.requestIdleCallback(() => resolve(), { timeout: timeoutMs });
    } else {
      setTimeout(resolve, safariMs);
    }
  });
}
