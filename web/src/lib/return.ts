/** Notices that the person returns to the page from another app or tab. */
import { useEffect } from "react";

/** The shortest time between two calls, for people who switch between apps all the time. */
const defaultPauseMs = 10_000;

/** Calls `onReturn`, and then not again for `everyMs`. Returns a function that stops it. */
export function watchReturn(onReturn: () => void, { everyMs }: { everyMs: number }): () => void {
  let lastAtMs = Date.now();
  const check = () => {
    // Without `abs`, a clock that is put back would lengthen the pause. `performance.now()` stands still in the background.
    const isTooSoon = Math.abs(Date.now() - lastAtMs) < everyMs;
    if (document.visibilityState !== "visible" || isTooSoon) return;
    lastAtMs = Date.now();
    onReturn();
  };
  document.addEventListener("visibilitychange", check);
  return () => document.removeEventListener("visibilitychange", check);
}

/** `onReturn` must be the same function in every render; another one restarts the pause. */
export function useReturn(onReturn: () => void): void {
  useEffect(() => watchReturn(onReturn, { everyMs: defaultPauseMs }), [onReturn]);
}
