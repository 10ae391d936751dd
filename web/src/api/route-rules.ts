/** Fetches the redirect that the operator has configured for a path. */
import { call, fetchWithin } from "./client";
import type { components } from "./schema";

/** The target `to` is a path of this app or an https URL. */
export type RouteRule = Pick<components["schemas"]["RedirectResponse"], "to">;

/** The time limit is short, because each page opens only after the answer, and few paths have a rule. */
const timeoutMs = 1500;

const rules = new Map<string, Promise<RouteRule | null>>();

/**
 * Returns null if the path has no rule or the request fails. Requests each path once, and again only after a failure.
 */
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
