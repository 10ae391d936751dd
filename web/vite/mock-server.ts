/** Answers the page's calls with the mock of our server (`src/testing/mock`), so that a screen needs no Rust. */
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { type Connect, type Plugin, runnerImport } from "vite";
import type { CallName, Fault, MockServer } from "../src/testing/mock/server.ts";
import { mockPage } from "./mock-page.ts";

const source = "/src/testing/mock/server.ts";
const switchPath = "/mock";
const answered = /^\/(api|_ipx)\/|^\/config\.json$/;

/** A change of the mock. The page `/mock` and the tests in a browser send it to `PUT /mock`. */
export interface Change {
  start?: Partial<MockServer["started"]>;
  faults?: { [Call in CallName]?: Fault | null };
  decision?: Parameters<MockServer["decide"]>[0];
}

type MockModule = typeof import("../src/testing/mock/server.ts");

export function mockServer(): Plugin {
  return {
    name: "enmusubi-mock-server",
    apply: "serve",
    configureServer(server) {
      const load = () => server.ssrLoadModule(source) as Promise<MockModule>;
      server.middlewares.use(answerWith(load));
    },
    configurePreviewServer({ config, middlewares }) {
      const { root, resolve } = config;
      const options = { configFile: false, root, resolve: { alias: resolve.alias } } as const;
      let loading: Promise<{ module: MockModule }> | undefined;
      const load = async () => {
        loading ??= runnerImport<MockModule>(source, options);
        return (await loading).module;
      };
      middlewares.use(answerWith(load));
    },
  };
}

/** Answers the page's calls and `/mock`. When the mock's source files change, a new mock starts. */
function answerWith(load: () => Promise<MockModule>): Connect.NextHandleFunction {
  let loaded: MockModule | undefined;
  let mock: MockServer;
  return async (request, response, next) => {
    const path = request.url?.split("?")[0] ?? "";
    if (path !== switchPath && !answered.test(path)) return next();
    try {
      const module = await load();
      if (module !== loaded) mock = new module.MockServer();
      loaded = module;
      if (path === switchPath) await answerSwitch(module, mock, request, response);
      else await send(await mock.answer(requestOf(request)), response);
    } catch (error) {
      next(error);
    }
  };
}

async function answerSwitch(
  module: MockModule,
  mock: MockServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== "PUT") {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(mockPage(module, mock, await readRefusals()));
    return;
  }
  const { start, faults = {}, decision } = (await requestOf(request).json()) as Change;
  if (start) mock.restart(start);
  if (decision) mock.decide(decision);
  for (const [call, fault] of Object.entries(faults)) mock.fail(call as CallName, fault);
  response.writeHead(204).end();
}

/** Returns the sentence of the OpenAPI document about the refusals of each call, by the call's name. */
async function readRefusals(): Promise<ReadonlyMap<string, string>> {
  const document = await readFile(new URL("../../server/openapi.json", import.meta.url), "utf8");
  const { paths } = JSON.parse(document) as {
    paths: Record<string, Record<string, { responses?: Record<string, { description: string }> }>>;
  };
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { responses }]) => {
      const refused = responses?.["4XX"]?.description ?? "";
      return [`${method.toUpperCase()} ${path}`, refused] as const;
    }),
  );
  return new Map(calls);
}

function requestOf(incoming: IncomingMessage): Request {
  const { headers, method = "GET", url = "/" } = incoming;
  const hasBody = method !== "GET" && method !== "HEAD";
  const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
  return new Request(new URL(url, `http://${headers.host}`), {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
    ...(hasBody ? { body: body as BodyInit, duplex: "half" } : {}),
  } as RequestInit);
}

async function send(answer: Response | undefined, response: ServerResponse): Promise<void> {
  if (answer?.type === "error") {
    response.destroy();
    return;
  }
  if (!answer) {
    response.writeHead(404).end("the mock has no such call");
    return;
  }
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}
