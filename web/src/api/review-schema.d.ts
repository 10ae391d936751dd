/**
 * The calls of the reviewers' console, in the shape that openapi-typescript gives to the types of an
 * OpenAPI document.
 */
import type { components as common } from "./schema";

type Headers = { headers: { [name: string]: unknown } };
type Json<Value> = Headers & { content: { "application/json": Value } };
type NoContent = Headers & { content?: never };
type Refusal = Json<common["schemas"]["ErrorResponse"]>;
type Refusals = {
  400: Refusal;
  401: Refusal;
  403: Refusal;
  404: Refusal;
  409: Refusal;
  413: Refusal;
  415: Refusal;
  422: Refusal;
  429: Refusal;
  500: Refusal;
  503: Refusal;
};

type Parameters<Path, Query> = {
  query?: Query;
  header?: never;
  path: Path;
  cookie?: never;
};
type NoParameters = { query?: never; header?: never; path?: never; cookie?: never };

/** A method of a path. */
type Operation<Given, Body, Answers> = {
  parameters: Given;
  requestBody: { content: { "application/json": Body } };
  responses: Answers & Refusals;
};
type Bodiless<Given, Answers> = {
  parameters: Given;
  requestBody?: never;
  responses: Answers & Refusals;
};

type Schemas = components["schemas"];
type OfCase = Parameters<{ id: number }, never>;

export interface paths {
  "/review/enrolment/options": {
    parameters: NoParameters;
    post: Operation<NoParameters, { token: string }, { 200: Json<Schemas["EnrolmentOptions"]> }>;
  };
  "/review/enrolment": {
    parameters: NoParameters;
    post: Operation<
      NoParameters,
      { token: string; credential: Schemas["Credential"] },
      { 200: Json<Schemas["Reviewer"]> }
    >;
  };
  "/review/session/options": {
    parameters: NoParameters;
    post: Operation<
      NoParameters,
      Record<string, never>,
      { 200: Json<{ options: Schemas["PublicKeyOptions"] }> }
    >;
  };
  "/review/session": {
    parameters: NoParameters;
    get: Bodiless<NoParameters, { 200: Json<Schemas["ReviewSession"]> }>;
    post: Operation<
      NoParameters,
      { credential: Schemas["Credential"] },
      { 200: Json<Schemas["Reviewer"]> }
    >;
    delete: Bodiless<NoParameters, { 204: NoContent }>;
  };
  "/review/cases": {
    parameters: NoParameters;
    get: Bodiless<
      { query?: Schemas["CaseFilter"] & { after?: string; limit?: number } } & Omit<
        NoParameters,
        "query"
      >,
      { 200: Json<{ cases: Schemas["CaseSummary"][]; next: string | null }> }
    >;
  };
  "/review/counts": {
    parameters: NoParameters;
    get: Bodiless<
      NoParameters,
      { 200: Json<{ counts: { kind: Schemas["CaseKind"]; open: number }[] }> }
    >;
  };
  "/review/cases/next": {
    parameters: NoParameters;
    post: Operation<
      NoParameters,
      Schemas["CaseFilter"] & { after?: string },
      { 200: Json<{ claim: Schemas["CaseClaim"] | null }> }
    >;
  };
  "/review/cases/{id}": {
    parameters: NoParameters;
    get: Bodiless<
      Parameters<{ id: number }, { language?: common["schemas"]["Language"] }>,
      { 200: Json<Schemas["CaseResponse"]> }
    >;
  };
  "/review/cases/{id}/claim": {
    parameters: NoParameters;
    put: Bodiless<OfCase, { 200: Json<Schemas["CaseClaim"]> }>;
  };
  "/review/cases/{id}/lease": {
    parameters: NoParameters;
    put: Operation<OfCase, { fence: number }, { 200: Json<{ leaseUntil: string }> }>;
  };
  "/review/cases/{id}/release": {
    parameters: NoParameters;
    post: Operation<OfCase, { fence: number; reason?: Schemas["SkipReason"] }, { 204: NoContent }>;
  };
  "/review/cases/{id}/decision": {
    parameters: NoParameters;
    put: Operation<OfCase, Schemas["CaseDecision"], { 200: Json<{ effectAt: string }> }>;
    delete: Bodiless<OfCase, { 200: Json<Schemas["CaseClaim"]> }>;
  };
  "/review/cases/{id}/evidence": {
    parameters: NoParameters;
    post: Operation<
      OfCase,
      { fence: number; file: string },
      { 200: Headers & { content: { "application/octet-stream": Blob } } }
    >;
  };
  "/review/statistics": {
    parameters: NoParameters;
    get: Bodiless<NoParameters, { 200: Json<Schemas["ReviewStatistics"]> }>;
  };
}

export interface components {
  schemas: {
    /** The JSON of WebAuthn, which the browser reads and writes. */
    PublicKeyOptions: { challenge: string; [name: string]: unknown };
    Credential: { id: string; [name: string]: unknown };
    EnrolmentOptions: Schemas["Reviewer"] & { options: Schemas["PublicKeyOptions"] };
    ReviewerRole: "REVIEWER" | "LEAD";
    Reviewer: { name: string; role: Schemas["ReviewerRole"] };
    ReviewSession: Schemas["Reviewer"] & { expiresAt: string; isMember: boolean };
    CaseKind: "REGISTRATION" | "RESUBMISSION" | "CHANGE" | "APPEAL" | "REPORT";
    CaseState: "OPEN" | "DECIDED" | "APPLIED" | "WITHDRAWN" | "PARKED";
    CaseAction: "APPROVE" | "ASK_FOR_INFO" | "REJECT" | "NO_ACTION" | "UPHOLD" | "SUSPEND";
    SkipReason: "KNOWS_PERSON" | "LANGUAGE" | "UNSURE" | "NO_TIME";
    VerifyMethod: "WORK_EMAIL" | "DOCUMENT" | "LINK";
    CaseFilter: {
      kind?: Schemas["CaseKind"];
      evidence?: Schemas["VerifyMethod"];
      employerId?: string;
      olderThanHours?: number;
    };
    CaseSummary: {
      id: number;
      kind: Schemas["CaseKind"];
      state: Schemas["CaseState"];
      isUrgent: boolean;
      isSecondLook: boolean;
      evidence: Schemas["VerifyMethod"];
      /** Empty for an employer that is not in the catalogue. */
      employerId: string;
      employerName: string;
      submittedAt: string;
      dueAt: string;
      holder: { name: string; isMe: boolean; leaseUntil: string } | null;
    };
    /** The right to decide a case. `fence` grows with each claim, `version` with each change of the case. */
    CaseClaim: { id: number; fence: number; version: number; leaseUntil: string };
    Reason: { path: string; code: string; note: string };
    CaseDecision: {
      fence: number;
      version: number;
      action: Schemas["CaseAction"];
      reasons: Schemas["Reason"][];
      employerId?: string;
      employerName?: string;
    };
    CaseResponse: {
      summary: Schemas["CaseSummary"];
      claim: Schemas["CaseClaim"] | null;
      decidedByMe: { effectAt: string; canUndo: boolean } | null;
      facts: Schemas["CaseFacts"] | null;
    };
    FactRow: {
      field: common["schemas"]["Field"];
      label: string;
      text: string;
      /** The earlier text of a field that changed. */
      before: string | null;
      isChanged: boolean;
    };
    FactSection: { page: string; heading: string; rows: Schemas["FactRow"][] };
    EvidenceFile: {
      id: string;
      field: string;
      label: string;
      kind: "IMAGE" | "PDF";
      isChanged: boolean;
    };
    EarlierStep: {
      at: string;
      action: string;
      actor: string;
      isMember: boolean;
      reasons: Schemas["Reason"][];
    };
    ReportTotals: { open: number; dismissed: number; upheld: number };
    ReportFacts: {
      category: common["schemas"]["ReportCategory"];
      note: string;
      sentAt: string;
      /** True if the reporter does not see the reported member any more. */
      isOutOfSight: boolean;
      card: { label: string; text: string }[];
      answers: { reporter: string; reported: string };
      notes: { author: "reporter" | "reported"; sentAt: string; text: string }[];
      byReporter: Schemas["ReportTotals"];
      aboutReported: Schemas["ReportTotals"];
    };
    ReasonField: { path: string; label: string; canAsk: boolean };
    CaseFacts: {
      sections: Schemas["FactSection"][];
      files: Schemas["EvidenceFile"][];
      mailbox: { employerName: string; domains: string[]; isConfirmed: boolean } | null;
      history: Schemas["EarlierStep"][];
      appeal: string | null;
      report: Schemas["ReportFacts"] | null;
      actions: Schemas["CaseAction"][];
      needsEmployer: boolean;
      reasonFields: Schemas["ReasonField"][];
    };
    ReviewStatistics: {
      secondLooks: { decided: number; agreed: number };
      skips: { caseId: number; reviewer: string; reason: Schemas["SkipReason"]; at: string }[];
    };
    CaseStanding: {
      state: Schemas["CaseState"];
      holder: string | null;
      leaseUntil: string | null;
      decidedBy: string | null;
      decidedAt: string | null;
    };
  };
}
