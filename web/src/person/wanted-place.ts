/** The place a start address asks for, kept until the person may be there (seed, section 2). */
import { loadLineRulesOrFallback } from "../core/load";
import { routeOf } from "../lib/paths";
import { readText, removeStored, writeText } from "../storage/local";

/** The rules are in the core, which few starts need so early. */
const asksForPlace = /[?&](redirect|liff\.state)=/;

/**
 * Keeps the place that `redirect` or `liff.state` names, if it is one of this app; anything else is as
 * if it were not there. Asked once LIFF is done with the address.
 */
export async function keepWantedPlace(search: string): Promise<void> {
  if (!asksForPlace.test(search)) return;
  const rules = await loadLineRulesOrFallback();
  const link = rules.parseDeepLink(search, "/");
  if (link.kind === "place") writeText("redirectPath", link.place);
}

/** Keeps where a person was sent away from, unless an earlier wish is still open. */
export function keepPlace(place: string): void {
  if (readText("redirectPath") === null) writeText("redirectPath", place);
}

/** Keeps what a login would lose of a page's address: the fragment. */
export function keepFragment({ pathname, search, hash }: Location): void {
  if (hash && routeOf(pathname)) writeText("redirectPath", pathname + search + hash);
}

/** The kept place, which is then forgotten. */
export function takeWantedPlace(): string | null {
  const place = readText("redirectPath");
  removeStored("redirectPath");
  return place;
}
