/**
 * A fake of our server for unit tests: msw, typed by the OpenAPI document. A path, a body or an
 * answer that the document does not name does not compile.
 */
import { HttpResponse, type RequestHandler } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { loadConfig, type PublicConfig } from "#/lib/config";
import { testConfig } from "#/lib/config.testing";
import { api, type ErrorCode, refusal, type Schemas } from "./mock/api";

interface FakeServer {
  /** Adds handlers for the rest of the test; the latest one that matches a request answers it. */
  use(...handlers: RequestHandler[]): void;
  /** All requests of the test to the API, in their order. */
  readonly requests: readonly Request[];
  /** Returns the paths of those requests below the base of the API, each after its method. */
  paths(): string[];
  /** Returns the JSON of the requests with this method, or with this method and path: `PUT`, `PUT /news/read`. */
  bodiesOf<Body = unknown>(name: string): Promise<Body[]>;
}

/**
 * Starts the fake for the tests of a file, with handlers that every test has. It serves the given
 * deployment as `/config.json` and loads it, so that `publicConfig()` works. A request to the API that
 * no handler matches fails the test.
 */
export function startFakeServer(
  handlers: readonly RequestHandler[] = [],
  config: Partial<PublicConfig> = {},
): FakeServer {
  const configuration = api.untyped.get("/config.json", () =>
    HttpResponse.json({ ...testConfig, ...config }),
  );
  // The page logs an E500 by itself. The handlers of a test come first.
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
  // A call of the test before may be tried again between the two, and is answered as before.
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

/** Returns a handler with an error answer of our server, for any path. */
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
