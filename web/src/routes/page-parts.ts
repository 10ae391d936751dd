/** The pages of the members' app: the code, the messages and the rules that each of them needs. */
import type { ComponentType } from "react";
import { loadCoreOrFallback } from "../core/load";
import { loadNamespaces, type Namespace, tryNamespaces } from "../i18n/load";
import { type RouteName, routeOf } from "../lib/paths";
import { loadChunk } from "../version/load-chunk";

interface PageParts {
  load: () => Promise<ComponentType>;
  /** The messages beyond those that every page has. */
  namespaces: readonly Namespace[];
  /** True if the page calls the core from its start. */
  needsCore?: true;
}

export const pageParts: Record<RouteName, PageParts> = {
  index: {
    load: () => import("../pages/index-page").then(({ IndexPage }) => IndexPage),
    namespaces: ["profile"],
  },
  friend: {
    load: () => import("../pages/friend-page").then(({ FriendPage }) => FriendPage),
    namespaces: [],
  },
  profile: {
    load: () => import("../pages/profile-page").then(({ ProfilePage }) => ProfilePage),
    namespaces: ["profile", "register", "rights", "vocabulary"],
  },
  register: {
    load: () => import("../pages/register-page").then(({ RegisterPage }) => RegisterPage),
    namespaces: ["register", "vocabulary", "errors"],
    needsCore: true,
  },
  dev: {
    load: () => import("../pages/dev-page").then(({ DevPage }) => DevPage),
    namespaces: ["dev"],
  },
};

/** Loads all parts of a page at the same time, and waits for the network if there is none. */
export async function loadPage(route: RouteName): Promise<ComponentType> {
  const { load, namespaces, needsCore } = pageParts[route];
  if (needsCore) startCore();
  const [Page] = await Promise.all([loadChunk(load), loadNamespaces(...namespaces)]);
  return Page;
}

/**
 * Loads a page before it is opened. Rejects if a part of it did not load. `language` resolves when
 * messages can be loaded.
 */
export async function prefetchPage(route: RouteName, language?: Promise<void>): Promise<void> {
  const { load, namespaces, needsCore } = pageParts[route];
  if (needsCore) startCore();
  await Promise.all([load(), Promise.resolve(language).then(() => tryNamespaces(...namespaces))]);
}

/**
 * Loads the requested page while LINE and our server still say who the person is. This is no guess
 * ahead, so it also runs for people who save data.
 */
export function preloadRequestedPage(
  { pathname, search }: Pick<Location, "pathname" | "search">,
  language: Promise<void>,
): void {
  // A simpler parser than LINE's is enough: a mistake only preloads the wrong page, or none.
  const state = new URLSearchParams(search).get("liff.state") ?? "";
  const route = routeOf(state.split(/[?#]/, 1)[0] || pathname);
  // The navigation loads again what fails here.
  if (route) prefetchPage(route, language).catch(() => undefined);
}

/** Starts to load the core. Its callers report a failure, and what the page can do without it. */
function startCore(): void {
  loadCoreOrFallback().catch(() => undefined);
}
