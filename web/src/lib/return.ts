/** Notices that the person comes back to the page from somewhere else. */
import { useEffect } from "react";

/** Whoever switches between apps all the time is not taken at every turn. */
const atMostEveryMs = 10_000;

/** Calls `onReturn`, at most once in so long from now on; gives what stops it. */
export function watchReturn(onReturn: () => void, { everyMs }: { everyMs: number }): () => void {
  let lastAtMs = Date.now();
  const look = () => {
    if (document.visibilityState !== "visible" || Date.now() - lastAtMs < everyMs) return;
    lastAtMs = Date.now();
    onReturn();
  };
  document.addEventListener("visibilitychange", look);
  return () => document.removeEventListener("visibilitychange", look);
}

/** `onReturn` stays the same from one drawing to the next, or the time begins anew. */
export function useReturn(onReturn: () => void): void {
  useEffect(() => watchReturn(onReturn, { everyMs: atMostEveryMs }), [onReturn]);
}
