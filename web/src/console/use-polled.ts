/** Fetches a page's data again every few seconds, because other reviewers work on the same cases. */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { type RetryPolicy, retryDelayMs, waitForRetry } from "#/lib/retry";
import { watchUse } from "./use";

export interface Polled<Answer> {
  /**
   * The server's latest answer, or null. After a change of the subject, this is the earlier subject's answer until the
   * server has answered for the new subject.
   */
  answer: Answer | null;
  error: unknown;
}

/** The pause before the next call. It is short, because reviewers must see each other's claims within five seconds. */
const everyMs = 4_000;
/**
 * The pause after failed calls: 4 s, 8 s and so on up to a minute. The pause ends early when the device comes online.
 */
const policy: RetryPolicy = { firstMs: everyMs, factor: 2, maxDelayMs: 60_000 };
/**
 * A page stops fetching when the reviewer has not used it for this time. Each call extends the reviewer's session,
 * which must end after 30 minutes without use.
 */
const unusedMs = 10 * 60_000;
const nothing = { answer: null, error: null };

/**
 * Calls `ask` at once for each new subject, and then every few seconds while the reviewer uses the page and
 * `isFollowed` returns true. `reload` calls `ask` at once.
 */
export function usePolled<Answer>(
  subject: string,
  ask: (subject: string) => Promise<Answer>,
  isFollowed: (polled: Polled<Answer>) => boolean = () => true,
): Polled<Answer> & { reload: () => void } {
  const [polled, setPolled] = useState<Polled<Answer>>(nothing);
  const askAgain = useRef<() => void>(() => undefined);
  const start = useEffectEvent((asked: string, signal: AbortSignal) =>
    poll(
      () => ask(asked),
      isFollowed,
      signal,
      (change) => setPolled((before) => ({ ...before, ...change })),
    ),
  );
  useEffect(() => {
    const ended = new AbortController();
    askAgain.current = start(subject, ended.signal);
    return () => ended.abort();
  }, [subject]);
  return { ...polled, reload: useCallback(() => askAgain.current(), []) };
}

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
        // An infinite wait ends when the reviewer uses the page again or the caller calls `reload`.
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
