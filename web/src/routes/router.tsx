/** The five routes, each its own chunk, with the guard before them. */
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
} from "@tanstack/react-router";
import { fetchRouteRule } from "../api/route-rules";
import { type PageId, parsePage } from "../features/registration/form/page-table";
import { addressOf, judge, type Place } from "../guards/judge";
import { needAreas } from "../i18n/load";
import { paths, type RouteName, routeOf } from "../lib/paths";
import { ErrorPage } from "../pages/error-page";
import { NotFoundPage } from "../pages/not-found-page";
import { PendingPage } from "../pages/pending-page";
import { storeReturnToIfUnset, takeReturnTo } from "../person/return-to";
import { startCore } from "./fetch-ahead";
import { lazyPage } from "./lazy-page";
import { pageParts } from "./page-parts";
import { mayPrefetch } from "./prefetch";

/** Where the person was let in last. */
interface Entered {
  path: string | null;
}

const rootRoute = createRootRouteWithContext<{ entered: Entered }>()({
  beforeLoad: async ({ location, preload, context: { entered } }) => {
    // Who only points at a link goes nowhere yet.
    if (preload) return;
    const { pathname, searchStr: search, hash } = location;
    await enforce({ pathname, search, hash: hash && `#${hash}` }, entered);
    entered.path = pathname;
  },
});

/**
 * Sends the person where the guard says: first by what is known, then by the server's rule. Within a
 * page the rule is known or was not to be had: the form goes on without asking, network or not.
 */
async function enforce(place: Place, entered: Entered): Promise<void> {
  let verdict = judge(place, null);
  if (verdict.kind === "stay" && place.pathname !== entered.path) {
    verdict = judge(place, await fetchRouteRule(place.pathname));
  }
  if (verdict.kind === "leaveBy") throw redirect({ href: addressOf(verdict.exit, place) });
  if (verdict.kind === "leaveFor") throw redirect({ href: verdict.address });
  if (verdict.kind === "goTo")
    throw redirect({ href: detour(place, verdict.place), replace: true });
}

/** The friend page is a detour: it is left for the place the person came from. */
function detour({ pathname, search, hash }: Place, place: string): string {
  const route = routeOf(pathname);
  if (place === paths.friend && route !== "index") storeReturnToIfUnset(pathname + search + hash);
  const isOver = route === "friend" && place === paths.index;
  return (isOver && takeReturnTo()) || place;
}

/** The page of the form, and whether it is a change; one that is not there is no address of ours. */
function readFormPlace({ page, change }: Record<string, unknown>): {
  page?: PageId;
  change?: true;
} {
  const known = parsePage(page);
  if (page !== undefined && known === null) throw new Error("the form has no such page");
  return { ...(known ? { page: known } : {}), ...(change === true ? { change: true } : {}) };
}

/** Brings what a page needs besides its code, at the same time. */
const needs = (route: RouteName) => () => {
  startCore(route);
  return needAreas(...pageParts[route].words);
};

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.index,
  loader: needs("index"),
  component: lazyPage(pageParts.index.load, "IndexPage"),
});

const friendRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.friend,
  component: lazyPage(pageParts.friend.load, "FriendPage"),
});

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.profile,
  loader: needs("profile"),
  component: lazyPage(pageParts.profile.load, "ProfilePage"),
});

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.register,
  validateSearch: readFormPlace,
  loader: needs("register"),
  component: lazyPage(pageParts.register.load, "RegisterPage"),
});

const devRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.dev,
  loader: needs("dev"),
  component: lazyPage(pageParts.dev.load, "DevPage"),
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  friendRoute,
  profileRoute,
  registerRoute,
  devRoute,
]);

/** Made once, after LIFF is done with the address. */
export function makeRouter() {
  return createRouter({
    routeTree,
    context: { entered: { path: null } },
    // As the guard compares them.
    caseSensitive: true,
    defaultPreload: mayPrefetch() ? "intent" : false,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: () => <NotFoundPage />,
    // Progress is shown for what takes longer than a moment.
    defaultPendingMs: 300,
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
