/** Looks for a newer build from time to time, and when the person comes back to the page. */
import { watchReturn } from "../lib/return";
import { findNewerBuild } from "./newer-build";

const everyMs = 10 * 60_000;
/** Whoever switches between apps all the time does not ask every time. */
const onReturnEveryMs = 60_000;

/** Calls `onNewer` once; gives what stops the watch. */
export function watchBuild(onNewer: () => void): () => void {
  let isOver = false;
  const look = async () => {
    if (document.visibilityState !== "visible" || !(await findNewerBuild())) return;
    // Another look may have found it, or the watch been stopped, while this one was under way.
    if (isOver) return;
    stop();
    onNewer();
  };
  const timer = setInterval(() => void look(), everyMs);
  const stopWatching = watchReturn(() => void look(), { everyMs: onReturnEveryMs });
  const stop = () => {
    isOver = true;
    clearInterval(timer);
    stopWatching();
  };
  return stop;
}
