/** The filters of the queue. They are in the queue's address, and this tab also stores them for the pages of cases. */
import type { CaseFilter, CaseKind, VerifyMethod } from "#/api/review-cases";
import { reviewRules } from "#/core/review-rules";
import { readTabText, writeTabText } from "#/storage/tab";

/** The filters that the reviewer has changed. A filter that the reviewer has cleared is undefined. */
export type FilterChange = { [Name in keyof CaseFilter]: CaseFilter[Name] | undefined };

export const evidenceKinds: readonly VerifyMethod[] = ["WORK_EMAIL", "DOCUMENT", "LINK"];
/** The choices for the minimum age of a case, in hours. */
export const ages: readonly number[] = [6, 12, 24, 48];

/** Reads the filters from the query of an address. Ignores unknown names and invalid values. */
export function parseFilter(search: string): CaseFilter {
  const query = new URLSearchParams(search);
  const filter: CaseFilter = {};
  const kind = reviewRules.kinds.find((known) => known === query.get("kind"));
  const evidence = evidenceKinds.find((known) => known === query.get("evidence"));
  const employerId = query.get("employerId");
  const hours = Number(query.get("olderThanHours"));
  if (kind) filter.kind = kind satisfies CaseKind;
  if (evidence) filter.evidence = evidence;
  if (employerId && /^[\w-]{1,64}$/.test(employerId)) filter.employerId = employerId;
  if (Number.isInteger(hours) && hours > 0 && hours < 10_000) filter.olderThanHours = hours;
  return filter;
}

export function formatFilter(filter: FilterChange): string {
  const entries = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const query = new URLSearchParams(entries).toString();
  return query ? `?${query}` : "";
}

/** Stores the query in this tab, so that "next case" and the link back to the queue use the same filters. */
export function storeFilter(query: string): void {
  writeTabText("console:filters", query);
}

export const storedFilter = (): CaseFilter => parseFilter(readTabText("console:filters") ?? "");
