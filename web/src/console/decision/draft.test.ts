import { beforeEach, expect, it } from "vitest";
import { readTabText, writeTabText } from "#/storage/tab";
import { deleteDraft, emptyDraft, hasContent, readDraft, writeDraft } from "./draft";

const draft = {
  action: "REJECT" as const,
  reasons: [{ path: "aboutMe", code: "unclear", note: "Which company?" }],
  employerId: "",
  employerName: "",
  ageDocument: "PASSPORT",
  isAgeConfirmed: true,
};

beforeEach(() => window.sessionStorage.clear());

it("is kept in the tab for each case", () => {
  writeDraft(7, draft);
  expect(readDraft(7)).toEqual(draft);
  expect(readDraft(8)).toEqual(emptyDraft);
  deleteDraft(7);
  expect(readDraft(7)).toEqual(emptyDraft);
});

it("is not kept once it is empty", () => {
  writeDraft(7, draft);
  writeDraft(7, emptyDraft);
  expect(readTabText("console:draft:7")).toBeNull();
});

it("keeps a decision without words, for the reviewer who takes it back", () => {
  writeDraft(7, { ...emptyDraft, action: "APPROVE" });
  expect(readDraft(7).action).toBe("APPROVE");
  expect(hasContent(readDraft(7))).toBe(false);
});

it("is kept if an earlier build wrote it", () => {
  const { ageDocument: _, isAgeConfirmed: __, ...earlier } = draft;
  writeTabText("console:draft:7", JSON.stringify(earlier));
  expect(readDraft(7)).toEqual({ ...draft, ageDocument: "", isAgeConfirmed: false });
});

it.each([
  "",
  "nonsense",
  "[]",
  "null",
  '{"reasons":[]}',
  '{"employerId":"","employerName":"","reasons":[{"path":1}]}',
])("ignores the stored text %j", (text) => {
  writeTabText("console:draft:7", text);
  expect(readDraft(7)).toEqual(emptyDraft);
});
