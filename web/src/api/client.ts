/** The typed client of our server, from its OpenAPI document. */
import createClient, { type Middleware } from "openapi-fetch";
import { publicConfig } from "../lib/config";
import { dropToken, getSession, setToken } from "../session/session";
import { apiErrorOf, NetworkError } from "./error";
import type { paths } from "./schema";

type Client = ReturnType<typeof createClient<paths>>;

let client: Client | undefined;

/** Keeps a renewed session token and lets go of one that is of no use any more. */
const session: Middleware = {
  onResponse({ response }) {
    const renewed = response.headers.get("Authorization")?.match(/^Bearer (.+)$/)?.[1];
    if (renewed) setToken(renewed);
  },
};

/** Made on first use, when the configuration is there. */
export function api(): Client {
  if (!client) {
    client = createClient<paths>({ baseUrl: publicConfig().apiServerPath });
    client.use(session);
  }
  return client;
}

/** The proof of the session at hand. */
export function sessionHeaders(): Record<string, string> {
  const { token } = getSession();
  return token ? { Authorization: `Bearer ${token}` } : {};
}

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The data of an answer, or what went wrong as one of two errors. */
export async function unwrap<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw new NetworkError("no answer", { cause });
  });
  if (response.ok) return data as Data;
  const failure = apiErrorOf(response.status, error);
  if (failure.code === "E001A" || failure.code === "E001B") dropToken();
  throw failure;
}
