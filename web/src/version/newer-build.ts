/** Looks for a newer build of this app on the server, by the build's manifests. */
import { ownBuildId } from "#/lib/build-id";
import { watchReturn } from "#/lib/return";
import { timeLimit } from "#/lib/time-limit";

const base = "/builds";
const latest = `${base}/latest.json`;
const timeoutMs = 5_000;
const everyMs = 10 * 60_000;
/** People who switch between apps all the time cause one request in this time. */
const onReturnEveryMs = 60_000;

/**
 * Calls `onNewer` once, when the server has a newer build. Looks from time to time, and when the
 * person comes back to the page. Returns the function that stops the watch.
 */
export function watchBuild(onNewer: () => void): () => void {
  let isOver = false;
  const look = async () => {
    if (document.visibilityState !== "visible" || !(await findNewerBuild())) return;
    // Meanwhile, another look may have found it, or the caller may have stopped the watch.
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

/** Returns whether our server answers. In a tunnel, a phone says that it is online. */
export async function isServerReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch(latest, { method: "HEAD", cache: "no-store", signal: timeLimit(timeoutMs) });
    return true;
  } catch {
    return false;
  }
}

/** Returns the id of a complete build that is not this page's, or null if there seems to be none. */
export async function findNewerBuild(): Promise<string | null> {
  const own = ownBuildId();
  if (!own) return null;
  try {
    const { id } = await fetchJson<{ id: unknown }>(latest);
    if (typeof id !== "string" || id === own) return null;
    // In the middle of a deployment, the build is announced and its files are not there yet.
    const manifest = await fetchJson<{ id: unknown }>(
      `${base}/meta/${encodeURIComponent(id)}.json`,
    );
    return manifest.id === id ? id : null;
  } catch {
    return null;
  }
}

async function fetchJson<Value>(url: string): Promise<Value> {
  const answer = await fetch(url, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return (await answer.json()) as Value;
}
