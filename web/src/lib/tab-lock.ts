/**
 * Lets only one window of this browser do a piece of work: the window that holds a Web Lock. Another window may steal
 * the lock, and the earlier owner learns of the theft only afterwards. An owner must therefore store each change at
 * once.
 */
import { sleep } from "./sleep";
import { createStore } from "./store";

export type TabLockState =
  /** The browser has not answered yet whether another window holds the lock. */
  | "waiting"
  | "owned"
  /** Another window holds the lock. This window gets the lock as soon as the other window closes. */
  | "elsewhere"
  /** The browser has no Web Locks, refuses them, or does not answer. This window then works without a lock. */
  | "unsupported";

/**
 * The delay before this window reports "elsewhere", because after a reload the previous page still holds the lock for a
 * moment.
 */
const graceMs = 300;
/** The wait after another window gives the lock to this window, until the other window's last changes have arrived. */
const settleMs = 150;
/** The wait for the browser's answer about the lock. After this time the window works without a lock. */
const answerMs = 3_000;

export class TabLock {
  private readonly store = createStore({ state: "waiting" as TabLockState, hasWaited: false });
  private readonly lockName: string;
  /** The controller whose abort cancels the request for the lock, or releases the lock. */
  private request: AbortController | null = null;

  constructor(name: string) {
    this.lockName = `enmusubi:${name}`;
  }

  readonly subscribe = this.store.subscribe;
  readonly getState = (): TabLockState => this.store.get().state;

  /** True if another window has held the lock since `start()`. */
  get hasWaited(): boolean {
    return this.store.get().hasWaited;
  }

  get mayStore(): boolean {
    return this.getState() === "owned" || this.getState() === "unsupported";
  }

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

  takeOver(): void {
    if (this.getState() !== "elsewhere") return;
    this.store.set({ state: "waiting" });
    void this.ask({ isStealing: true });
  }

  /** Stops this window's work in a browser without locks. Call it when another window has stored changes. */
  giveWay(): void {
    if (this.getState() === "unsupported") this.store.set({ state: "elsewhere", hasWaited: true });
  }

  /**
   * Requests the lock again after the person went back to a page that the browser had frozen. Another window may have
   * taken the lock and changed the work meanwhile.
   */
  private readonly askAgain = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted || this.getState() !== "owned") return;
    this.store.set({ state: "waiting" });
    void this.ask();
  };

  /** Releases the lock if this window holds it, and requests the lock. */
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
      // This window cancelled the request itself, so there is no failure to handle.
      if (this.request !== request) return;
      this.move(request, isStolen ? "elsewhere" : "unsupported");
      if (isStolen) void this.ask();
    } finally {
      clearTimeout(timer);
    }
  }

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
