/**
 * Lets one window of this browser work on something at a time: the one that holds a Web Lock. Another
 * window may steal the lock, and the one that loses it learns that afterwards. It must therefore have
 * stored each change by then.
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
  /** The browser has no Web Locks, refuses them or does not answer: this window works without a lock. */
  | "unsupported";

/** A page that reloads, or that React draws again, gives the lock up after a moment. */
const graceMs = 300;
/** The last changes of the window that had the lock arrive after the lock. */
const settleMs = 150;
/** A browser that answers later than this counts as one without locks until it answers. */
const answerMs = 3_000;

/** The lock of this name, as one window sees it. */
export class TabLock {
  private readonly store = createStore({ state: "waiting" as TabLockState, hasWaited: false });
  private readonly lockName: string;
  /** Ends the request for the lock, and gives the lock up. */
  private request: AbortController | null = null;

  constructor(name: string) {
    this.lockName = `enmusubi:${name}`;
  }

  readonly subscribe = this.store.subscribe;
  readonly getState = (): TabLockState => this.store.get().state;

  /** True if another window had the lock since this one opened. */
  get hasWaited(): boolean {
    return this.store.get().hasWaited;
  }

  /** True while this window may store: it has the lock, or there are no locks. */
  get mayStore(): boolean {
    return this.getState() === "owned" || this.getState() === "unsupported";
  }

  /** Asks for the lock. Returns a function that gives it up. */
  start(): () => void {
    this.store.set({ state: "waiting", hasWaited: false });
    window.addEventListener("pageshow", this.askAgain);
    void this.ask();
    return () => {
      window.removeEventListener("pageshow", this.askAgain);
      this.request?.abort();
      this.request = null;
    };
  }

  /** Takes the lock from the window that has it. */
  takeOver(): void {
    if (this.getState() !== "elsewhere") return;
    this.store.set({ state: "waiting" });
    void this.ask({ isStealing: true });
  }

  /** Leaves the work to another window that is at it, in a browser without locks. */
  giveWay(): void {
    if (this.getState() === "unsupported") this.store.set({ state: "elsewhere", hasWaited: true });
  }

  /**
   * Asks for the lock again after the person went back to a page that the browser had frozen: the
   * lock may have gone to another window, which may have changed the work.
   */
  private readonly askAgain = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted || this.getState() !== "owned") return;
    this.store.set({ state: "waiting" });
    void this.ask();
  };

  /** Asks for the lock; a lock of before is given up. */
  private async ask({ isStealing = false } = {}): Promise<void> {
    this.request?.abort();
    const request = new AbortController();
    this.request = request;
    const { locks } = navigator as { locks?: LockManager };
    if (!locks) return this.move(request, "unsupported");
    const timer = setTimeout(() => this.move(request, "unsupported"), answerMs);
    const hold = () => {
      clearTimeout(timer);
      return this.hold(request);
    };
    try {
      if (isStealing) return await locks.request(this.lockName, { steal: true }, hold);
      const isElsewhere = await locks.request(
        this.lockName,
        { ifAvailable: true },
        async (lock) => {
          clearTimeout(timer);
          if (lock) await hold();
          return lock === null;
        },
      );
      if (!isElsewhere || this.request !== request) return;
      void sleep(graceMs).then(() => {
        if (this.getState() !== "owned") this.move(request, "elsewhere");
      });
      await locks.request(this.lockName, { signal: request.signal }, hold);
    } catch (error) {
      const isStolen = error instanceof DOMException && error.name === "AbortError";
      // This window gave the request up itself.
      if (this.request !== request) return;
      this.move(request, isStolen ? "elsewhere" : "unsupported");
      if (isStolen) void this.ask();
    } finally {
      clearTimeout(timer);
    }
  }

  /** Keeps the lock until this window gives it up. */
  private async hold(request: AbortController): Promise<void> {
    const { signal } = request;
    if (this.hasWaited) await sleep(settleMs, signal);
    this.move(request, "owned");
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve());
    });
  }

  private move(request: AbortController, state: TabLockState): void {
    if (this.request !== request) return;
    this.store.set({ state, hasWaited: this.hasWaited || state === "elsewhere" });
  }
}
