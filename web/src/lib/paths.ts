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

/** The names of the routes. The path of a conversation ends with the id of its match. */
export type RouteName = keyof typeof paths | "conversation";

const conversation = /^\/matches\/([\w-]+)$/;

export const conversationPath = (matchId: string): string => `${paths.matches}/${matchId}`;

/** Returns null if the path is not the path of a conversation. */
export function matchIdOf(pathname: string): string | null {
  return conversation.exec(withoutEnd(pathname))?.[1] ?? null;
}

/** Returns null for an unknown path. */
export function routeOf(pathname: string): RouteName | null {
  const names = Object.keys(paths) as (keyof typeof paths)[];
  const path = withoutEnd(pathname);
  const name = names.find((route) => paths[route] === path);
  return name ?? (matchIdOf(path) === null ? null : "conversation");
}

/** Removes trailing slashes, which the router and the server ignore too. */
const withoutEnd = (pathname: string) => pathname.replace(/\/+$/, "") || paths.index;

/** The paths of the reviewers' console, which is a separate application. */
export const reviewPaths = {
  queue: "/review",
  enrol: "/review/enrol",
  signIn: "/review/sign-in",
  statistics: "/review/statistics",
} as const;

type ReviewRoute = keyof typeof reviewPaths | "case";

const reviewCase = /^\/review\/cases\/(\d+)$/;

export const casePath = (id: number): string => `${reviewPaths.queue}/cases/${id}`;

/** Returns null if the path is not the path of a case. */
export function caseIdOf(pathname: string): number | null {
  const id = reviewCase.exec(withoutEnd(pathname))?.[1];
  return id === undefined ? null : Number(id);
}

/** Returns null for a path that the console does not have. */
export function reviewRouteOf(pathname: string): ReviewRoute | null {
  const names = Object.keys(reviewPaths) as (keyof typeof reviewPaths)[];
  const path = withoutEnd(pathname);
  const name = names.find((route) => reviewPaths[route] === path);
  return name ?? (caseIdOf(path) === null ? null : "case");
}
