/** Asks the server whether a path leads elsewhere (seed, section 2: the further global guard). */
import { publicConfig } from "../lib/config";
import { timeLimit } from "../lib/time-limit";
import type { components } from "./schema";

/** Where a path leads instead: a place of this app, or an address elsewhere. */
export type RouteRule = Pick<components["schemas"]["RedirectResponse"], "to">;

/** A rule that takes longer counts as none: nobody waits at a door for a sign that may not hang there. */
const patienceMs = 1500;

const known = new Map<string, Promise<RouteRule | null>>();

/** The rule of a path; null where there is none or it cannot be had. Asked once for each path. */
export function fetchRouteRule(path: string): Promise<RouteRule | null> {
  let rule = known.get(path);
  if (!rule) {
    rule = ask(path).catch(() => {
      // Asked again when the path is next gone to.
      known.delete(path);
      return null;
    });
    known.set(path, rule);
  }
  return rule;
}

async function ask(path: string): Promise<RouteRule | null> {
  const url = `${publicConfig().apiServerPath}/route-rules?path=${encodeURIComponent(path)}`;
  const answer = await fetch(url, { signal: timeLimit(patienceMs) });
  if (!answer.ok) throw new Error(`the route rules answered ${answer.status}`);
  const { redirect } = (await answer.json()) as components["schemas"]["RouteRulesResponse"];
  return redirect ? { to: redirect.to } : null;
}
