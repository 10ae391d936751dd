/** The typed client of our server, from its OpenAPI document, and what every call has in common. */
import createClient, { type Middleware } from "openapi-fetch";
import { publicConfig } from "../lib/config";
import { timeLimit } from "../lib/time-limit";
import { currentToken, dropToken, setToken } from "../session/session";
import { ApiError, apiErrorOf, hasEnded, NetworkError } from "./error";
import { tellFailure } from "./failure-toasts";
import { tryAgain } from "./retry";
import type { paths } from "./schema";

type Client = ReturnType<typeof createClient<paths>>;

export interface CallOptions {
  /** Sent without the session's token, which its failure says nothing about. */
  isPublic?: boolean;
  /** Nothing changes on the server however often it is sent: it may be tried again by itself. */
  isSafe?: boolean;
  /** False where the page itself says what went wrong. */
  showToast?: boolean;
}

/** What openapi-fetch gives. */
interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** Answers are small; what takes longer is lost. */
const patienceMs = 15_000;

let clients: { ofSession: Client; ofAnyone: Client } | undefined;

/** The data of a call's answer; what went wrong is told as a toast and thrown as one of two errors. */
export async function call<Data>(
  ask: (client: Client) => Promise<Answer<Data>>,
  { isPublic = false, isSafe = false, showToast = true }: CallOptions = {},
): Promise<Data> {
  const client = isPublic ? getClients().ofAnyone : getClients().ofSession;
  const once = () => unwrap(ask(client));
  const sent = currentToken();
  try {
    return await (isSafe ? tryAgain(once) : once());
  } catch (error) {
    if (!isPublic && hasEnded(error)) dropToken(sent);
    if (showToast) tellFailure(error);
    throw error;
  }
}

/** The proof of the session at hand. */
export function sessionHeaders(): Record<string, string> {
  const token = currentToken();
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/**
 * A token that came with an answer takes the place of the one at hand (seed, section 4); after a
 * logout there is no such place.
 */
export function keepRenewedToken(authorization: string | null): void {
  const renewed = authorization?.match(/^Bearer (.+)$/)?.[1];
  if (renewed && currentToken()) setToken(renewed);
}

const session: Middleware = {
  onRequest({ request }) {
    for (const [name, value] of Object.entries(sessionHeaders())) request.headers.set(name, value);
  },
  onResponse({ response }) {
    keepRenewedToken(response.headers.get("Authorization"));
  },
};

/** Asked for by its name each time: whoever stands in for it may come later. */
const fetchInTime = (request: Request) => fetch(request, { signal: timeLimit(patienceMs) });

/** Made on first use, when the configuration is there. */
function getClients() {
  if (!clients) {
    const options = { baseUrl: publicConfig().apiServerPath, fetch: fetchInTime };
    clients = { ofSession: createClient<paths>(options), ofAnyone: createClient<paths>(options) };
    clients.ofSession.use(session);
  }
  return clients;
}

async function unwrap<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await answer.catch((cause: unknown) => {
    throw cause instanceof ApiError ? cause : new NetworkError("no answer", { cause });
  });
  if (response.ok) return data as Data;
  throw apiErrorOf(response.status, error, response.headers.get("Retry-After"));
}
