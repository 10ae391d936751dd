/** Limits the time of requests. A phone in a tunnel reports that it is online, and its requests get no answer. */

/**
 * Returns a signal that aborts after `ms`, or together with `signal`. Older web views lack `AbortSignal.timeout` and
 * `AbortSignal.any`.
 */
export function timeLimit(ms: number, signal?: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  setTimeout(() => controller.abort(), ms);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  return controller.signal;
}

/** Rejects if the promise takes longer than `ms`. The work behind the promise goes on. */
export function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
