/** Asks the guard about a place, with everything that is known right now. */
import type { RouteRule } from "../api/route-rules";
import { addFriendUrl, findConfig, publicConfig } from "../lib/config";
import { routeOf } from "../lib/paths";
import { surfaceOf } from "../liff/surface";
import { getStage } from "../person/stage";
import { getSession } from "../session/session";
import { readText } from "../storage/local";
import { type Exit, guard, type Verdict } from "./guard";

/** A place of this app as an address bar shows it. */
export interface Place {
  pathname: string;
  /** With its question mark, or empty. */
  search: string;
  /** With its number sign, or empty. */
  hash: string;
}

/** Where the person may be instead of there, if anywhere. */
export function judge(place: Place, rule: RouteRule | null): Verdict {
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

/** The address of a way out; the mini-app opens at the place that was asked for. */
export function addressOf(exit: Exit, place: Place): string {
  if (exit === "addFriend") return addFriendUrl();
  const { pathname, search, hash } = place;
  return `https://liff.line.me/${publicConfig().liffId}${pathname}${search}${hash}`;
}
