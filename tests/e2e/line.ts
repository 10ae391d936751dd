/** The stand-in for LINE's servers: a program beside our server, to which the browser's calls to LINE are routed. */
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
/** The channel secret of the stand-in. */
export const channelSecret = "5ec12e7f0123456789abcdef01234567";

/** The access token and the secret of the official account of the stand-in. */
export const messagingSettings = {
  LINE_CHANNEL_ACCESS_TOKEN: "bot/access+token=",
  LINE_MESSAGING_CHANNEL_SECRET: "b07b07b0712345678901234567890123",
};

export interface LinePerson {
  userId: string;
  displayName: string;
}

export interface Fault {
  /** A part of host and path. Without it, the fault concerns every call. */
  call?: string;
  status?: number;
  delayMs?: number;
  times?: number;
}

/** A change of the stand-in; `behaviour.rs` and `change.rs` document the members. Absent members stay unchanged. */
export interface LineChange {
  endpointUrl?: string;
  person?: LinePerson;
  isFriend?: boolean;
  unreachable?: string[];
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

/** A message of the official account, as the person sees it. */
export interface PushedMessage {
  to: string;
  /** The text on a locked screen. */
  summary: string;
  /** The address that its button opens. */
  url: string;
}

/** The app as LINE opens it: the first address, and the person's tokens for calls without a page. */
export interface Launched {
  url: string;
  idToken: string;
  accessToken: string;
}

export interface Line {
  base: string;
  control: (change: LineChange) => Promise<void>;
  /** Counts the calls since the last reset whose host and path contain this text. */
  count: (part: string) => Promise<number>;
  /** Returns the messages that the app has sent in the person's name. */
  sharedMessages: () => Promise<unknown[]>;
  /** Returns the messages that LINE has accepted from the official account, the oldest first. */
  pushedMessages: () => Promise<PushedMessage[]>;
  /** Returns the signature with which LINE sends this body to the webhook. */
  sign: (body: string) => Promise<string>;
  /** Acts as the page in a sub-window: reads the data of its opener, returns them, and sends an answer. */
  answerInSubWindow: (
    msit: string,
    status: "submit" | "cancel" | "close",
    result: object,
  ) => Promise<unknown>;
  /** Opens `https://liff.line.me/{liffId}{path}` as LINE does. */
  launch: (path?: string) => Promise<Launched>;
  /** Routes the calls of these pages to LINE's hosts to the stand-in. */
  routeCalls: (context: BrowserContext) => Promise<void>;
  /** Lets pages connect to LINE, or refuses all their connections. */
  setReachable: (isReachable: boolean) => void;
  stop: () => Promise<void>;
}

export async function startLine(): Promise<Line> {
  const child = spawn(program, [], { stdio: ["ignore", "pipe", "inherit"] });
  const [base] = await Promise.race([
    once(createInterface(child.stdout), "line"),
    once(child, "error").then(([error]) => Promise.reject(error)),
  ]);
  let isReachable = true;
  const change = (wanted: LineChange) => postJson<{ records: Records }>(`${base}/_control`, wanted);
  return {
    base,
    control: async (wanted) => void (await change(wanted)),
    count: async (part) => {
      const { records } = await change({});
      return records.calls.filter(({ call }) => call.includes(part)).length;
    },
    sharedMessages: async () => (await change({})).records.shared,
    pushedMessages: async () =>
      (await change({})).records.pushed.map(({ to, messages: [message] }) => ({
        to,
        summary: message.altText,
        url: message.contents.footer.contents[0].action.uri,
      })),
    sign: async (body) =>
      (await askJson<{ signature: string }>(`${base}/_sign`, { method: "POST", body })).signature,
    answerInSubWindow: async (msit, status, result) => {
      const sub = `${base}/liff/v2/sub`;
      const { mst } = await postJson<{ mst: string }>(`${sub}/mst`, { msit });
      const { data } = await postJson<{ data: unknown }>(`${sub}/appData`, { mst });
      await postJson(`${sub}/result`, { mst, status, result });
      return data;
    },
    launch: (path = "") =>
      askJson(`${base}/_launch?${new URLSearchParams({ liffId, path }).toString()}`),
    routeCalls: async (context) => {
      await context.route(isOfLine, (route) =>
        isReachable
          ? forward(route, base).catch(() => undefined)
          : route.abort("connectionrefused"),
      );
    },
    setReachable: (wanted) => {
      isReachable = wanted;
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
  pushed: { to: string; messages: [Bubble] }[];
}

interface Bubble {
  altText: string;
  contents: { footer: { contents: [{ action: { uri: string } }] } };
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

/** Forwards a request to the stand-in, with its host as the first part of the path. Rejects if the page has closed. */
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
