import { describe, expect, it } from "vitest";
import type { CaseAction } from "#/api/review-cases";
import { emptyDraft } from "#/console/decision/draft";
import { reviewRules } from "#/core/review-rules";
import { factsOf } from "#/testing/mock/cases";
import { checkDraft, draftFor, fieldsFor, needsDialog } from "./check-draft";

const reason = (path: string, code: string, note = "") => ({ path, code, note });
const withReasons = (...reasons: ReturnType<typeof reason>[]) => ({ ...emptyDraft, reasons });

describe("a dialog", () => {
  it.each([
    ["APPROVE", false, false],
    ["APPROVE", true, true],
    ["ASK_FOR_INFO", false, true],
    ["REJECT", true, true],
    ["NO_ACTION", false, false],
    ["UPHOLD", false, false],
    ["WARN", false, true],
    ["REMOVE_CONTENT", false, true],
    ["SUSPEND", false, true],
  ] as const)(
    "for %s, with an employer to name: %s, is needed: %s",
    (action, needsEmployer, is) => {
      expect(needsDialog(action, factsOf({ needsEmployer }))).toBe(is);
    },
  );
});

it("asks only for fields that the member can correct, and removes only what can be removed", () => {
  const pathsOf = (action: CaseAction) => fieldsFor(action, factsOf()).map(({ path }) => path);
  expect(pathsOf("ASK_FOR_INFO")).toEqual(["nickname", "aboutMe"]);
  expect(pathsOf("REJECT")).toEqual(["nickname", "aboutMe", "account", "dailyLife"]);
  expect(pathsOf("REMOVE_CONTENT")).toEqual(["dailyLife"]);
  const draft = withReasons(reason("account", "unclear"), reason("aboutMe", "unclear"));
  const { reasons } = draftFor("ASK_FOR_INFO", draft, factsOf());
  expect(reasons.map(({ path }) => path)).toEqual(["aboutMe"]);
  expect(draftFor("APPROVE", draft, factsOf()).reasons).toEqual([]);
});

describe("the check", () => {
  const check = (draft: typeof emptyDraft) => checkDraft("REJECT", draft, factsOf());

  it("accepts a reason with a code, and with the note that its code needs", () => {
    const draft = withReasons(reason("aboutMe", "unclear"), reason("nickname", "other", "Rude."));
    expect(check(draft)).toBeNull();
  });

  it("finds what is missing", () => {
    expect(check(emptyDraft)?.reasons).toBe("console.reasons.missing");
    expect(check(withReasons(reason("aboutMe", "")))?.codes.get("aboutMe")).toBe(
      "console.reasons.codeMissing",
    );
    expect(check(withReasons(reason("aboutMe", "other", " ")))?.notes.get("aboutMe")).toBe(
      "console.reasons.noteMissing",
    );
  });

  it("counts characters, of which an emoji is one", () => {
    const note = "🌸".repeat(reviewRules.note);
    expect(check(withReasons(reason("aboutMe", "other", note)))).toBeNull();
    const longer = withReasons(reason("aboutMe", "other", `${note}🌸`));
    expect(check(longer)?.notes.get("aboutMe")).toBe("console.reasons.noteTooLong");
  });

  it("refuses more reasons than core allows", () => {
    const many = Array.from({ length: reviewRules.reasons + 1 }, (_, n) =>
      reason(`photoNameList[${n}]`, "unclear"),
    );
    expect(check(withReasons(...many))?.reasons).toBe("console.reasons.tooMany");
  });

  it("asks for the employer of a document, listed or not", () => {
    const facts = factsOf({ needsEmployer: true });
    const problemOf = (changed: Partial<typeof emptyDraft>) =>
      checkDraft("APPROVE", { ...emptyDraft, ...changed }, facts)?.employer;
    expect(problemOf({})).toBe("console.employer.missing");
    expect(problemOf({ employerName: " " })).toBe("console.employer.missing");
    expect(problemOf({ employerId: "google" })).toBeUndefined();
    expect(problemOf({ employerName: "A bakery" })).toBeUndefined();
    const tooLong = "a".repeat(reviewRules.unlistedEmployer + 1);
    expect(problemOf({ employerName: tooLong })).toBe("console.employer.tooLong");
  });
});

describe("the check of the age", () => {
  const age = (evidence: "WAITING" | "MISSING" | "CHECKED") =>
    factsOf({
      age: {
        evidence,
        recordingActions: evidence === "WAITING" ? ["APPROVE", "ASK_FOR_INFO"] : [],
        birthday: "1990-05-17",
        check: null,
      },
    });
  const passport = { ...emptyDraft, ageDocument: "PASSPORT", isAgeConfirmed: true };

  it("makes an approval open the dialog until a reviewer has checked the age", () => {
    expect(needsDialog("APPROVE", age("WAITING"))).toBe(true);
    expect(needsDialog("APPROVE", age("MISSING"))).toBe(true);
    expect(needsDialog("APPROVE", age("CHECKED"))).toBe(false);
  });

  it("names the document and confirms what it shows", () => {
    const problem = (draft: typeof emptyDraft) => checkDraft("APPROVE", draft, age("WAITING"));
    expect(problem(emptyDraft)?.ageDocument).toBe("console.age.missing");
    expect(problem({ ...passport, isAgeConfirmed: false })?.ageConfirmed).toBe(
      "console.age.unconfirmed",
    );
    expect(problem(passport)).toBeNull();
    expect(checkDraft("APPROVE", emptyDraft, age("MISSING"))?.ageDocument).toBe(
      "console.age.noDocument",
    );
    expect(checkDraft("APPROVE", emptyDraft, age("CHECKED"))).toBeNull();
  });

  it("goes with another decision unless that is about the age", () => {
    const own = (path: string) => {
      const draft = { ...passport, reasons: [reason(path, "unclear")] };
      const field = { path, label: path, canAsk: true, canRemove: false };
      return draftFor("ASK_FOR_INFO", draft, { ...age("WAITING"), reasonFields: [field] });
    };
    expect(own("aboutMe").ageDocument).toBe("PASSPORT");
    expect(own("birthday").ageDocument).toBe("");
    expect(own("ageProofFileName").ageDocument).toBe("");
    // The server lists the decisions that record a check: this one is not among them.
    expect(draftFor("REJECT", passport, age("WAITING")).ageDocument).toBe("");
    expect(draftFor("APPROVE", passport, age("CHECKED")).ageDocument).toBe("");
  });
});
