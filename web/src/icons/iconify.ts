/** The icon library, set up: our own server first, the public one where ours does not answer. */
import {
  _api,
  addAPIProvider,
  addCollection,
  getIcon,
  Icon,
  iconLoaded,
  loadIcon,
} from "@iconify/react";

export const Drawn = Icon;

/** Seed, section 9: so long is an icon waited for. */
const timeoutMs = 1500;

const ownServer = `${import.meta.env.BASE_URL}_icon`;
/** Our server gives so many at a time. */
const mostAtOnce = 50;

addAPIProvider("", {
  // A set of icons is asked for at `{resource}{path}{prefix}.json?icons={names}`.
  resources: [ownServer, "https://api.iconify.design"],
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
  await bringIcons([name]);
  if (!iconLoaded(name)) throw new Error("nobody has this icon");
}

/** Brings those that are to be had; fails where nobody could be asked, and then asks again. */
export async function bringIcons(names: readonly string[]): Promise<void> {
  // What it did not get the library asks for no more, also where the network was the reason.
  const givenUp = names.filter((name) => getIcon(name) === null);
  await Promise.all([
    ...setsOf(givenUp).map(([prefix, icons]) => askAgain(prefix, icons)),
    ...names.filter((name) => getIcon(name) !== null).map((name) => loadIcon(name)),
  ]);
}

async function askAgain(prefix: string, icons: readonly string[]): Promise<void> {
  const answer = await fetch(`${ownServer}/${prefix}.json?icons=${icons.join(",")}`);
  if (answer.status >= 500) throw new Error(`no icons: ${answer.status}`);
  if (answer.ok) addCollection(await answer.json());
}

/** Names by the set they are of, and no more of them than may be asked for at once. */
function setsOf(names: readonly string[]): [prefix: string, icons: string[]][] {
  const inParts = names.map((name) => name.split(":") as [prefix: string, icon: string]);
  return Array.from(new Set(inParts.map(([prefix]) => prefix))).flatMap((prefix) => {
    const icons = inParts.filter(([of]) => of === prefix).map(([, icon]) => icon);
    const count = Math.ceil(icons.length / mostAtOnce);
    return Array.from({ length: count }, (_, nth): [string, string[]] => [
      prefix,
      icons.slice(nth * mostAtOnce, (nth + 1) * mostAtOnce),
    ]);
  });
}
