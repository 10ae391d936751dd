/**
 * Makes calls with the typed client of the reviewers' console. The session is a cookie, which the browser sends by
 * itself and no script can read.
 */
import createClient from "openapi-fetch";
import { publicConfig } from "#/lib/config";
import { createStore } from "#/lib/store";
import { timeLimit } from "#/lib/time-limit";
import { type ApiError, apiErrorOf, isUnauthenticated, NetworkError } from "./error";
import { logServerFault } from "./log-server-fault";
import type { components, paths } from "./schema";

type Client = ReturnType<typeof createClient<paths>>;
export type CaseStanding = components["schemas"]["CaseStanding"];

/** The error E004: the reviewer does not hold a claim on the case. `standing` is the current state of the case. */
export class CaseConflict extends Error {
  override name = "CaseConflict";

  constructor(
    readonly standing: CaseStanding,
    override readonly cause: ApiError,
  ) {
    super(cause.message);
  }
}

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

const timeoutMs = 15_000;

let client: Client | undefined;
/** The time by which the server's clock is ahead of this device's clock. Leases end by the server's clock. */
let serverAheadMs = 0;

/** Counts the answers that refused the session, so that the console can go to the sign-in page. */
export const sessionEnds = createStore({ count: 0 });

/** Returns the time of the server's clock, with an error of up to 2 seconds. */
export function serverNowMs(): number {
  return Date.now() + serverAheadMs;
}

/**
 * Returns the data of the answer. Throws a `NetworkError` if no answer came, and a `CaseConflict` or an `ApiError` for
 * an error answer.
 */
export async function callReview<Data>(
  send: (client: Client) => Promise<Answer<Data>>,
  { mayEndSession = true } = {},
): Promise<Data> {
  client ??= createClient<paths>({
    baseUrl: publicConfig().apiServerPath,
    credentials: "same-origin",
    // Read the global `fetch` at each call, because tests replace `fetch`.
    fetch: (request) => fetch(request, { signal: timeLimit(timeoutMs, request.signal) }),
  });
  const { data, error, response } = await send(client).catch((cause: unknown) => {
    throw new NetworkError("no answer", { cause });
  });
  readClock(response);
  if (response.ok) return data as Data;
  const refusal = apiErrorOf(response.status, error, (name) => response.headers.get(name));
  logServerFault(refusal);
  if (mayEndSession && isUnauthenticated(refusal)) {
    sessionEnds.set({ count: sessionEnds.get().count + 1 });
  }
  const standing = (error as { case?: CaseStanding | null } | undefined)?.case;
  throw refusal.code === "E004" && standing ? new CaseConflict(standing, refusal) : refusal;
}

function readClock(response: Response): void {
  const sentAtMs = Date.parse(response.headers.get("Date") ?? "");
  if (Number.isNaN(sentAtMs)) return;
  const aheadMs = sentAtMs - Date.now();
  // The header has whole seconds and the answer takes time, so ignore small differences.
  serverAheadMs = Math.abs(aheadMs) > 2_000 ? aheadMs : 0;
}
