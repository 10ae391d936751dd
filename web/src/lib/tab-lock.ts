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

/** A message between the windows; `request` names the request of the window that wants the lock. */
type Message =
  | { kind: "release"; request: string; sentAtMs: number }
  /** The owner is there, and stores its work. */
  | { kind: "storing"; request: string }
  /** The owner has stored its work, and the window that asked takes the lock. */
  | { kind: "stored"; request: string; work: unknown };

type Answer = Exclude<Message, { kind: "release" }>;

/**
 * The way of the stored work from one window to the next. Browsers bring a change of localStorage to
 * other windows only after a while, and a full store keeps it in the memory of one window.
 */
export interface WorkTransfer {
  /** Returns the work of the window that has the lock. It must be cloneable. */
  collect(): unknown;
  /** Takes over the work of the window that had the lock before. */
  apply(work: unknown): void;
}

/** A window that is closing, or a page that React draws again, gives the lock up after a moment. */
const graceMs = 300;
/** A phone may have frozen the window that holds the lock. */
const answerTimeoutMs = 1_000;
/** An owner that reads the request later than this has lost the lock, or is about to lose it. */
const lateMs = 800;
/** A window that closed has sent its last changes of the records, and they arrive after the lock. */
const settleMs = 150;
/** The owner may still read a large file that the person picked. */
const storingTimeoutMs = 10_000;

interface LockStatus {
  state: TabLockState;
  hasWaited: boolean;
  hasHandedOver: boolean;
}

const initialStatus: LockStatus = { state: "waiting", hasWaited: false, hasHandedOver: false };

/** The lock of this name, as one window sees it. */
export class TabLock {
  private readonly store = createStore<LockStatus>(initialStatus);
  private readonly lockName: string;
  private readonly savers = new Set<() => void | Promise<void>>();
  private channel: BroadcastChannel | null = null;
  /** Ends the request for the lock, and gives the lock up. */
  private request: AbortController | null = null;
  private isAsking = false;
  private isHolding = false;
  private onAnswer: (answer: Answer) => void = () => undefined;

  constructor(
    name: string,
    private readonly transfer?: WorkTransfer,
  ) {
    this.lockName = `enmusubi:${name}`;
  }

  readonly subscribe = this.store.subscribe;
  readonly getState = (): TabLockState => this.store.get().state;

  /** True if another window had the lock since this one opened. */
  get hasWaited(): boolean {
    return this.store.get().hasWaited;
  }

  /** True after this window gave its work to the window that asked for the lock. */
  get hasHandedOver(): boolean {
    return this.store.get().hasHandedOver;
  }

  /** True while this window may store: it has the lock and has not handed its work over. */
  get mayStore(): boolean {
    return this.isHolding || this.getState() === "unsupported";
  }

  /** Asks for the lock. Returns a function that gives it up. */
  start(): () => void {
    this.store.set(initialStatus);
    if (typeof BroadcastChannel !== "undefined") {
      this.channel = new BroadcastChannel(this.lockName);
      this.channel.onmessage = ({ data }: MessageEvent<Message>) => this.heed(data);
    }
    window.addEventListener("pageshow", this.reacquire);
    void this.acquire();
    return () => {
      window.removeEventListener("pageshow", this.reacquire);
      this.channel?.close();
      this.channel = null;
      this.request?.abort();
      this.request = null;
      // React takes the form down after this function, and the form stores its last change then.
      void sleep(0).then(() => {
        if (!this.request) this.isHolding = false;
      });
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
    const answer = await this.askOwner();
    this.isAsking = false;
    // The person has left the page, or the owner has closed, so that this window has the lock.
    if (!this.request || this.getState() !== "waiting") return;
    try {
      if (answer) this.transfer?.apply(answer.work);
    } catch {
      // The window continues with the work that has reached it through the storage.
    }
    void this.acquire({ isStealing: true });
  }

  /** Returns the owner's work once it is stored, or null if the owner does not answer. */
  private async askOwner(): Promise<Extract<Answer, { kind: "stored" }> | null> {
    const { channel } = this;
    if (!channel) return null;
    const request = crypto.randomUUID();
    return await new Promise((resolve) => {
      let timer = setTimeout(resolve, answerTimeoutMs, null);
      this.onAnswer = (answer) => {
        if (answer.request !== request) return;
        clearTimeout(timer);
        if (answer.kind === "stored") return resolve(answer);
        timer = setTimeout(resolve, storingTimeoutMs, null);
      };
      this.post({ kind: "release", request, sentAtMs: Date.now() });
    });
  }

  private post(message: Message): void {
    this.channel?.postMessage(message);
  }

  private heed(message: Message): void {
    if (message.kind !== "release") this.onAnswer(message);
    // A window that has just woken up must not store over the work of the next one.
    else if (Date.now() - message.sentAtMs < lateMs) void this.handOver(message.request);
  }

  /** Stores the work of this window, stops it, and leaves the lock to the window that asks. */
  private async handOver(asked: string): Promise<void> {
    const { request } = this;
    if (this.getState() !== "owned" || !request) return;
    this.post({ kind: "storing", request: asked });
    await Promise.allSettled([...this.savers].map(async (save) => await save()));
    if (this.request !== request) return;
    this.store.set({ state: "elsewhere", hasWaited: true, hasHandedOver: true });
    // React takes the page down before this, which stores the rest.
    await sleep(0);
    this.isHolding = false;
    this.postWork(asked);
    // The other window steals the lock. If it is gone by now, the next one in the queue gets it.
    await sleep(answerTimeoutMs, request.signal);
    if (this.request === request) void this.acquire();
  }

  /** Sends the work. It may be larger than the browser clones; the other window then reads the storage. */
  private postWork(request: string): void {
    const stored = { kind: "stored", request } as const;
    try {
      this.post({ ...stored, work: this.transfer?.collect() });
    } catch {
      this.post({ ...stored, work: null });
      this.store.set({ hasHandedOver: false });
    }
  }

  /**
   * Asks for the lock again after the person went back to a page that the browser had frozen: the
   * lock may have gone to another window, which may have changed the work.
   */
  private readonly reacquire = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted || this.getState() !== "owned") return;
    this.isHolding = false;
    this.store.set({ state: "waiting" });
    void this.acquire();
  };

  /** Asks for the lock; a lock of before is given up. */
  private async acquire({ isStealing = false } = {}): Promise<void> {
    this.request?.abort();
    const request = new AbortController();
    this.request = request;
    const { locks } = navigator as { locks?: LockManager };
    if (!locks) return this.store.set({ state: "unsupported" });
    const own = (isSettled: boolean) => this.hold(request, isSettled);
    try {
      if (isStealing) {
        await locks.request(this.lockName, { steal: true }, () => own(true));
        return;
      }
      const wasFree = await locks.request(this.lockName, { ifAvailable: true }, async (lock) => {
        if (lock) await own(true);
        return lock !== null;
      });
      if (wasFree || request.signal.aborted) return;
      const timer = setTimeout(() => this.noteElsewhere(request), graceMs);
      request.signal.addEventListener("abort", () => clearTimeout(timer));
      await locks.request(this.lockName, { signal: request.signal }, () => {
        clearTimeout(timer);
        return own(!this.hasWaited);
      });
    } catch (error) {
      this.heedFailure(request, error);
    }
  }

  /** Keeps the lock until this window gives it up. */
  private async hold(request: AbortController, isSettled: boolean): Promise<void> {
    const { signal } = request;
    if (!isSettled) await sleep(settleMs, signal);
    if (this.request === request) {
      this.isHolding = true;
      this.store.set({ state: "owned", hasHandedOver: false });
    }
    await new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      signal.addEventListener("abort", () => resolve());
    });
  }

  private heedFailure(request: AbortController, error: unknown): void {
    // This window gave the request up itself.
    if (this.request !== request) return;
    this.isHolding = false;
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
