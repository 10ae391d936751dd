/** Calls our server with a client whose types come from the OpenAPI document. */
import createClient, { type Middleware } from "openapi-fetch";
import { publicConfig } from "#/lib/config";
import { type RetryPolicy, retry } from "#/lib/retry";
import { timeLimit } from "#/lib/time-limit";
import { currentToken, dropToken, setToken } from "#/session/session";
import { ApiError, apiErrorOf, hasTokenExpired, isTransient, NetworkError } from "./error";
import { logServerFault } from "./log-server-fault";
import type { paths } from "./schema";

type Client = ReturnType<typeof createClient<paths>>;

export interface CallOptions {
  /** False for a call with other credentials or none. The failure of such a call must not end the session. */
  usesSession?: boolean;
  /** True if the call changes nothing on the server, so that the client may retry it. */
  isSafe?: boolean;
}

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

const defaultTimeoutMs = 15_000;

const safeCallPolicy: RetryPolicy = {
  firstMs: 400,
  factor: 3,
  maxDelayMs: 2000,
  jitter: [1, 1.25],
  maxAttempts: 3,
  // No event ends the wait early, because pages show the last known data meanwhile and listen for `online` themselves.
  wakeOn: [],
};

let clients: { withSession: Client; withoutSession: Client } | undefined;

/**
 * Makes a call and returns the data of its answer. Throws an `ApiError` for an error answer, and a `NetworkError` if no
 * answer came. The caller must show the failure, for example with `useAct()`.
 */
export async function call<Data>(
  send: (client: Client) => Promise<Answer<Data>>,
  { usesSession = true, isSafe = false }: CallOptions = {},
): Promise<Data> {
  const { withSession, withoutSession } = getClients();
  const once = () => unwrap(send(usesSession ? withSession : withoutSession));
  const sentToken = currentToken();
  try {
    return await (isSafe ? retry(once, { policy: safeCallPolicy, decide }) : once());
  } catch (error) {
    if (usesSession && hasTokenExpired(error)) dropToken(sentToken);
    logServerFault(error);
    throw error;
  }
}

export const fetchWithin = (timeoutMs: number) => (request: Request) =>
  // Read the global `fetch` at each call, because tests replace `fetch`.
  fetch(request, { signal: timeLimit(timeoutMs, request.signal) });

/** The `fetch` for large bodies, and for calls in which the server waits for a mail server or a database commit. */
export const slowFetch = fetchWithin(30_000);

export function sessionHeaders(): Record<string, string> {
  const token = currentToken();
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** Stores the token with which the server renewed the session. Ignores the token if the person has logged out. */
export function storeRenewedToken(authorization: string | null): void {
  const renewed = authorization?.match(/^Bearer (.+)$/)?.[1];
  if (renewed && currentToken()) setToken(renewed);
}

function decide(error: unknown) {
  const afterMs = (error instanceof ApiError && error.retryAfterMs) || 0;
  // Give up if the device is offline or the server asks for a long wait. The page then uses the last known data.
  const isHopeless = !isTransient(error) || afterMs > safeCallPolicy.maxDelayMs;
  return isHopeless || !navigator.onLine ? "giveUp" : { afterMs };
}

/**
 * Sends the language of the app, which may differ from the browser's language. The server stores the language with the
 * account, and writes mails and messages in it.
 */
const language: Middleware = {
  onRequest({ request }) {
    request.headers.set("Accept-Language", document.documentElement.lang || "en");
  },
};

const session: Middleware = {
  onRequest({ request }) {
    for (const [name, value] of Object.entries(sessionHeaders())) request.headers.set(name, value);
  },
  onResponse({ response }) {
    storeRenewedToken(response.headers.get("Authorization"));
  },
};

/** Creates the clients at the first call, because the configuration is not loaded before. */
function getClients() {
  if (!clients) {
    const options = {
      baseUrl: publicConfig().apiServerPath,
      fetch: fetchWithin(defaultTimeoutMs),
    };
    clients = {
      withSession: createClient<paths>(options),
      withoutSession: createClient<paths>(options),
    };
    clients.withSession.use(language, session);
    clients.withoutSession.use(language);
  }
  return clients;
}

async function unwrap<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await answer.catch((cause: unknown) => {
    throw cause instanceof ApiError ? cause : new NetworkError("no answer", { cause });
  });
  if (response.ok) return data as Data;
  throw apiErrorOf(response.status, error, (name) => response.headers.get(name));
}
