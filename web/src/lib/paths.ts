/** The only speller of routes. */
export const paths = {
  index: "/",
  friend: "/friend",
  profile: "/profile",
  register: "/register",
  dev: "/dev",
} as const;

export type RouteName = keyof typeof paths;
export type Path = (typeof paths)[RouteName];

/** The route of a path, or null where there is none. */
export function routeOf(pathname: string): RouteName | null {
  const names = Object.keys(paths) as RouteName[];
  // As the router and the server read it.
  const path = pathname.replace(/\/+$/, "") || paths.index;
  return names.find((name) => paths[name] === path) ?? null;
}
