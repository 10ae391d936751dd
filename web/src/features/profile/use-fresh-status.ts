/** Asks for the review status again when the person comes back to the page: they wait for it. */
import { useEffect } from "react";
import { fetchReviewStatus } from "../../api/calls";
import { setReviewStatus } from "../../session/session";

/** Whoever switches between apps all the time does not ask every time. */
const atMostEveryMs = 10_000;

export function useFreshStatus(): void {
  useEffect(() => {
    let askedAtMs = Date.now();
    const ask = () => {
      if (document.visibilityState !== "visible") return;
      if (Date.now() - askedAtMs < atMostEveryMs) return;
      askedAtMs = Date.now();
      // Out of reach, the last known status stays; the banner says so.
      fetchReviewStatus().then(setReviewStatus, () => undefined);
    };
    document.addEventListener("visibilitychange", ask);
    return () => document.removeEventListener("visibilitychange", ask);
  }, []);
}
