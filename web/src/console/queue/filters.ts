/** The filters of the queue: in its address, and kept in this tab for the next case. */
import type { CaseFilter, CaseKind, VerifyMethod } from "#/api/review-cases";
import { reviewRules } from "#/core/review-rules";
import { readTabText, writeTabText } from "#/storage/tab";

export const evidenceKinds: readonly VerifyMethod[] = ["WORK_EMAIL", "DOCUMENT", "LINK"];
/** The ages that the filter offers, in hours. */
export const ages: readonly number[] = [6, 12, 24, 48];

/** Reads the filters of an address, and ignores what is no filter. */
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

/** Returns the query of the filters, with its question mark, or an empty text. */
export function formatFilter(filter: CaseFilter): string {
  const entries = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const query = new URLSearchParams(entries).toString();
  return query ? `?${query}` : "";
}

/** Keeps the query of the filters for the cases that follow. */
export function storeFilter(query: string): void {
  writeTabText("console:filters", query);
}

/** Returns the filters of the queue that was open last in this tab. */
export const storedFilter = (): CaseFilter => parseFilter(readTabText("console:filters") ?? "");
