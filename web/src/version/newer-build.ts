/** Whether a newer build of this app is served (seed, section 4: polling a build manifest). */
import { ownBuildId } from "../lib/build-id";
import { timeLimit } from "../lib/time-limit";

const base = "/builds";
const latest = `${base}/latest.json`;
const patienceMs = 5_000;

/** Whether our server answers at all: in a tunnel a phone says that it is online. */
export async function isServerThere(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch(latest, { method: "HEAD", cache: "no-store", signal: timeLimit(patienceMs) });
    return true;
  } catch {
    return false;
  }
}

/** The id of a build that is served whole and is not this page's; null when nobody can tell. */
export async function findNewerBuild(): Promise<string | null> {
  const own = ownBuildId();
  if (!own) return null;
  try {
    const { id } = await fetchJson<{ id: unknown }>(latest);
    if (typeof id !== "string" || id === own) return null;
    // Announced and not yet there: half of a deploy.
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
