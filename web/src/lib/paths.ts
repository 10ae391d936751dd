/** The paths of the routes. No other file spells one. */
export const paths = {
  index: "/",
  friend: "/friend",
  profile: "/profile",
  register: "/register",
  dev: "/dev",
} as const;

export type RouteName = keyof typeof paths;

/** Returns the route of a path, or null. */
export function routeOf(pathname: string): RouteName | null {
  const names = Object.keys(paths) as RouteName[];
  // The router and the server ignore trailing slashes too.
  const path = pathname.replace(/\/+$/, "") || paths.index;
  return names.find((name) => paths[name] === path) ?? null;
}
