/** The cases of the queue, fetched every few seconds because other reviewers also claim and decide cases. */
import { useState } from "react";
import {
  type CaseCounts,
  type CaseFilter,
  type CaseSummary,
  fetchCaseCounts,
  fetchCases,
} from "#/api/review-cases";
import { usePolled } from "#/console/use-polled";
import { formatFilter } from "./filters";

interface Queue {
  cases: readonly CaseSummary[] | null;
  counts: CaseCounts | null;
  /** The error of the latest call, or null. After an error, `cases` are from an earlier answer. */
  error: unknown;
  hasMore: boolean;
  isLoadingMore: boolean;
}

const pageSize = 50;
const maxPageSize = 100;

export function useQueue(filter: CaseFilter) {
  const query = formatFilter(filter);
  const [more, setMore] = useState({ query, n: pageSize });
  const n = more.query === query ? more.n : pageSize;
  const { answer, error, reload } = usePolled(`${query} ${n}`, async () => {
    const [page, counts] = await Promise.all([fetchUpTo(filter, n), fetchCaseCounts()]);
    return { ...page, counts, query, n };
  });
  // Show no cases from an answer for earlier filters. The counts in such an answer are still right, because they do not
  // depend on the filters.
  const page = answer?.query === query ? answer : null;
  const queue: Queue = {
    cases: page?.cases ?? null,
    counts: answer?.counts ?? null,
    error,
    hasMore: page?.hasMore ?? false,
    isLoadingMore: page !== null && page.n < n && !error,
  };
  return { queue, reload, loadMore: () => setMore({ query, n: n + pageSize }) };
}

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
