/** The paths of the routes. Other files must use these constants, so that each path is spelled once. */
export const paths = {
  index: "/",
  friend: "/friend",
  profile: "/profile",
  edit: "/profile/edit",
  register: "/register",
  matches: "/matches",
  news: "/news",
  messages: "/news/messages",
  preferences: "/preferences",
  privacy: "/privacy",
  safety: "/safety",
  dev: "/dev",
} as const;

/** The privacy policy as a page without a script, for the link on the first screen before the app has started. */
export const policyPath = "/policy";

/** The path of a conversation ends with the id of its match, so `paths` cannot contain it. */
export type RouteName = keyof typeof paths | "conversation";

const conversation = /^\/matches\/([\w-]+)$/;

export const conversationPath = (matchId: string): string => `${paths.matches}/${matchId}`;

export function matchIdOf(pathname: string): string | null {
  return conversation.exec(withoutEnd(pathname))?.[1] ?? null;
}

export function routeOf(pathname: string): RouteName | null {
  const names = Object.keys(paths) as (keyof typeof paths)[];
  const path = withoutEnd(pathname);
  const name = names.find((route) => paths[route] === path);
  return name ?? (matchIdOf(path) === null ? null : "conversation");
}

/** Removes trailing slashes, which the router and the server ignore too. */
const withoutEnd = (pathname: string) => pathname.replace(/\/+$/, "") || paths.index;

export const reviewPaths = {
  queue: "/review",
  enrol: "/review/enrol",
  signIn: "/review/sign-in",
  statistics: "/review/statistics",
} as const;

type ReviewRoute = keyof typeof reviewPaths | "case";

const reviewCase = /^\/review\/cases\/(\d+)$/;

export const casePath = (id: number): string => `${reviewPaths.queue}/cases/${id}`;

export function caseIdOf(pathname: string): number | null {
  const id = reviewCase.exec(withoutEnd(pathname))?.[1];
  return id === undefined ? null : Number(id);
}

export function reviewRouteOf(pathname: string): ReviewRoute | null {
  const names = Object.keys(reviewPaths) as (keyof typeof reviewPaths)[];
  const path = withoutEnd(pathname);
  const name = names.find((route) => reviewPaths[route] === path);
  return name ?? (caseIdOf(path) === null ? null : "case");
}
