/** Answers the page with the mock of our server (`src/testing/mock`), so that a screen needs no Rust. */
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Plugin } from "vite";
import type { CallName, Fault, MockServer } from "../src/testing/mock/server.ts";
import { mockPage } from "./mock-page.ts";

const switchPath = "/mock";
const answered = /^\/(api|_ipx)\/|^\/config\.json$/;

/** A change of the mock: the page of the switches and tests in a browser send it to `PUT /mock`. */
interface Change {
  start?: MockServer["started"];
  faults?: { [Call in CallName]?: Fault | null };
}

type MockModule = typeof import("../src/testing/mock/server.ts");

export function mockServer(): Plugin {
  return {
    name: "enmusubi-mock-server",
    apply: "serve",
    configureServer(server) {
      let loaded: MockModule | undefined;
      let mock: MockServer;
      // After a change of its sources the mock starts again.
      const load = async () => {
        const module = (await server.ssrLoadModule("/src/testing/mock/server.ts")) as MockModule;
        if (module !== loaded) mock = new module.MockServer();
        loaded = module;
        return module;
      };
      server.middlewares.use(async (request, response, next) => {
        const path = request.url?.split("?")[0] ?? "";
        try {
          if (path === switchPath) await answerSwitch(await load(), mock, request, response);
          else if (!answered.test(path)) next();
          else {
            await load();
            await send(await mock.answer(requestOf(request)), response);
          }
        } catch (error) {
          next(error);
        }
      });
    },
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
  const { start, faults = {} } = (await requestOf(request).json()) as Change;
  if (start) mock.restart(start);
  for (const [call, fault] of Object.entries(faults)) mock.fail(call as CallName, fault);
  response.writeHead(204).end();
}

/** Returns the sentence of the OpenAPI document about the refusals of each call. */
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
