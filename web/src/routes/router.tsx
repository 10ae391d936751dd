/** The five routes, each its own chunk, with the guard before them. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { getStage } from "../app/stage";
import { guard } from "../guards/guard";
import { ErrorPage } from "../pages/error-page";
import { NotFoundPage } from "../pages/not-found-page";
import { getSession } from "../session/session";
import { paths, routeOf } from "./paths";

const rootRoute = createRootRoute({
  beforeLoad: ({ location }) => {
    const session = getSession();
    const verdict = guard({
      ...getStage(),
      route: routeOf(location.pathname),
      isLiffStateRedirect: "liff.state" in location.search,
      registration: session.registration,
      reviewStatus: session.userInfo?.reviewStatus ?? null,
    });
    if (verdict.kind === "goTo") throw redirect({ to: verdict.path, replace: true });
  },
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
});

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.index,
  component: lazyRouteComponent(() => import("../pages/index-page"), "IndexPage"),
});

const friendRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.friend,
  component: lazyRouteComponent(() => import("../pages/friend-page"), "FriendPage"),
});

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.profile,
  component: lazyRouteComponent(() => import("../pages/profile-page"), "ProfilePage"),
});

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.register,
  /** The page of the form, which decides what an unknown one means; and whether it is a change. */
  validateSearch: (search: Record<string, unknown>): { page?: string; change?: true } => ({
    ...(typeof search.page === "string" ? { page: search.page } : {}),
    ...(search.change === true ? { change: true } : {}),
  }),
  component: lazyRouteComponent(() => import("../pages/register-page"), "RegisterPage"),
});

const devRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.dev,
  component: lazyRouteComponent(() => import("../pages/dev-page"), "DevPage"),
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  friendRoute,
  profileRoute,
  registerRoute,
  devRoute,
]);

export const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
