/** Looks for a newer build from time to time, and when the person comes back to the page. */
import { findNewerBuild } from "./newer-build";

const everyMs = 10 * 60_000;
/** Whoever switches between apps all the time does not ask every time. */
const atMostEveryMs = 60_000;

/** Calls `onNewer` once; gives what stops the watch. */
export function watchBuild(onNewer: () => void): () => void {
  let askedAtMs = Date.now();
  const look = async () => {
    if (document.visibilityState !== "visible" || Date.now() - askedAtMs < atMostEveryMs) return;
    askedAtMs = Date.now();
    if (!(await findNewerBuild())) return;
    stop();
    onNewer();
  };
  const timer = setInterval(() => void look(), everyMs);
  const onVisible = () => void look();
  document.addEventListener("visibilitychange", onVisible);
  const stop = () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onVisible);
  };
  return stop;
}
