/** Asks the server for the operator's redirect of a path. */
import { call, fetchWithin } from "./client";
import type { components } from "./schema";

/** The target of a redirect: a place of this app, or an address elsewhere. */
export type RouteRule = Pick<components["schemas"]["RedirectResponse"], "to">;

/** Few paths have a rule, and the page opens only after the answer: a late rule does not count. */
const timeoutMs = 1500;

const rules = new Map<string, Promise<RouteRule | null>>();

/** Returns the rule of a path, or null. The app asks once for each path, and again after a failure. */
export function fetchRouteRule(path: string): Promise<RouteRule | null> {
  let rule = rules.get(path);
  if (!rule) {
    rule = request(path).catch(() => {
      rules.delete(path);
      return null;
    });
    rules.set(path, rule);
  }
  return rule;
}

async function request(path: string): Promise<RouteRule | null> {
  const { redirect } = await call(
    (client) =>
      client.GET("/route-rules", { params: { query: { path } }, fetch: fetchWithin(timeoutMs) }),
    { usesSession: false },
  );
  return redirect ? { to: redirect.to } : null;
}
