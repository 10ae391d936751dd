/** The stand-in for LINE's servers: as a program beside our server, and behind a browser's back. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import type { BrowserContext, Route } from "@playwright/test";

const top = resolve(import.meta.dirname, "../..");
const program = resolve(
  top,
  process.env.ENMUSUBI_LINE_PLATFORM ?? "target/debug/enmusubi-line-platform",
);

export const liffId = "1234567890-abcdefgh";
export const botId = "@enmusubi";
/** The stand-in's own. */
export const channelSecret = "5ec12e7f0123456789abcdef01234567";

export interface LinePerson {
  userId: string;
  displayName: string;
}

export interface Fault {
  /** A part of host and path; every call without it. */
  call?: string;
  status?: number;
  delayMs?: number;
  times?: number;
}

/** `behaviour.rs` and `change.rs` say what each member is for; absent ones stay as they are. */
export interface LineChange {
  endpointUrl?: string;
  person?: LinePerson;
  isFriend?: boolean;
  scopes?: string[];
  grantedScopes?: string[];
  withheldApis?: string[];
  refusesLogin?: boolean;
  shareOutcome?: "pending" | "success" | "cancel" | "failure";
  idTokenFault?: "kid" | "issuer" | "audience" | "algorithm" | "expired" | "signature" | null;
  faults?: Fault[];
  revokeAccessTokens?: true;
  reset?: true;
}

/** The app opened in LINE: the first address, and the person's proofs for calls past the page. */
export interface Launched {
  url: string;
  idToken: string;
  accessToken: string;
}

export interface Line {
  base: string;
  control: (change: LineChange) => Promise<void>;
  /** How many calls had this in their host and path since the last reset. */
  count: (part: string) => Promise<number>;
  /** What was sent in a person's name. */
  sharedMessages: () => Promise<unknown[]>;
  /** Does what the page in a sub-window does: reads what it was opened with, and answers. */
  answerInSubWindow: (
    msit: string,
    status: "submit" | "cancel" | "close",
    result: object,
  ) => Promise<unknown>;
  /** What LINE opens for `https://liff.line.me/{liffId}{path}`. */
  launch: (path?: string) => Promise<Launched>;
  /** LINE's hosts as these pages see them. */
  standInFor: (context: BrowserContext) => Promise<void>;
  /** From now on these pages cannot even connect to LINE; `false` mends it. */
  cut: (isCut: boolean) => void;
  stop: () => Promise<void>;
}

export async function startLine(): Promise<Line> {
  const child = spawn(program, [], { stdio: ["ignore", "pipe", "inherit"] });
  const [base] = await Promise.race([
    once(createInterface(child.stdout), "line"),
    once(child, "error").then(([error]) => Promise.reject(error)),
  ]);
  let isCut = false;
  const tell = (change: LineChange) => postJson<{ records: Records }>(`${base}/_control`, change);
  return {
    base,
    control: async (change) => void (await tell(change)),
    count: async (part) => {
      const { records } = await tell({});
      return records.calls.filter(({ call }) => call.includes(part)).length;
    },
    sharedMessages: async () => (await tell({})).records.shared,
    answerInSubWindow: async (msit, status, result) => {
      const sub = `${base}/liff/v2/sub`;
      const { mst } = await postJson<{ mst: string }>(`${sub}/mst`, { msit });
      const { data } = await postJson<{ data: unknown }>(`${sub}/appData`, { mst });
      await postJson(`${sub}/result`, { mst, status, result });
      return data;
    },
    launch: (path = "") =>
      askJson(`${base}/_launch?${new URLSearchParams({ liffId, path }).toString()}`),
    standInFor: async (context) => {
      await context.route(isOfLine, (route) =>
        isCut ? route.abort("connectionrefused") : forward(route, base).catch(() => undefined),
      );
    },
    cut: (wanted) => {
      isCut = wanted;
    },
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

interface Records {
  calls: { call: string }[];
  shared: unknown[];
}

const postJson = <Answer>(url: string, body: object) =>
  askJson<Answer>(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

async function askJson<Answer>(url: string, request: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(url, request);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

const isOfLine = ({ hostname }: URL) => /(^|\.)(line\.me|line-scdn\.net)$/.test(hostname);

/** Passes a request on with its host as the first part of the path. Rejects when the page is gone. */
async function forward(route: Route, base: string): Promise<void> {
  const request = route.request();
  const { hostname, pathname, search } = new URL(request.url());
  const { host: _, connection: __, ...headers } = request.headers();
  const sent = request.postDataBuffer();
  const answer = await fetch(`${base}/${hostname}${pathname}${search}`, {
    method: request.method(),
    headers,
    body: sent && Uint8Array.from(sent),
    redirect: "manual",
  });
  const body = Buffer.from(await answer.arrayBuffer());
  await route.fulfill({ status: answer.status, headers: Object.fromEntries(answer.headers), body });
}
