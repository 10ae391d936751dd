/** Test support: made-up cases, handlers for the calls of the console, and the console on a page. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, render } from "@testing-library/react";
import { HttpResponse } from "msw";
import type { CaseClaim, CaseFacts, CaseResponse, CaseSummary } from "#/api/review-cases";
import type { CaseStanding } from "#/api/review-client";
import { startNavigation } from "#/navigation/navigation";
import { api } from "#/testing/fake-server";
import { Console } from "./console";
import { application, watchSession } from "./routes";
import { loadReviewer } from "./session";

const minuteMs = 60_000;
export const inMinutes = (minutes: number) =>
  new Date(Date.now() + minutes * minuteMs).toISOString();

export function summaryOf(changed: Partial<CaseSummary> = {}): CaseSummary {
  return {
    id: 7,
    kind: "REGISTRATION",
    state: "OPEN",
    isUrgent: false,
    isSecondLook: false,
    evidence: "WORK_EMAIL",
    employerId: "google",
    employerName: "",
    submittedAt: inMinutes(-120),
    dueAt: inMinutes(22 * 60),
    holder: null,
    ...changed,
  };
}

export const claimOf = (changed: Partial<CaseClaim> = {}): CaseClaim => ({
  id: 7,
  fence: 3,
  version: 1,
  leaseUntil: inMinutes(10),
  ...changed,
});

export function factsOf(changed: Partial<CaseFacts> = {}): CaseFacts {
  const row = { before: null };
  return {
    sections: [
      {
        page: "basics",
        heading: "Basics",
        rows: [{ ...row, field: "nickname", label: "Nickname", text: "<b>An</b>" }],
      },
    ],
    files: [
      {
        id: "photoNameList[0]",
        field: "photoNameList",
        label: "Photo 1",
        isPdf: false,
        thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
        isChanged: false,
        isOfTheDecision: true,
      },
    ],
    mailbox: { employerName: "Google", domains: ["google.com"], isConfirmed: true },
    traces: [],
    history: [],
    appeal: null,
    report: null,
    actions: ["APPROVE", "ASK_FOR_INFO", "REJECT"],
    needsEmployer: false,
    age: null,
    reasonFields: [
      { path: "nickname", label: "Nickname", canAsk: true, canRemove: false },
      { path: "aboutMe", label: "About me", canAsk: true, canRemove: false },
      { path: "account", label: "Account", canAsk: false, canRemove: false },
      { path: "dailyLife", label: "Daily life", canAsk: false, canRemove: true },
    ],
    memberLanguage: null,
    ...changed,
  };
}

/** A case that the reviewer holds. */
export const heldCase = (
  facts: Partial<CaseFacts> = {},
  summary: Partial<CaseSummary> = {},
  claim: Partial<CaseClaim> = {},
): CaseResponse => ({
  summary: summaryOf({
    holder: { name: "Ada", isMe: true, leaseUntil: inMinutes(10) },
    ...summary,
  }),
  claim: claimOf({ id: summary.id ?? 7, ...claim }),
  effectAt: null,
  facts: factsOf(facts),
});

/** An answer E004 with the standing of the case. */
export function refuseCase(standing: Partial<CaseStanding>) {
  const empty = { state: "OPEN", holder: null, leaseUntil: null, decidedBy: null, decidedAt: null };
  const body = { code: "E004", cause: "a reason", case: { ...empty, ...standing } };
  return () => HttpResponse.json(body, { status: 409 }) as never;
}

const counts = (["REGISTRATION", "RESUBMISSION", "CHANGE", "APPEAL", "REPORT"] as const).map(
  (kind, open) => ({ kind, open }),
);

/** The handlers that each page of the console needs. */
export const signedIn = [
  api.get("/review/session", ({ response }) =>
    response(200).json({ name: "Ada", role: "LEAD", expiresAt: inMinutes(600), isMember: false }),
  ),
  api.get("/review/counts", ({ response }) => response(200).json({ counts })),
  api.post("/review/cases/{caseId}/release", ({ response }) => response(204).empty()),
];

/** Answers with these cases as the only page of the queue. */
export const queueOf = (...cases: CaseSummary[]) =>
  api.get("/review/cases", ({ response }) => response(200).json({ cases, next: null }));

/** Answers each fetch of a case with the next of these, and then with the last. */
export function caseOf(...responses: CaseResponse[]) {
  let n = 0;
  return api.get("/review/cases/{caseId}", ({ response }) => {
    const found = responses[Math.min(n, responses.length - 1)] as CaseResponse;
    n += 1;
    return response(200).json(found);
  });
}

/** Opens the console at a path, for a reviewer who is signed in. Returns a function that closes it. */
export async function openConsole(path: string): Promise<() => void> {
  window.history.replaceState(null, "", path);
  await loadReviewer();
  render(
    <I18nProvider i18n={i18n}>
      <Console />
    </I18nProvider>,
  );
  const stopWatching = watchSession();
  let stop = () => {};
  await act(async () => {
    stop = startNavigation(application);
  });
  return () => {
    stop();
    stopWatching();
  };
}
