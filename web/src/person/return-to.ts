/** Stores the page that a person wanted to open, until the person may open it. */
import { loadLineRulesOrFallback } from "#/core/load";
import { routeOf } from "#/lib/paths";
import { readText, removeStored, writeText } from "#/storage/local";

/** Matches the parameters that name a page. The app loads LINE's rules only for an address with one of them. */
const hasTarget = /[?&](redirect|liff\.state)=/;

/**
 * Stores the page that `redirect` or `liff.state` names, if it is a page of this app. The start-up calls this after
 * LIFF has read the address.
 */
export async function storeReturnTo(search: string): Promise<void> {
  if (!hasTarget.test(search)) return;
  const rules = await loadLineRulesOrFallback();
  const link = rules.parseDeepLink(search, "/");
  if (link.kind === "place") storePlace(link.place);
}

/** Stores the page that the guard refused, unless an earlier page is still stored. */
export function storeReturnToIfUnset(place: string): void {
  if (readText("redirectPath") === null) storePlace(place);
}

/** Stores the whole address if it has a fragment, because LINE's login would drop the fragment. */
export function storeFragment({ pathname, search, hash }: Location): void {
  if (hash && routeOf(pathname)) storePlace(pathname + search + hash);
}

/** Stores the path unless it begins with two slashes, because a browser reads such a path as another host. */
function storePlace(place: string): void {
  if (/^\/(?![/\\])/.test(place)) writeText("redirectPath", place);
}

export function takeReturnTo(): string | null {
  const place = readText("redirectPath");
  removeStored("redirectPath");
  return place;
}
