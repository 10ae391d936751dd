/** A bad network between browser and server: a TCP proxy that comes and goes, and breaks off in the middle. */
import { connect, createServer, type Server, type Socket } from "node:net";

/** What becomes of bytes: all is well, or one of the ways in which a tunnel breaks a connection. */
type Weather =
  /** Everything goes through, a little late. */
  | "fair"
  /** Whoever connects or says something is hung up on. */
  | "refused"
  /** Nothing comes through and nobody is told, until the phase is over. */
  | "silent"
  /** A request breaks off in its middle. */
  | "cut"
  /** The server gets the request and answers; the answer never arrives. */
  | "deaf";

const badWeathers = ["refused", "silent", "cut", "deaf"] as const satisfies Weather[];

/** What can be done to one certain request: it breaks off, or its answer does. */
export type Mishap = "cut" | "deaf";

interface Strike {
  /** How the request begins, such as `POST /api/user-profile `. */
  request: string;
  mishap: Mishap;
  step: "waiting" | "held" | "done";
}

/** Bytes of a request that still arrive before it breaks off: its first line and some headers. */
const cutAfterBytes = 200;
const maxDelayMs = 60;
const shortestPhaseMs = 300;
const longestPhaseMs = 1500;

export interface FlapCounts {
  phases: number;
  refused: number;
  silenced: number;
  requestsCut: number;
  answersLost: number;
}

export interface Flap {
  /** Where the browser finds the server, without a slash at the end. */
  url: string;
  counts: FlapCounts;
  /** How many requests began so. */
  heard: (request: string) => number;
  /** The network comes and goes from now on; `onPhase` hears of every change. */
  start: (onPhase: (isFair: boolean) => void) => void;
  /** The network is good from now on. */
  calm: () => void;
  /** The next request that begins so meets this, whatever the weather; the answer tells whether it has. */
  strikeNext: (request: string, mishap: Mishap) => () => boolean;
  stop: () => Promise<void>;
}

/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Stands in front of the server at `serverUrl`; fair until it is started. */
export async function startFlap(serverUrl: string, seed: number): Promise<Flap> {
  const { port: serverPort } = new URL(serverUrl);
  const random = randomFrom(seed);
  const world: World = {
    weather: "fair",
    strikes: [],
    requests: [],
    counts: { phases: 0, refused: 0, silenced: 0, requestsCut: 0, answersLost: 0 },
  };
  const links = new Set<Link>();
  let timer: NodeJS.Timeout | undefined;

  const proxy = createServer((client) => {
    if (world.weather === "refused") {
      world.counts.refused += 1;
      client.on("error", () => undefined);
      client.resetAndDestroy();
      return;
    }
    const link = new Link(client, Number(serverPort), world, random() * maxDelayMs);
    links.add(link);
    client.once("close", () => links.delete(link));
  });
  const change = (next: Weather) => {
    world.weather = next;
    for (const link of links) link.feel(next);
  };
  const flapOn = (onPhase: (isFair: boolean) => void) => {
    const length = shortestPhaseMs + random() * (longestPhaseMs - shortestPhaseMs);
    timer = setTimeout(() => {
      const bad = badWeathers[Math.floor(random() * badWeathers.length)] ?? "refused";
      change(world.weather === "fair" ? bad : "fair");
      world.counts.phases += 1;
      onPhase(world.weather === "fair");
      flapOn(onPhase);
    }, length);
  };
  const calm = () => {
    clearTimeout(timer);
    change("fair");
  };
  return {
    url: `http://127.0.0.1:${await listen(proxy)}`,
    counts: world.counts,
    heard: (request) => world.requests.filter((line) => line.startsWith(request)).length,
    start: flapOn,
    calm,
    strikeNext: (request, mishap) => {
      const strike: Strike = { request, mishap, step: "waiting" };
      world.strikes.push(strike);
      return () => strike.step === "done";
    },
    stop: async () => {
      calm();
      for (const link of links) link.break();
      await new Promise<void>((done) => proxy.close(() => done()));
    },
  };
}

/** What all connections have in common. */
interface World {
  weather: Weather;
  strikes: Strike[];
  /** The first line of every request. */
  requests: string[];
  counts: FlapCounts;
}

/** One connection of the browser, and the one to the server that belongs to it. */
class Link {
  private readonly server: Socket;
  private strike: Strike | undefined;
  private isDeaf = false;
  private hasSwallowed = false;

  constructor(
    private readonly client: Socket,
    serverPort: number,
    private readonly world: World,
    /** The same for all that is said on this connection, so that nothing overtakes. */
    private readonly delayMs: number,
  ) {
    this.server = connect({ port: serverPort, host: "127.0.0.1", noDelay: true });
    client.setNoDelay(true);
    client.on("data", (bytes) => this.hear(bytes));
    client.on("end", () => this.server.end());
    this.server.on("data", (bytes) => this.answer(bytes));
    this.server.on("end", () => this.later(() => this.client.end()));
    for (const socket of [client, this.server]) socket.on("error", () => this.break());
    client.on("close", () => this.break());
  }

  /** The weather has changed: what is broken off half-way cannot be mended by a better one. */
  feel(next: Weather): void {
    if (this.strike) return;
    if (next === "refused" || (next === "fair" && this.hasSwallowed)) this.break();
  }

  break(): void {
    // Broken off by something else before its mishap came: the next one has it.
    if (this.strike?.step === "held") this.strike.step = "waiting";
    this.strike = undefined;
    if (!this.client.destroyed) this.client.resetAndDestroy();
    this.server.destroy();
  }

  private hear(bytes: Buffer): void {
    const { counts } = this.world;
    this.note(bytes);
    const weather = this.strike?.mishap ?? this.world.weather;
    if (weather === "deaf") this.isDeaf = true;
    if (weather === "silent") {
      counts.silenced += 1;
      this.hasSwallowed = true;
    } else if (weather === "refused") {
      counts.refused += 1;
      this.break();
    } else if (weather === "cut") {
      counts.requestsCut += 1;
      this.server.write(bytes.subarray(0, Math.min(cutAfterBytes, bytes.length / 2)));
      this.later(() => this.strikeHome());
    } else {
      this.later(() => this.server.write(bytes));
    }
  }

  /** Looks whether a request begins here, and what it is to meet. */
  private note(bytes: Buffer): void {
    const [line] = /^(?:GET|HEAD|POST|PUT) [^\r]*/.exec(bytes.toString("latin1", 0, 500)) ?? [];
    if (!line) return;
    this.world.requests.push(line);
    this.strike ??= this.world.strikes.find(
      (it) => it.step === "waiting" && line.startsWith(it.request),
    );
    if (this.strike) this.strike.step = "held";
  }

  private answer(bytes: Buffer): void {
    const weather = this.isDeaf ? "deaf" : this.world.weather;
    if (weather === "deaf" || weather === "refused") {
      this.world.counts.answersLost += 1;
      this.strikeHome();
    } else if (weather === "silent") {
      this.hasSwallowed = true;
    } else {
      this.later(() => this.client.write(bytes));
    }
  }

  /** Breaks off as it was meant to. */
  private strikeHome(): void {
    if (this.strike) this.strike.step = "done";
    this.break();
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
