/** The cases of the queue, fetched again every few seconds: others claim and decide them meanwhile. */
import { useCallback, useEffect, useRef, useState } from "react";
import {
  type CaseCounts,
  type CaseFilter,
  type CaseSummary,
  fetchCaseCounts,
  fetchCases,
} from "#/api/review-cases";
import { watchUse } from "#/console/use";
import { type RetryPolicy, retryDelayMs, waitForRetry } from "#/lib/retry";
import { formatFilter, parseFilter } from "./filters";

export interface Queue {
  /** Null until the first answer. */
  cases: readonly CaseSummary[] | null;
  counts: CaseCounts | null;
  /** The error of the latest try, if it failed. The cases are then those of before. */
  error: unknown;
  hasMore: boolean;
  isLoadingMore: boolean;
}

const empty: Queue = {
  cases: null,
  counts: null,
  error: null,
  hasMore: false,
  isLoadingMore: false,
};

const pageSize = 50;
/** The most cases that one request returns. */
const maxPageSize = 100;
/** Others' claims are to be seen within five seconds. */
const everyMs = 4_000;

/**
 * The time after which a page that the reviewer does not use fetches nothing: each call would keep the session open,
 * which ends after 30 minutes without one.
 */
const unusedMs = 10 * 60_000;

/** After failures: 4 s, 8 s … 1 minute, or as soon as the device is online again. */
const policy: RetryPolicy = { firstMs: everyMs, factor: 2, maxDelayMs: 60_000 };

/** Returns the queue, and functions that load more of it or all of it again. */
export function useQueue(filter: CaseFilter) {
  const [queue, setQueue] = useState<Queue>(empty);
  const nWanted = useRef(pageSize);
  const wake = useRef<() => void>(() => undefined);
  /** True if the reviewer asked for the queue while an answer was on its way. */
  const isAskedAgain = useRef(false);
  const query = formatFilter(filter);

  useEffect(() => {
    const wanted = parseFilter(query);
    const ended = new AbortController();
    const { signal } = ended;
    nWanted.current = pageSize;
    setQueue(({ counts }) => ({ ...empty, counts }));
    let nFailed = 0;
    let usedAtMs = Date.now();
    const isWatched = () =>
      document.visibilityState === "visible" && Date.now() - usedAtMs < unusedMs;
    const stopWatching = watchUse(() => {
      const wasWatched = isWatched();
      usedAtMs = Date.now();
      if (!wasWatched) wake.current();
    });
    const refresh = async () => {
      try {
        const [page, counts] = await Promise.all([
          fetchUpTo(wanted, nWanted.current),
          fetchCaseCounts(),
        ]);
        nFailed = 0;
        if (!signal.aborted) setQueue({ ...page, counts, error: null, isLoadingMore: false });
      } catch (error) {
        nFailed += 1;
        if (!signal.aborted) setQueue((queue) => ({ ...queue, error, isLoadingMore: false }));
      }
    };
    const run = async () => {
      while (!signal.aborted) {
        isAskedAgain.current = false;
        if (isWatched()) await refresh();
        if (isAskedAgain.current) continue;
        await waitForRetry({
          // A hidden or unused page waits until the reviewer comes back.
          ms: isWatched() ? delayMs(nFailed) : Number.POSITIVE_INFINITY,
          signal,
          onWait: ({ tryNow }) => {
            wake.current = tryNow;
          },
        });
      }
    };
    void run();
    return () => {
      stopWatching();
      ended.abort();
    };
  }, [query]);

  const reload = useCallback(() => {
    isAskedAgain.current = true;
    wake.current();
  }, []);
  const loadMore = useCallback(() => {
    nWanted.current += pageSize;
    setQueue((before) => ({ ...before, isLoadingMore: true }));
    reload();
  }, [reload]);
  return { queue, reload, loadMore };
}

const delayMs = (nFailed: number) => (nFailed === 0 ? everyMs : retryDelayMs(policy, nFailed));

/** Fetches the first cases of the queue, page by page. */
async function fetchUpTo(
  filter: CaseFilter,
  n: number,
): Promise<{ cases: CaseSummary[]; hasMore: boolean }> {
  const cases: CaseSummary[] = [];
  let after: string | undefined;
  do {
    const limit = Math.min(n - cases.length, maxPageSize);
    const page = await fetchCases(filter, { after, limit });
    cases.push(...page.cases);
    after = page.next ?? undefined;
  } while (after !== undefined && cases.length < n);
  return { cases, hasMore: after !== undefined };
}
