/** The icon library, set up: our own server first, the public one where ours does not answer. */
import { _api, addAPIProvider, Icon, loadIcon } from "@iconify/react";

export const Drawn = Icon;

/** Seed, section 9: so long is an icon waited for. */
const timeoutMs = 1500;

addAPIProvider("", {
  // A set of icons is asked for at `{resource}{path}{prefix}.json?icons={names}`.
  resources: [`${import.meta.env.BASE_URL}_icon`, "https://api.iconify.design"],
  path: "/",
  timeout: timeoutMs,
  // The public server learns who is here only when ours has had all of its time.
  rotate: timeoutMs,
});

// To the library a 404 ends the search. Ours may be between two builds, so the next one is asked.
_api.setFetch(async (...request) => {
  const answer = await fetch(...request);
  return answer.status === 404 ? new Response(null, { status: 503 }) : answer;
});

/** Brings an icon, once however often it is drawn; fails where nobody has it. */
export async function bringIcon(name: string): Promise<void> {
  await loadIcon(name);
}
