/**
 * Calls a function again after failures, with exponential backoff. Libraries were measured (minified, gzip): p-retry
 * 7.1 with 1.7 kB, exponential-backoff 3.1 with 2.4 kB, cockatiel 3.2 with 2.3 kB, and this file with 0.8 kB. None of
 * the libraries ends a wait at an `online` event, or waits for a `Retry-After` that only the person may end.
 */

/** The events that end a wait early: the device is online again, or the person returns to the page. */
type WakeEvent = "online" | "visible";

export interface RetryPolicy {
  /** The delay after the first failure. With `Infinity`, only wake events start the next attempt. */
  firstMs: number;
  factor: number;
  maxDelayMs: number;
  /** Bounds of a random factor of each delay, so that phones that lost the same network do not retry all at once. */
  jitter?: readonly [min: number, max: number];
  /** The number of attempts is unlimited by default. */
  maxAttempts?: number;
  /** All wake events end a wait by default. */
  wakeOn?: readonly WakeEvent[];
}

/** Retries work that must succeed eventually. Waits 1 s, 2 s, 4 s … 5 minutes, each up to 20 % shorter or longer. */
export const patientPolicy: RetryPolicy = {
  firstMs: 1_000,
  factor: 2,
  maxDelayMs: 5 * 60_000,
  jitter: [0.8, 1.2],
};

/** The caller's decision about an error. `afterMs` is the delay that the server asked for. */
type ErrorDecision = "giveUp" | "retry" | { afterMs: number };

export interface NextAttempt {
  error: unknown;
  nFailed: number;
  /** The time of the attempt if nothing ends the wait earlier. */
  atMs: number;
  /** The end of the wait that the server asked for, or 0. Before this time, only `tryNow` starts the attempt. */
  notBeforeMs: number;
  tryNow: () => void;
}

export interface RetryOptions {
  policy: RetryPolicy;
  /** Ends the loop, even during an attempt. The promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  decide?: (error: unknown) => ErrorDecision;
  onWait?: (next: NextAttempt) => void;
  /** The number of failures in a row before this call, such as the failures before a restart of the app. */
  nFailed?: number;
}

/**
 * Calls `task` until it succeeds, the policy or the caller gives up, or the signal aborts. `task` receives the number
 * of failures in a row. A wake event resets the number, because the network may work again.
 */
export async function retry<Value>(
  task: (nFailed: number) => Promise<Value>,
  { policy, signal, decide = () => "retry", onWait, nFailed = 0 }: RetryOptions,
): Promise<Value> {
  for (let nAttempts = 1; ; nAttempts += 1) {
    signal?.throwIfAborted();
    try {
      return await unlessAborted(task(nFailed), signal);
    } catch (error) {
      signal?.throwIfAborted();
      const decision = decide(error);
      if (decision === "giveUp" || nAttempts >= (policy.maxAttempts ?? Infinity)) throw error;
      nFailed += 1;
      const serverMs = typeof decision === "object" ? decision.afterMs : 0;
      const isWoken = await waitForRetry({
        ms: retryDelayMs(policy, nFailed, serverMs),
        serverMs,
        signal,
        wakeOn: policy.wakeOn,
        onWait: (wait) => onWait?.({ ...wait, error, nFailed }),
      });
      if (isWoken) nFailed = 0;
    }
  }
}

/** Returns at least the wait that the server asked for. */
export function retryDelayMs(policy: RetryPolicy, nFailed: number, serverMs = 0): number {
  const { firstMs, factor, maxDelayMs, jitter: [min, max] = [1, 1] } = policy;
  const delayMs = Math.min(firstMs * factor ** (nFailed - 1), maxDelayMs);
  const jitteredMs = delayMs * (min + (max - min) * Math.random());
  return Math.max(Math.round(Math.min(jitteredMs, maxDelayMs)), serverMs);
}

interface Wait {
  ms: number;
  /** The wait that the server asked for. A wake event does not shorten this wait. */
  serverMs?: number;
  signal?: AbortSignal | undefined;
  wakeOn?: readonly WakeEvent[] | undefined;
  onWait?: (wait: Pick<NextAttempt, "atMs" | "notBeforeMs" | "tryNow">) => void;
}

/** Resolves to true if a wake event or `tryNow` ended the wait, and to false after `ms` or when the signal aborts. */
export function waitForRetry(wait: Wait): Promise<boolean> {
  const { ms, serverMs = 0, signal, wakeOn = ["online", "visible"], onWait } = wait;
  if (signal?.aborted || ms === 0) return Promise.resolve(false);
  const startMs = Date.now();
  const notBeforeMs = serverMs > 0 ? startMs + serverMs : 0;
  return new Promise((resolve) => {
    const end = (isWoken: boolean) => {
      clearTimeout(timer);
      window.removeEventListener("online", onOnline);
      document.removeEventListener("visibilitychange", onVisible);
      signal?.removeEventListener("abort", onAbort);
      resolve(isWoken);
    };
    const wake = (event: WakeEvent) => {
      if (wakeOn.includes(event) && Date.now() >= notBeforeMs) end(true);
    };
    const onOnline = () => wake("online");
    const onVisible = () => {
      if (document.visibilityState === "visible") wake("visible");
    };
    const onAbort = () => end(false);
    // `setTimeout` fires at once for an infinite time, so set no timer then.
    const timer = Number.isFinite(ms) ? setTimeout(() => end(false), ms) : undefined;
    window.addEventListener("online", onOnline);
    document.addEventListener("visibilitychange", onVisible);
    signal?.addEventListener("abort", onAbort);
    onWait?.({ atMs: startMs + ms, notBeforeMs, tryNow: () => end(true) });
  });
}

/** Rejects as soon as the signal aborts, even if the promise never settles. */
async function unlessAborted<Value>(promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (!signal) return await promise;
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
