/** Notices that the person comes back to the page from somewhere else. */
import { useEffect } from "react";

/** Whoever switches between apps all the time is not taken at every turn. */
const atMostEveryMs = 10_000;

/** `onReturn` stays the same from one drawing to the next, or the time begins anew. */
export function useReturn(onReturn: () => void): void {
  useEffect(() => {
    let lastAtMs = Date.now();
    const look = () => {
      if (document.visibilityState !== "visible") return;
      if (Date.now() - lastAtMs < atMostEveryMs) return;
      lastAtMs = Date.now();
      onReturn();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [onReturn]);
}
