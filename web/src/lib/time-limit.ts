/** Ends waiting: in a tunnel a phone says that it is online, and nothing ever answers. */

/** `AbortSignal.timeout`, for web views that do not have it. */
export function timeLimit(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}

/** The promise, or an error when it takes longer; whatever it waits for goes on unheard. */
export function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
