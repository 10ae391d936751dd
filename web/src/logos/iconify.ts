/** Iconify's library, set up to ask only our own server, because a public icon server would learn who uses the app. */
import { addAPIProvider, addCollection, getIcon, Icon, iconLoaded, loadIcon } from "@iconify/react";

export const Drawing = Icon;

/**
 * The time limit of a request. After this time, the logo's box stays empty until a component requests the logo again.
 */
const timeoutMs = 1500;

const ownServer = `${import.meta.env.BASE_URL}_icon`;
/** The largest number of icons that the server returns in one answer. */
const maxPerRequest = 50;

addAPIProvider("", {
  // The library requests `{resource}{path}{prefix}.json?icons={names}`. `resources` replaces the library's own list,
  // which names Iconify's public servers.
  resources: [ownServer],
  path: "/",
  timeout: timeoutMs,
});

/** Loads a logo, with one request even if many components draw it. Throws if the server does not have the logo. */
export async function loadLogo(name: string): Promise<void> {
  await loadLogos([name]);
  if (!iconLoaded(name)) throw new Error("the server does not have this logo");
}

/** Loads the logos that the server has. Throws if the server is out of reach; the next call tries again. */
export async function loadLogos(names: readonly string[]): Promise<void> {
  // After a failure, even of the network, the library never requests the icon again. Request such an icon without the
  // library.
  const givenUp = names.filter((name) => getIcon(name) === null);
  await Promise.all([
    ...requestsFor(givenUp).map(([prefix, icons]) => requestAgain(prefix, icons)),
    ...names.filter((name) => getIcon(name) !== null).map((name) => loadIcon(name)),
  ]);
}

async function requestAgain(prefix: string, icons: readonly string[]): Promise<void> {
  const response = await fetch(`${ownServer}/${prefix}.json?icons=${icons.join(",")}`);
  if (response.status >= 500) throw new Error(`no icons: ${response.status}`);
  if (response.ok) addCollection(await response.json());
}

/** Groups names by their icon set, in batches that the server accepts. */
function requestsFor(names: readonly string[]): [prefix: string, icons: string[]][] {
  const split = names.map((name) => name.split(":") as [prefix: string, icon: string]);
  return Array.from(new Set(split.map(([prefix]) => prefix))).flatMap((prefix) => {
    const icons = split.filter(([other]) => other === prefix).map(([, icon]) => icon);
    const count = Math.ceil(icons.length / maxPerRequest);
    return Array.from({ length: count }, (_, nth): [string, string[]] => [
      prefix,
      icons.slice(nth * maxPerRequest, (nth + 1) * maxPerRequest),
    ]);
  });
}
