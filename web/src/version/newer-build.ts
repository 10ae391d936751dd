/** Whether a newer build of this app is served (seed, section 4: polling a build manifest). */
import { ownBuildId } from "../lib/build-id";

const base = "/builds";

/** The id of a build that is served whole and is not this page's; null when nobody can tell. */
export async function findNewerBuild(): Promise<string | null> {
  const own = ownBuildId();
  if (!own) return null;
  try {
    const { id } = await fetchJson<{ id: unknown }>(`${base}/latest.json`);
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
