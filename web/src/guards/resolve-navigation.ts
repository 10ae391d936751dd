/** Collects what the app knows now, and lets the guard decide whether the person may see a page. */
import type { RouteRule } from "#/api/route-rules";
import { addFriendUrl, findConfig, publicConfig } from "#/lib/config";
import { routeOf } from "#/lib/paths";
import { surfaceOf } from "#/lib/surface";
import type { Place } from "#/navigation/navigation";
import { getStage } from "#/person/stage";
import { getSession } from "#/session/session";
import { readText } from "#/storage/local";
import { type Exit, guard, type NavigationDecision } from "./guard";

export function resolveNavigation(place: Place, rule: RouteRule | null): NavigationDecision {
  const { registration, userInfo } = getSession();
  return guard({
    ...getStage(),
    route: routeOf(place.pathname),
    surface: surfaceOf(navigator.userAgent),
    mayRunAnywhere: findConfig()?.mockEnable === true || readText("debug") === "true",
    isLiffStateRedirect: new URLSearchParams(place.search).has("liff.state"),
    registration,
    reviewStatus: userInfo?.reviewStatus ?? null,
    rule,
  });
}

/** Returns the address of an exit. The mini-app opens at `place`, so that the person arrives at the wanted page. */
export function addressOf(exit: Exit, place: Place): string {
  if (exit === "addFriend") return addFriendUrl();
  const { pathname, search, hash } = place;
  return `https://liff.line.me/${publicConfig().liffId}${pathname}${search}${hash}`;
}
