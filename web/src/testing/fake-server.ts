/**
 * A fake of our server for unit tests, typed by the OpenAPI document: a wrong path, body or answer does not
 * compile.
 */
import { HttpResponse, type RequestHandler } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { loadConfig, type PublicConfig } from "#/lib/config";
import { testConfig } from "#/lib/config.testing";
import { api, type ErrorCode, refusal, type Schemas } from "./mock/api";

interface FakeServer {
  /** Adds handlers for the rest of the test. The handler that was added last answers a matching request. */
  use(...handlers: RequestHandler[]): void;
  /** All requests to the API in this test, in their order. */
  readonly requests: readonly Request[];
  /** Returns the method and path of each request, such as `GET /news`, without the API's base. */
  paths(): string[];
  /** Returns the JSON bodies of requests, by their method (`PUT`) or by method and path (`PUT /news/read`). */
  bodiesOf<Body = unknown>(name: string): Promise<Body[]>;
}

/**
 * Starts the fake server for the tests of a file. It also serves `config` as `/config.json` and loads it, so
 * that `publicConfig()` works. A request to the API that no handler matches fails the test.
 */
export function startFakeServer(
  handlers: readonly RequestHandler[] = [],
  config: Partial<PublicConfig> = {},
): FakeServer {
  const configuration = api.untyped.get("/config.json", () =>
    HttpResponse.json({ ...testConfig, ...config }),
  );
  // The page logs each E500 on the server, so every test needs this handler. The other handlers have precedence.
  const log = api.post("/logger", ({ response }) => response(204).empty());
  const server = setupServer(configuration, ...handlers, log);
  let requests: Request[] = [];
  let unhandled: string[] = [];
  const isOfApi = ({ url }: Request) =>
    new URL(url).pathname.startsWith(`${testConfig.apiServerPath}/`);

  server.events.on("request:start", ({ request }) => {
    if (isOfApi(request)) requests.push(request.clone());
  });
  beforeAll(async () => {
    server.listen({
      onUnhandledRequest: (request) => {
        if (isOfApi(request)) unhandled.push(nameOf(request));
      },
    });
    await loadConfig();
  });
  // The handlers are not reset after each test: between two tests, the page may retry a call of the earlier
  // test, which must still find its handler.
  beforeEach(() => server.resetHandlers());
  afterEach(() => {
    const missing = unhandled;
    requests = [];
    unhandled = [];
    expect(missing, "requests without a handler").toEqual([]);
  });
  afterAll(() => server.close());

  return {
    use: (...added) => server.use(...added),
    get requests() {
      return requests;
    },
    paths: () => requests.map(nameOf),
    bodiesOf: (name) => {
      const named = requests.filter((request) => [request.method, nameOf(request)].includes(name));
      return Promise.all(named.map((request) => request.clone().json()));
    },
  };
}

/** Returns a handler that answers any path with an error of our server. */
export function refuse(
  status: number,
  code: ErrorCode,
  more: { fields?: Schemas["FieldError"][]; headers?: Record<string, string> } = {},
) {
  return () => refusal(code, { status, ...more }) as never;
}

/** A handler that breaks the connection, so that the client gets no answer. */
export const breakConnection = () => HttpResponse.error() as never;

const nameOf = ({ method, url }: Request) =>
  `${method} ${new URL(url).pathname.slice(testConfig.apiServerPath.length)}`;
