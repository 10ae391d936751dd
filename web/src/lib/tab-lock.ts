/**
 * Lets one window of this browser work on something at a time. It holds a Web Lock; another window
 * asks it over a BroadcastChannel to store its work and hand the lock over.
 */
import { sleep } from "./sleep";
import { createStore } from "./store";

export type TabLockState =
  /** The browser has not said yet whether another window holds the lock. */
  | "waiting"
  /** This window holds the lock. */
  | "owned"
  /** Another window holds the lock. This one gets it as soon as that one closes. */
  | "elsewhere"
  /** The browser has no Web Locks, or refuses them: this window works as if it were the only one. */
  | "unsupported";

/** A message between the windows; `from` is the window that asks. */
type Message =
  | { kind: "release"; from: string }
  /** The owner is there, and stores its work. */
  | { kind: "storing"; from: string }
  /** The owner has stored its work, and the window that asked takes the lock. */
  | { kind: "stored"; from: string };

/** A window that is closing, or a page that React draws again, gives the lock up after a moment. */
const graceMs = 300;
/** A phone may have frozen the window that holds the lock. */
const answerTimeoutMs = 1_000;
/** The owner may still read a large file that the person picked. */
const storingTimeoutMs = 10_000;

/** The lock of this name, as one window sees it. */
export class TabLock {
  private readonly store = createStore<{ state: TabLockState; hasWaited: boolean }>({
    state: "waiting",
    hasWaited: false,
  });
  private readonly id = crypto.randomUUID();
  private readonly lockName: string;
  private readonly savers = new Set<() => void | Promise<void>>();
  private channel: BroadcastChannel | null = null;
  /** Ends the request for the lock, and gives the lock up. */
  private request: AbortController | null = null;
  private isAsking = false;
  private onAnswer: (kind: "storing" | "stored") => void = () => undefined;

  constructor(name: string) {
    this.lockName = `enmusubi:${name}`;
  }

  readonly subscribe = this.store.subscribe;
  readonly getState = (): TabLockState => this.store.get().state;

  /** True if another window had the lock since this one opened. */
  get hasWaited(): boolean {
    return this.store.get().hasWaited;
  }

  /** Asks for the lock. Returns a function that gives it up. */
  start(): () => void {
    this.store.set({ state: "waiting", hasWaited: false });
    if (typeof BroadcastChannel !== "undefined") {
      this.channel = new BroadcastChannel(this.lockName);
      this.channel.onmessage = ({ data }: MessageEvent<Message>) => this.heed(data);
    }
    void this.acquire();
    return () => {
      this.channel?.close();
      this.channel = null;
      this.request?.abort();
      this.request = null;
    };
  }

  /**
   * Calls `save` before this window hands the lock over, and waits for it. Returns a function that
   * takes it back.
   */
  beforeRelease(save: () => void | Promise<void>): () => void {
    this.savers.add(save);
    return () => this.savers.delete(save);
  }

  /** Takes the lock, after its owner has stored its work or does not answer. */
  async takeOver(): Promise<void> {
    if (this.isAsking || this.getState() !== "elsewhere") return;
    this.isAsking = true;
    this.store.set({ state: "waiting" });
    await this.askOwner();
    this.isAsking = false;
    // The page was left, or the owner closed meanwhile.
    if (this.request && this.getState() === "waiting") void this.acquire({ isStealing: true });
  }

  /** Ends when the owner has stored its work, or does not answer. */
  private async askOwner(): Promise<void> {
    const { channel } = this;
    if (!channel) return;
    await new Promise<void>((resolve) => {
      let timer = setTimeout(resolve, answerTimeoutMs);
      this.onAnswer = (kind) => {
        clearTimeout(timer);
        if (kind === "stored") return resolve();
        timer = setTimeout(resolve, storingTimeoutMs);
      };
      channel.postMessage({ kind: "release", from: this.id } satisfies Message);
    });
    this.onAnswer = () => undefined;
  }

  private heed(message: Message): void {
    if (message.kind === "release") void this.handOver(message.from);
    else if (message.from === this.id) this.onAnswer(message.kind);
  }

  /** Stores the work of this window, stops it, and leaves the lock to the window that asks. */
  private async handOver(from: string): Promise<void> {
    const { request } = this;
    if (this.getState() !== "owned" || !request) return;
    this.channel?.postMessage({ kind: "storing", from } satisfies Message);
    await Promise.allSettled([...this.savers].map(async (save) => await save()));
    if (this.request !== request) return;
    this.store.set({ state: "elsewhere", hasWaited: true });
    // React takes the page down before this, which stores the rest.
    await sleep(0);
    this.channel?.postMessage({ kind: "stored", from } satisfies Message);
    // The other window steals the lock. If it is gone by now, the next one in the queue gets it.
    await sleep(answerTimeoutMs, request.signal);
    if (this.request === request) void this.acquire();
  }

  /** Asks for the lock; a lock of before is given up. */
  private async acquire({ isStealing = false } = {}): Promise<void> {
    this.request?.abort();
    const request = new AbortController();
    this.request = request;
    const { locks } = navigator as { locks?: LockManager };
    if (!locks) return this.store.set({ state: "unsupported" });
    const own = () => this.hold(request);
    try {
      if (isStealing) {
        await locks.request(this.lockName, { steal: true }, own);
        return;
      }
      const wasFree = await locks.request(this.lockName, { ifAvailable: true }, async (lock) => {
        if (lock) await own();
        return lock !== null;
      });
      if (wasFree || request.signal.aborted) return;
      const timer = setTimeout(() => this.noteElsewhere(request), graceMs);
      request.signal.addEventListener("abort", () => clearTimeout(timer));
      await locks.request(this.lockName, { signal: request.signal }, () => {
        clearTimeout(timer);
        return own();
      });
    } catch (error) {
      this.heedFailure(request, error);
    }
  }

  /** Keeps the lock until this window gives it up. */
  private hold(request: AbortController): Promise<void> {
    const { signal } = request;
    if (this.request === request) this.store.set({ state: "owned" });
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      signal.addEventListener("abort", () => resolve());
    });
  }

  private heedFailure(request: AbortController, error: unknown): void {
    // This window gave the request up itself.
    if (this.request !== request) return;
    if (error instanceof DOMException && error.name === "AbortError") {
      // Another window stole the lock.
      this.noteElsewhere(request);
      void this.acquire();
      return;
    }
    this.store.set({ state: "unsupported" });
  }

  private noteElsewhere(request: AbortController): void {
    if (this.request === request) this.store.set({ state: "elsewhere", hasWaited: true });
  }
}
