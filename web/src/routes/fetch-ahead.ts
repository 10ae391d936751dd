/** Fetches the page that was asked for while LINE and our server are still saying who asks. */
import { loadCoreOrFallback } from "../core/load";
import { tryAreas } from "../i18n/load";
import { type RouteName, routeOf } from "../lib/paths";
import { type PageParts, pageParts } from "./page-parts";

type Place = Pick<Location, "pathname" | "search">;

/**
 * Nothing is drawn, and what fails is asked for again by whoever draws the page. `language` is there
 * once words can be asked for.
 */
export function fetchAhead(location: Place, language: Promise<void>): void {
  const route = wantedRoute(location);
  if (!route) return;
  const { load, words } = pageParts[route];
  startCore(route);
  void Promise.allSettled([load(), language.then(() => tryAreas(...words))]);
}

/** Puts the core on its way where the page needs it; whoever asks for it says what happens without. */
export function startCore(route: RouteName): void {
  const { needsCore }: PageParts = pageParts[route];
  if (needsCore) loadCoreOrFallback().catch(() => undefined);
}

/** Only guessed at, so it may be read more simply than by LINE's rules. */
function wantedRoute({ pathname, search }: Place): RouteName | null {
  const state = new URLSearchParams(search).get("liff.state") ?? "";
  return routeOf(state.split(/[?#]/, 1)[0] || pathname);
}
