/** The pages of the members' app, each with the code, the messages and the rules that it needs. */
import type { ComponentType } from "react";
import { fetchRouteRule } from "#/api/route-rules";
import { loadCoreOrFallback, loadLists } from "#/core/load";
import { hasEarlyStart } from "#/features/home/early-start";
import { loadNamespaces, type Namespace, tryNamespaces } from "#/i18n/load";
import { paths, type RouteName, routeOf } from "#/lib/paths";
import { isApproved, isKnown } from "#/session/session";
import { loadChunk } from "#/version/load-chunk";

interface PageParts {
  load: () => Promise<ComponentType>;
  /** Returns the namespaces that this page needs in addition to the namespaces of every page. */
  namespaces: () => readonly Namespace[];
  needsCore?: true;
  /** Asks for the page's data before its code has arrived, so that a slow network brings both at once. */
  startData?: () => void;
}

const member: readonly Namespace[] = ["member", "vocabulary"];

export const pageParts: Record<RouteName, PageParts> = {
  index: {
    load: () =>
      isApproved()
        ? import("#/pages/today-page").then(({ TodayPage }) => TodayPage)
        : import("#/pages/index-page").then(({ IndexPage }) => IndexPage),
    namespaces: () => (isApproved() ? [...member, "introductions"] : ["profile"]),
    startData: () => {
      if (!isApproved()) return;
      // The page reports a failure of either.
      loadLists().catch(() => undefined);
      import("#/member/resources")
        .then(({ introductions }) => introductions().refresh())
        .catch(() => undefined);
    },
  },
  friend: {
    load: () => import("#/pages/friend-page").then(({ FriendPage }) => FriendPage),
    namespaces: () => [],
  },
  profile: {
    load: () => import("#/pages/profile-page").then(({ ProfilePage }) => ProfilePage),
    namespaces: () => [...member, "profile", "register", "rights"],
  },
  register: {
    load: () => import("#/pages/register-page").then(({ RegisterPage }) => RegisterPage),
    namespaces: () => ["register", "vocabulary", "errors"],
    needsCore: true,
  },
  edit: {
    load: () => import("#/pages/edit-page").then(({ EditPage }) => EditPage),
    namespaces: () => [...member, "edit", "register", "errors"],
    needsCore: true,
  },
  matches: {
    load: () => import("#/pages/matches-page").then(({ MatchesPage }) => MatchesPage),
    namespaces: () => [...member, "matches"],
  },
  conversation: {
    load: () =>
      import("#/pages/conversation-page").then(({ ConversationPage }) => ConversationPage),
    namespaces: () => [...member, "matches"],
  },
  news: {
    load: () => import("#/pages/news-page").then(({ NewsPage }) => NewsPage),
    namespaces: () => [...member, "news", "register"],
  },
  messages: {
    load: () => import("#/pages/messages-page").then(({ MessagesPage }) => MessagesPage),
    namespaces: () => [...member, "settings"],
  },
  preferences: {
    load: () => import("#/pages/preferences-page").then(({ PreferencesPage }) => PreferencesPage),
    namespaces: () => [...member, "settings", "register", "errors"],
    needsCore: true,
  },
  privacy: {
    load: () => import("#/pages/privacy-page").then(({ PrivacyPage }) => PrivacyPage),
    namespaces: () => [...member, "settings"],
  },
  safety: {
    load: () => import("#/pages/safety-page").then(({ SafetyPage }) => SafetyPage),
    namespaces: () => [...member, "settings"],
  },
  dev: {
    load: () => import("#/pages/dev-page").then(({ DevPage }) => DevPage),
    namespaces: () => ["dev"],
  },
};

/** Loads all parts of a page at the same time. Waits while there is no network. */
export async function loadPage(route: RouteName): Promise<ComponentType> {
  const { load, namespaces, needsCore, startData } = pageParts[route];
  if (needsCore) startCore();
  startData?.();
  const [Page] = await Promise.all([loadChunk(load), loadNamespaces(...namespaces())]);
  return Page;
}

/** Loads a page before a person opens it. Rejects if a part fails. The messages wait for the promise `language`. */
export async function prefetchPage(route: RouteName, language?: Promise<void>): Promise<void> {
  const { load, namespaces, needsCore } = pageParts[route];
  if (needsCore) startCore();
  await Promise.all([load(), Promise.resolve(language).then(() => tryNamespaces(...namespaces()))]);
}

/**
 * Loads the requested page while LINE and our server still identify the person. The person asked for this page,
 * so it is loaded even for people who save data.
 */
export function preloadRequestedPage(
  { pathname, search }: Pick<Location, "pathname" | "search">,
  language: Promise<void>,
): void {
  // A simpler parser than LINE's is enough, because a mistake only preloads the wrong page, or none.
  const state = new URLSearchParams(search).get("liff.state") ?? "";
  const asked = routeOf(state.split(/[?#]/, 1)[0] || pathname);
  const route = asked === "index" ? guessHome() : asked;
  if (route === "register") void fetchRouteRule(paths.register);
  // A failure does not matter, because the navigation loads the page again.
  if (route) prefetchPage(route, language).catch(() => undefined);
}

/** Returns the page that will open as the home page, or null if this device does not know the person. */
function guessHome(): RouteName | null {
  // Only a newcomer sees the button that begins, and the guard leads them to the form.
  if (hasEarlyStart()) return "register";
  return isKnown() ? "index" : null;
}

/** Ignores a failure, because the code that calls core reports it. */
function startCore(): void {
  loadCoreOrFallback().catch(() => undefined);
}
