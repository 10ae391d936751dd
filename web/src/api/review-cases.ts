/** The calls about the cases that reviewers decide. */
import { callReview } from "./review-client";
import type { components, operations } from "./schema";

type Schemas = components["schemas"];
export type AgeDocument = Schemas["AgeDocument"];
export type CaseKind = Schemas["CaseKind"];
export type CaseAction = Schemas["CaseAction"];
export type CaseClaim = Schemas["CaseClaim"];
export type CaseDecision = Schemas["DecisionRequest"];
export type CaseFacts = Schemas["CaseFacts"];
export type CaseFilter = Omit<QueueQuery, "after" | "limit">;
export type CaseResponse = Schemas["CaseResponse"];
export type CaseSummary = Schemas["CaseSummary"];
export type EarlierStep = Schemas["EarlierStep"];
export type EvidenceFile = Schemas["EvidenceFile"];
export type EvidenceTrace = Schemas["TraceFact"];
export type FactSection = Schemas["FactSection"];
export type Reason = Schemas["Reason"];
export type ReasonField = Schemas["ReasonField"];
export type ReportFacts = Schemas["ReportFacts"];
export type ReportTotals = Schemas["ReportCounts"];
export type ReviewStatistics = Schemas["StatisticsResponse"];
export type SkipReason = Schemas["SkipReason"];
export type VerifyMethod = Schemas["VerifyMethod"];
type Language = Schemas["Language"];
type CasePage = Schemas["CasesResponse"];
type QueueQuery = NonNullable<operations["list_cases"]["parameters"]["query"]>;

export type CaseCounts = Record<CaseKind, number>;

/** Returns a page of the queue, which begins with the case that is due first. */
export async function fetchCases(
  filter: CaseFilter,
  page: { after?: string | undefined; limit?: number } = {},
): Promise<CasePage> {
  const { after, ...rest } = page;
  const query = { ...filter, ...rest, ...(after === undefined ? {} : { after }) };
  return await callReview((client) => client.GET("/review/cases", { params: { query } }));
}

export async function fetchCaseCounts(): Promise<CaseCounts> {
  const { counts } = await callReview((client) => client.GET("/review/counts"));
  return Object.fromEntries(counts.map(({ kind, open }) => [kind, open])) as CaseCounts;
}

/** Claims the first free case of the queue. Returns null if no case is free. */
export async function claimNextCase(filter: CaseFilter, after?: string): Promise<CaseClaim | null> {
  const query = { ...filter, ...(after ? { after } : {}) };
  const { claim } = await callReview((client) =>
    client.POST("/review/cases/next", { params: { query } }),
  );
  return claim;
}

export async function fetchCase(id: number, language: Language): Promise<CaseResponse> {
  const params = { path: { caseId: id }, query: { language } };
  return await callReview((client) => client.GET("/review/cases/{caseId}", { params }));
}

/** Throws a `CaseConflict` if another reviewer holds the case or has decided. */
export async function claimCase(id: number): Promise<CaseClaim> {
  const params = { path: { caseId: id } };
  return await callReview((client) => client.PUT("/review/cases/{caseId}/claim", { params }));
}

export async function renewLease({ id, fence }: CaseClaim): Promise<string> {
  const params = { path: { caseId: id } };
  const { leaseUntil } = await callReview((client) =>
    client.PUT("/review/cases/{caseId}/lease", { params, body: { fence } }),
  );
  return leaseUntil;
}

/** Returns the case to the queue. With a reason, the release counts as a skip, which lead reviewers can see. */
export async function releaseCase({ id, fence }: CaseClaim, reason?: SkipReason): Promise<void> {
  const params = { path: { caseId: id } };
  const body = reason ? { fence, reason } : { fence };
  await callReview((client) =>
    // `keepalive` lets the call continue if the reviewer leaves the page.
    client.POST("/review/cases/{caseId}/release", { params, body, keepalive: true }),
  );
}

/** Returns the time at which the member learns of the decision. */
export async function decideCase(id: number, decision: CaseDecision): Promise<string> {
  const params = { path: { caseId: id } };
  const { effectAt } = await callReview((client) =>
    client.PUT("/review/cases/{caseId}/decision", { params, body: decision }),
  );
  return effectAt;
}

/** Takes back a decision of the last 30 seconds. The reviewer then holds the claim on the case again. */
export async function undoDecision(id: number): Promise<CaseClaim> {
  const params = { path: { caseId: id } };
  return await callReview((client) => client.DELETE("/review/cases/{caseId}/decision", { params }));
}

/** Fetches a file of the case. The server logs each call as an act of the reviewer. */
export async function openEvidence({ id, fence }: CaseClaim, file: string): Promise<Blob> {
  const params = { path: { caseId: id } };
  return await callReview((client) =>
    client.POST("/review/cases/{caseId}/evidence", {
      params,
      body: { fence, file },
      parseAs: "blob",
    }),
  );
}

/** Throws E008 if the reviewer is not a lead reviewer. */
export async function fetchReviewStatistics(): Promise<ReviewStatistics> {
  return await callReview((client) => client.GET("/review/statistics"));
}
