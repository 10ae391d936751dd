/**
 * A proxy in front of our server, which makes requests slow, lets them fail, and puts a script before those of the page, in
 * any browser.
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { type Speed, slowLink } from "./slow-link";

/** A connection that breaks in the middle of the answer, a refusal, or an answer that never comes. */
export type Failure = "break" | "refuse" | "hang";

export interface Network {
  /** The address of the app, without a slash at the end. */
  url: string;
  /** Names the server to which all requests go. */
  serve: (url: string) => void;
  /** Lets the next request whose path has this part fail. Returns a function that ends this, and returns true if one has failed. */
  failOnce: (part: string, failure: Failure) => () => boolean;
  /** Refuses all requests of this method whose path has this part. Returns the function that ends this. */
  refuse: (method: string, part: string) => () => void;
  /** Puts a script before the first one of each page that is loaded from now on. */
  inject: (script: string) => void;
  /** All requests, in order. */
  requests: { method: string; path: string; isOfMember: boolean }[];
  stop: () => void;
}

/** Starts the proxy. Without a speed, it is as fast as the machine. */
export async function startNetwork(speed?: Speed): Promise<Network> {
  let target = "";
  let script = "";
  const requests: Network["requests"] = [];
  const failures = new Map<string, Failure>();
  let refused: { method: string; part: string } | null = null;

  const answer = (from: IncomingMessage, to: ServerResponse) => {
    const { method = "GET", url: path = "/" } = from;
    requests.push({ method, path, isOfMember: from.headers.authorization !== undefined });
    if (method === refused?.method && path.includes(refused.part)) return fail(to, "refuse");
    const part = [...failures.keys()].find((one) => path.includes(one));
    const failure = part === undefined ? undefined : failures.get(part);
    if (part !== undefined) failures.delete(part);
    if (failure) return fail(to, failure);
    const headers = { ...from.headers, host: new URL(target).host };
    if (from.headers.accept?.startsWith("text/html")) {
      // A page of the browser's cache may have another script.
      for (const name of ["if-none-match", "if-modified-since"] as const) delete headers[name];
      // A compressed page could not be changed.
      if (script) delete headers["accept-encoding"];
    }
    const forwarded = request(`${target}${path}`, { method, headers }, (answered) =>
      relay(answered, to, script),
    );
    forwarded.on("error", () => to.destroy());
    from.pipe(forwarded);
  };

  const server = createServer(answer);
  const slow = speed && slowLink(speed);
  const door = slow
    ? createTcpServer((socket) => void server.emit("connection", slow(socket)))
    : server;
  await new Promise<void>((listening) => door.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    serve: (url) => {
      target = url;
    },
    failOnce: (part, failure) => {
      failures.set(part, failure);
      return () => !failures.delete(part);
    },
    refuse: (method, part) => {
      refused = { method, part };
      return () => {
        refused = null;
      };
    },
    inject: (wanted) => {
      script = wanted;
    },
    requests,
    stop: () => {
      door.close();
      server.closeAllConnections();
    },
  };
}

function fail(to: ServerResponse, failure: Failure): void {
  if (failure === "refuse") to.writeHead(503).end();
  // A browser repeats a request whose connection closes before the answer begins, so the answer begins.
  if (failure === "break") {
    to.writeHead(200, { "Content-Length": 1000 });
    to.write("…", () => to.destroy());
  }
}

function relay(from: IncomingMessage, to: ServerResponse, script: string): void {
  const status = from.statusCode ?? 502;
  if (!script || !from.headers["content-type"]?.startsWith("text/html")) {
    to.writeHead(status, from.headers);
    from.pipe(to);
    return;
  }
  const parts: Buffer[] = [];
  from.on("data", (part) => parts.push(part));
  from.on("end", () => {
    const page = String(Buffer.concat(parts)).replace(
      "<head>",
      () => `<head><script>${script}</script>`,
    );
    const policy = String(from.headers["content-security-policy"] ?? "");
    const hash = createHash("sha256").update(script).digest("base64");
    to.writeHead(status, {
      ...from.headers,
      "content-length": Buffer.byteLength(page),
      "content-security-policy": policy.replace("script-src ", `script-src 'sha256-${hash}' `),
    });
    to.end(page);
  });
}
