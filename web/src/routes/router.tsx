/** Describes the members' app to the navigation: the guard before each page, and the page of each route. */
import type { ComponentType } from "react";
import { fetchRouteRule } from "#/api/route-rules";
import { addressOf, resolveNavigation } from "#/guards/resolve-navigation";
import { paths, routeOf } from "#/lib/paths";
import type { Application, Place, Redirect } from "#/navigation/navigation";
import { isFormSearch } from "#/pages/form-place";
import { NotFoundPage } from "#/pages/not-found-page";
import { storeReturnToIfUnset, takeReturnTo } from "#/person/return-to";
import { loadPage, prefetchPage } from "./page-parts";

/** Returns the members' app. Call this after LIFF has finished its changes of the address. */
export function membersApp(): Application {
  let enteredPath: string | null = null;
  return {
    check: async (place) => {
      const redirect = await findRedirect(place, enteredPath);
      if (!redirect) enteredPath = place.pathname;
      return redirect;
    },
    load,
    prefetch: async (pathname) => {
      const route = routeOf(pathname);
      if (route) await prefetchPage(route);
    },
  };
}

/**
 * Asks the guard, first without the server's rule for the path, and then with the rule. While the path stays the same,
 * the rule is not fetched again, so that the form goes on without a network.
 */
async function findRedirect(place: Place, enteredPath: string | null): Promise<Redirect | null> {
  let decision = resolveNavigation(place, null);
  if (decision.kind === "stay" && place.pathname !== enteredPath) {
    decision = resolveNavigation(place, await fetchRouteRule(place.pathname));
  }
  if (decision.kind === "leaveBy") return { leaveFor: addressOf(decision.exit, place) };
  if (decision.kind === "leaveFor") return { leaveFor: decision.address };
  return decision.kind === "goTo" ? { to: returnTo(place, decision.place) } : null;
}

/** Stores the wanted page before the friend page opens, and opens the wanted page after the friend page. */
function returnTo({ pathname, search, hash }: Place, place: string): string {
  const route = routeOf(pathname);
  if (place === paths.friend && route !== "index") storeReturnToIfUnset(pathname + search + hash);
  const isFriendNow = route === "friend" && place === paths.index;
  return (isFriendNow && takeReturnTo()) || place;
}

async function load({ pathname, search }: Place): Promise<ComponentType> {
  const route = routeOf(pathname);
  if (route === null) return NotFoundPage;
  return route === "register" && !isFormSearch(search) ? UnknownFormPage : await loadPage(route);
}

/**
 * The page for a known path with an unknown query. It logs a fatal error, because one of our own links may be wrong.
 */
const UnknownFormPage = () => <NotFoundPage isFatal />;
