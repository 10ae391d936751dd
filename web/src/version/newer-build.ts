/** Finds out from the build's manifests whether the server has a newer build of this app. */
import { ownBuildId } from "#/lib/build-id";
import { watchReturn } from "#/lib/return";
import { timeLimit } from "#/lib/time-limit";

const base = "/builds";
const latest = `${base}/latest.json`;
const timeoutMs = 5_000;
const everyMs = 10 * 60_000;
/** The shortest time between two requests for people who return to the page often. */
const onReturnEveryMs = 60_000;

/**
 * Calls `onNewer` once, when the server has a newer build. Asks every ten minutes, and when the person returns to the
 * page.
 */
export function watchBuild(onNewer: () => void): () => void {
  let isOver = false;
  const look = async () => {
    if (document.visibilityState !== "visible" || !(await findNewerBuild())) return;
    // While this request ran, another request may have reported the build, or the caller may have stopped the watch.
    // Report nothing then.
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

/** Returns true if our server answers. `navigator.onLine` is not enough, because it is true even in a tunnel. */
export async function isServerReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch(latest, { method: "HEAD", cache: "no-store", signal: timeLimit(timeoutMs) });
    return true;
  } catch {
    return false;
  }
}

/** Returns the id of a complete build other than the build of this page, or null if there is none. */
export async function findNewerBuild(): Promise<string | null> {
  const own = ownBuildId();
  if (!own) return null;
  try {
    const { id } = await fetchJson<{ id: unknown }>(latest);
    if (typeof id !== "string" || id === own) return null;
    // During a deployment, `latest.json` may name a build whose files the server does not have yet, so read the build's
    // manifest.
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
