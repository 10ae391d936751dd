/** Makes invented cases for the reviewers' console. */
import type { Schemas } from "./api";

const minuteMs = 60_000;
export const inMinutes = (minutes: number) =>
  new Date(Date.now() + minutes * minuteMs).toISOString();

export function summaryOf(changed: Partial<Schemas["CaseSummary"]> = {}): Schemas["CaseSummary"] {
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

export const claimOf = (changed: Partial<Schemas["CaseClaim"]> = {}): Schemas["CaseClaim"] => ({
  id: 7,
  fence: 3,
  version: 1,
  leaseUntil: inMinutes(10),
  ...changed,
});

export function factsOf(changed: Partial<Schemas["CaseFacts"]> = {}): Schemas["CaseFacts"] {
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

/** Returns a case that the signed-in reviewer has claimed. */
export const heldCase = (
  facts: Partial<Schemas["CaseFacts"]> = {},
  summary: Partial<Schemas["CaseSummary"]> = {},
  claim: Partial<Schemas["CaseClaim"]> = {},
): Schemas["CaseResponse"] => ({
  summary: summaryOf({
    holder: { name: "Ada", isMe: true, leaseUntil: inMinutes(10) },
    ...summary,
  }),
  claim: claimOf({ id: summary.id ?? 7, ...claim }),
  effectAt: null,
  facts: factsOf(facts),
});
