/** An unstable network between browser and server: a TCP proxy whose connections fail in several ways. */
import { connect, createServer, type Server, type Socket } from "node:net";

/** The ways in which the proxy treats connections. */
type NetworkState =
  /** The proxy forwards everything after a short delay. */
  | "up"
  /** The proxy resets new connections, and open ones as soon as they send. */
  | "refusing"
  /** The proxy drops all bytes and keeps the connections open until the state changes. */
  | "silent"
  /** The proxy forwards the beginning of a request and resets the connection. */
  | "request-cut"
  /** The server gets the request, and the proxy resets the connection instead of sending the answer. */
  | "answer-lost";

const badStates = [
  "refusing",
  "silent",
  "request-cut",
  "answer-lost",
] as const satisfies NetworkState[];

/** The failures that a test can plan for one certain request. */
export type PlannedFailure = "request-cut" | "answer-lost";

interface Plan {
  /** The beginning of the request, such as `POST /api/user-profile `. */
  request: string;
  failure: PlannedFailure;
  step: "waiting" | "held" | "done";
}

/** The bytes of a cut request that still arrive: its first line and some headers. */
const cutAfterBytes = 200;
const maxDelayMs = 60;
const shortestPhaseMs = 300;
const longestPhaseMs = 1500;

export interface NetworkCounts {
  phases: number;
  refused: number;
  silenced: number;
  requestsCut: number;
  answersLost: number;
}

export interface UnstableNetwork {
  /** The address of the server for the browser, without a slash at the end. */
  url: string;
  counts: NetworkCounts;
  /** Counts the requests that began with this text. */
  countRequests: (request: string) => number;
  /** Lets the network come and go, and calls `onPhase` at every change. */
  start: (onPhase: (isUp: boolean) => void) => void;
  /** Keeps the network up from now on. */
  stabilise: () => void;
  /**
   * Lets the next request with this beginning fail, in any state of the network. The returned
   * function says whether it has failed.
   */
  failNext: (request: string, failure: PlannedFailure) => () => boolean;
  stop: () => Promise<void>;
}

/** Returns a generator of numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Starts a proxy in front of the server at `serverUrl`. It is stable until `start()` is called. */
export async function startUnstableNetwork(
  serverUrl: string,
  seed: number,
): Promise<UnstableNetwork> {
  const { port: serverPort } = new URL(serverUrl);
  const random = randomFrom(seed);
  const shared: Shared = {
    state: "up",
    plans: [],
    requests: [],
    counts: { phases: 0, refused: 0, silenced: 0, requestsCut: 0, answersLost: 0 },
  };
  const links = new Set<Link>();
  let timer: NodeJS.Timeout | undefined;

  const proxy = createServer((client) => {
    if (shared.state === "refusing") {
      shared.counts.refused += 1;
      client.on("error", () => undefined);
      client.resetAndDestroy();
      return;
    }
    const link = new Link(client, Number(serverPort), shared, random() * maxDelayMs);
    links.add(link);
    client.once("close", () => links.delete(link));
  });
  const change = (next: NetworkState) => {
    shared.state = next;
    for (const link of links) link.onChange(next);
  };
  const startPhase = (onPhase: (isUp: boolean) => void) => {
    const length = shortestPhaseMs + random() * (longestPhaseMs - shortestPhaseMs);
    timer = setTimeout(() => {
      const bad = badStates[Math.floor(random() * badStates.length)] ?? "refusing";
      change(shared.state === "up" ? bad : "up");
      shared.counts.phases += 1;
      onPhase(shared.state === "up");
      startPhase(onPhase);
    }, length);
  };
  const stabilise = () => {
    clearTimeout(timer);
    change("up");
  };
  return {
    url: `http://127.0.0.1:${await listen(proxy)}`,
    counts: shared.counts,
    countRequests: (request) => shared.requests.filter((line) => line.startsWith(request)).length,
    start: startPhase,
    stabilise,
    failNext: (request, failure) => {
      const plan: Plan = { request, failure, step: "waiting" };
      shared.plans.push(plan);
      return () => plan.step === "done";
    },
    stop: async () => {
      stabilise();
      for (const link of links) link.reset();
      await new Promise<void>((done) => proxy.close(() => done()));
    },
  };
}

/** The state that all connections share. */
interface Shared {
  state: NetworkState;
  plans: Plan[];
  /** The first line of every request. */
  requests: string[];
  counts: NetworkCounts;
}

/** A connection of the browser, and its connection to the server. */
class Link {
  private readonly server: Socket;
  private plan: Plan | undefined;
  private losesAnswer = false;
  private hasDroppedBytes = false;

  constructor(
    private readonly client: Socket,
    serverPort: number,
    private readonly shared: Shared,
    /** The delay of every piece of this connection; with the same delay they keep their order. */
    private readonly delayMs: number,
  ) {
    this.server = connect({ port: serverPort, host: "127.0.0.1", noDelay: true });
    client.setNoDelay(true);
    client.on("data", (bytes) => this.onRequestBytes(bytes));
    client.on("end", () => this.server.end());
    this.server.on("data", (bytes) => this.onAnswerBytes(bytes));
    this.server.on("end", () => this.later(() => this.client.end()));
    for (const socket of [client, this.server]) socket.on("error", () => this.reset());
    client.on("close", () => this.reset());
  }

  /** Reacts to a new state. A connection that has lost bytes cannot go on, even if the network is up. */
  onChange(next: NetworkState): void {
    if (this.plan) return;
    if (next === "refusing" || (next === "up" && this.hasDroppedBytes)) this.reset();
  }

  reset(): void {
    // The connection ended before its planned failure, so the next matching request gets it.
    if (this.plan?.step === "held") this.plan.step = "waiting";
    this.plan = undefined;
    if (!this.client.destroyed) this.client.resetAndDestroy();
    this.server.destroy();
  }

  private onRequestBytes(bytes: Buffer): void {
    const { counts } = this.shared;
    this.noteRequest(bytes);
    const state = this.plan?.failure ?? this.shared.state;
    if (state === "answer-lost") this.losesAnswer = true;
    if (state === "silent") {
      counts.silenced += 1;
      this.hasDroppedBytes = true;
    } else if (state === "refusing") {
      counts.refused += 1;
      this.reset();
    } else if (state === "request-cut") {
      counts.requestsCut += 1;
      this.server.write(bytes.subarray(0, Math.min(cutAfterBytes, bytes.length / 2)));
      this.later(() => this.fail());
    } else {
      this.later(() => this.server.write(bytes));
    }
  }

  /** Records a request that begins with these bytes, and takes the failure that is planned for it. */
  private noteRequest(bytes: Buffer): void {
    const [line] = /^(?:GET|HEAD|POST|PUT) [^\r]*/.exec(bytes.toString("latin1", 0, 500)) ?? [];
    if (!line) return;
    this.shared.requests.push(line);
    this.plan ??= this.shared.plans.find(
      (it) => it.step === "waiting" && line.startsWith(it.request),
    );
    if (this.plan) this.plan.step = "held";
  }

  private onAnswerBytes(bytes: Buffer): void {
    const state = this.losesAnswer ? "answer-lost" : this.shared.state;
    if (state === "answer-lost" || state === "refusing") {
      this.shared.counts.answersLost += 1;
      this.fail();
    } else if (state === "silent") {
      this.hasDroppedBytes = true;
    } else {
      this.later(() => this.client.write(bytes));
    }
  }

  /** Resets the connection as planned. */
  private fail(): void {
    if (this.plan) this.plan.step = "done";
    this.reset();
  }

  private later(act: () => void): void {
    setTimeout(() => {
      if (!this.client.destroyed) act();
    }, this.delayMs);
  }
}

function listen(proxy: Server): Promise<number> {
  return new Promise((found, failed) => {
    proxy.once("error", failed);
    proxy.listen(0, "127.0.0.1", () => {
      const address = proxy.address();
      found(typeof address === "object" && address ? address.port : 0);
    });
  });
}
