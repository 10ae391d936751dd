/** The place of the app that a person asked for, stored until they may open it. */
import { loadLineRulesOrFallback } from "#/core/load";
import { routeOf } from "#/lib/paths";
import { readText, removeStored, writeText } from "#/storage/local";

/** Few starts have such a parameter, and only those load the rules. */
const hasTarget = /[?&](redirect|liff\.state)=/;

/**
 * Stores the place that `redirect` or `liff.state` names, if it is a place of this app. The start-up
 * calls this after LIFF has read the address.
 */
export async function storeReturnTo(search: string): Promise<void> {
  if (!hasTarget.test(search)) return;
  const rules = await loadLineRulesOrFallback();
  const link = rules.parseDeepLink(search, "/");
  if (link.kind === "place") storePlace(link.place);
}

/** Stores the place that the guard refused, unless an earlier place is still stored. */
export function storeReturnToIfUnset(place: string): void {
  if (readText("redirectPath") === null) storePlace(place);
}

/** Stores the address if it has a fragment, which LINE's login would lose. */
export function storeFragment({ pathname, search, hash }: Location): void {
  if (hash && routeOf(pathname)) storePlace(pathname + search + hash);
}

/** Stores a path of this site. The browser reads one that begins with two slashes as another host. */
function storePlace(place: string): void {
  if (/^\/(?![/\\])/.test(place)) writeText("redirectPath", place);
}

/** Returns the stored place and removes it. */
export function takeReturnTo(): string | null {
  const place = readText("redirectPath");
  removeStored("redirectPath");
  return place;
}
