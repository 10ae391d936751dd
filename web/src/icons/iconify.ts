/**
 * The icon library, set up to ask our own server and nobody else: a public icon server would learn who
 * uses the app.
 */
import { addAPIProvider, addCollection, getIcon, Icon, iconLoaded, loadIcon } from "@iconify/react";

export const Drawn = Icon;

/** After this the library gives up, and the place of the icon stays empty until something asks again. */
const timeoutMs = 1500;

const ownServer = `${import.meta.env.BASE_URL}_icon`;
/** Our server gives so many at a time. */
const mostAtOnce = 50;

addAPIProvider("", {
  // A set of icons is asked for at `{resource}{path}{prefix}.json?icons={names}`. This replaces the
  // library's own list, which names Iconify's public servers.
  resources: [ownServer],
  path: "/",
  timeout: timeoutMs,
});

/** Loads an icon once, however many times it is drawn. Throws if the server does not have it. */
export async function bringIcon(name: string): Promise<void> {
  await bringIcons([name]);
  if (!iconLoaded(name)) throw new Error("the server does not have this icon");
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
