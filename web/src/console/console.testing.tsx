/** Test support: made-up cases, handlers for the calls of the console, and the console on a page. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, render } from "@testing-library/react";
import type { CaseResponse, CaseSummary } from "#/api/review-cases";
import type { CaseStanding } from "#/api/review-client";
import { startNavigation } from "#/navigation/navigation";
import { api, refusal } from "#/testing/mock/api";
import { inMinutes } from "#/testing/mock/cases";
import { Console } from "./console";
import { application, watchSession } from "./routes";
import { loadReviewer } from "./session";

/** An answer E004 with the standing of the case. */
export function refuseCase(standing: Partial<CaseStanding>) {
  const open = { state: "OPEN", holder: null, leaseUntil: null } as const;
  return () => refusal("E004", { case: { ...open, ...standing } }) as never;
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
