/** The paths of the routes. No other file spells one. */
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

/** The routes; the path of a conversation ends with the id of its match. */
export type RouteName = keyof typeof paths | "conversation";

const conversation = /^\/matches\/([\w-]+)$/;

/** Returns the path of the conversation of a match. */
export const conversationPath = (matchId: string): string => `${paths.matches}/${matchId}`;

/** Returns the id of the match whose conversation stands at this path, or null. */
export function matchIdOf(pathname: string): string | null {
  return conversation.exec(withoutEnd(pathname))?.[1] ?? null;
}

/** Returns the route of a path, or null. */
export function routeOf(pathname: string): RouteName | null {
  const names = Object.keys(paths) as (keyof typeof paths)[];
  const path = withoutEnd(pathname);
  const name = names.find((route) => paths[route] === path);
  return name ?? (matchIdOf(path) === null ? null : "conversation");
}

/** The router and the server ignore trailing slashes. */
const withoutEnd = (pathname: string) => pathname.replace(/\/+$/, "") || paths.index;

/** The paths of the reviewers' console, which is an application of its own. */
export const reviewPaths = {
  queue: "/review",
  enrol: "/review/enrol",
  signIn: "/review/sign-in",
  statistics: "/review/statistics",
} as const;

type ReviewRoute = keyof typeof reviewPaths | "case";

const reviewCase = /^\/review\/cases\/(\d+)$/;

/** Returns the path of a case in the console. */
export const casePath = (id: number): string => `${reviewPaths.queue}/cases/${id}`;

/** Returns the id of the case that stands at this path of the console, or null. */
export function caseIdOf(pathname: string): number | null {
  const id = reviewCase.exec(withoutEnd(pathname))?.[1];
  return id === undefined ? null : Number(id);
}

/** Returns the route of a path of the console, or null. */
export function reviewRouteOf(pathname: string): ReviewRoute | null {
  const names = Object.keys(reviewPaths) as (keyof typeof reviewPaths)[];
  const path = withoutEnd(pathname);
  const name = names.find((route) => reviewPaths[route] === path);
  return name ?? (caseIdOf(path) === null ? null : "case");
}
