/** An answer that a page shows and fetches again every few seconds: others work on the same cases. */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { type RetryPolicy, retryDelayMs, waitForRetry } from "#/lib/retry";
import { watchUse } from "./use";

export interface Polled<Answer> {
  /** The latest answer, also of the subject before. Null until the first one. */
  answer: Answer | null;
  /** The error of the latest try, if it failed. */
  error: unknown;
}

/** Others' claims are to be seen within five seconds. */
const everyMs = 4_000;
/** After failures: 4 s, 8 s … 1 minute, or as soon as the device is online again. */
const policy: RetryPolicy = { firstMs: everyMs, factor: 2, maxDelayMs: 60_000 };
/**
 * The time after which a page that the reviewer does not use fetches nothing: each call would keep the session open,
 * which ends after 30 minutes without one.
 */
const unusedMs = 10 * 60_000;
const nothing = { answer: null, error: null };

/** Returns the answer, and a function that asks again. Each new subject asks at once. */
export function usePolled<Answer>(
  subject: string,
  ask: () => Promise<Answer>,
  isFollowed: (polled: Polled<Answer>) => boolean = () => true,
): Polled<Answer> & { reload: () => void } {
  const [polled, setPolled] = useState<Polled<Answer>>(nothing);
  const askAgain = useRef<() => void>(() => undefined);
  const start = useEffectEvent((signal: AbortSignal) =>
    poll(ask, isFollowed, signal, (change) => setPolled((before) => ({ ...before, ...change }))),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject is another question.
  useEffect(() => {
    const ended = new AbortController();
    askAgain.current = start(ended.signal);
    return () => ended.abort();
  }, [subject]);
  return { ...polled, reload: useCallback(() => askAgain.current(), []) };
}

/** Asks until the signal aborts. Returns a function that asks at once. */
function poll<Answer>(
  ask: () => Promise<Answer>,
  isFollowed: (polled: Polled<Answer>) => boolean,
  signal: AbortSignal,
  onChange: (change: Partial<Polled<Answer>>) => void,
): () => void {
  let latest: Polled<Answer> = nothing;
  let nFailed = 0;
  let isAsked = true;
  let usedAtMs = Date.now();
  let wake = () => {};
  const isWatched = () =>
    document.visibilityState === "visible" && Date.now() - usedAtMs < unusedMs;
  const isWanted = () => isAsked || (isWatched() && isFollowed(latest));
  const tryOnce = async () => {
    isAsked = false;
    try {
      const answer = await ask();
      nFailed = 0;
      latest = { answer, error: null };
      if (!signal.aborted) onChange(latest);
    } catch (error) {
      nFailed += 1;
      latest = { ...latest, error };
      if (!signal.aborted) onChange({ error });
    }
  };
  const run = async () => {
    while (!signal.aborted) {
      if (isWanted()) await tryOnce();
      if (isAsked) continue;
      const ms = nFailed === 0 ? everyMs : retryDelayMs(policy, nFailed);
      await waitForRetry({
        // A page that is hidden or not used waits until the reviewer comes back.
        ms: isWanted() ? ms : Number.POSITIVE_INFINITY,
        signal,
        onWait: ({ tryNow }) => {
          wake = tryNow;
        },
      });
    }
  };
  const stopWatching = watchUse(() => {
    const wasWatched = isWatched();
    usedAtMs = Date.now();
    if (!wasWatched) wake();
  });
  signal.addEventListener("abort", stopWatching);
  onChange({ error: null });
  void run();
  return () => {
    isAsked = true;
    wake();
  };
}
