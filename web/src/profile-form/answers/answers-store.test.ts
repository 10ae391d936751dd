import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Core, ProfileDraft } from "#/core/core";
import { loadCore } from "#/core/load";
import { completeDraft, pictureFile } from "#/profile-form/made-up.testing";
import { fileName } from "#/testing/mock/people";
import { storeWith } from "./form.testing";
import { wholeScope } from "./page-table";

let core: Core;
beforeAll(async () => {
  core = await loadCore();
});
beforeEach(() => localStorage.clear());

describe("a method of verification that the person did not choose", () => {
  const document: ProfileDraft = { ...completeDraft, verifyMethod: "DOCUMENT" };

  test.each<[string, ProfileDraft]>([
    ["with a document", document],
    ["with a work mailbox", { ...completeDraft, verifyMethod: "WORK_EMAIL", employerId: "ibm" }],
  ])("%s, a wrong link blocks nothing and has no error", async (_, draft) => {
    const store = await storeWith(core, { ...draft, reviewLink: "http://" });
    const paths = () => store.allErrors().map(({ path }) => path);
    expect(paths()).not.toContain("reviewLink");
    // The server may have refused the link before the person chose another method.
    store.setServerErrors([{ path: "reviewLink", code: "url", params: {} }]);
    store.submitPage("verification");
    expect(paths()).not.toContain("reviewLink");
    expect(store.submittedErrors().map(({ path }) => path)).not.toContain("reviewLink");
    store.setField("verifyMethod", "LINK");
    expect(paths()).toContain("reviewLink");
  });

  test("a document that cannot be used blocks nothing and has no error", async () => {
    const store = await storeWith(core, document);
    store.setServerErrors([{ path: "verifyTempFileName", code: "upload_missing", params: {} }]);
    expect(store.submitPage("verification")).toBe(false);
    store.setField("verifyMethod", "LINK");
    expect(store.submitPage("verification")).toBe(true);
    expect(store.submittedErrors()).toEqual([]);
  });

  test("the payload has neither its link nor its document", async () => {
    const store = await storeWith(core, {
      ...document,
      verifyMethod: "WORK_EMAIL",
      employerId: "ibm",
    });
    const draft = { ...store.wholeDraft(), photoNameList: [fileName("a")] };
    const { payload } = core.parseProfile(draft, "2026-01-01");
    expect(payload).toMatchObject({ verifyMethod: "WORK_EMAIL" });
    expect(JSON.stringify(payload)).not.toContain(completeDraft.reviewLink);
  });
});

test("what was wrong with a document when the form was sent counts only as long as it is wrong", async () => {
  const store = await storeWith(core, { ...completeDraft, verifyMethod: "DOCUMENT" });
  const error = { path: "verifyTempFileName", params: {} };
  store.setServerErrors([{ ...error, code: "pdf_offline" }]);
  expect(store.allErrors()).not.toContainEqual(expect.objectContaining({ code: "pdf_offline" }));
  store.setServerErrors([{ ...error, code: "E007" }]);
  expect(store.allErrors()).toContainEqual(expect.objectContaining({ code: "E007" }));
});

test("all errors are in the order of the form, from whichever side they come", async () => {
  const store = await storeWith(core, { ...completeDraft, matchGender: null, city: null }, 0);
  store.setServerErrors([
    { path: "photoNameList", code: "required", params: {} },
    { path: "nickname", code: "control_character", params: {} },
  ]);
  const paths = ["nickname", "city", "photoNameList", "matchGender"];
  expect(store.allErrors().map(({ path }) => path)).toEqual(paths);
  store.submitAllPages();
  expect(store.submittedErrors().map(({ path }) => path)).toEqual(paths);
});

test("core neither checks nor sends a condition that is off, whatever its bounds", async () => {
  const age = { type: "AGE" as const, from: "abc", to: "9" };
  const draft = { ...completeDraft, valueItem: [{ ...age, selected: true }] };
  const store = await storeWith(core, draft);
  expect(store.submitPage("partner")).toBe(false);
  store.setField("valueItem", [{ ...age, selected: false }]);
  expect(store.submitPage("partner")).toBe(true);
  const whole = { ...store.wholeDraft(), photoNameList: [fileName("a")] };
  const { payload } = core.parseProfile(whole, "2026-01-01");
  expect(payload).toMatchObject({ valueItem: [] });
});

test.each([
  ["linkedin.com/in/mei", "https://linkedin.com/in/mei"],
  ["  www.example.com ", "https://www.example.com"],
  ["http://example.com", "http://example.com"],
  ["https://example.com", "https://example.com"],
  ["mailto:mei@example.com", "mailto:mei@example.com"],
  ["on request", "on request"],
  ["", ""],
])("Continue completes the link %j as %j", async (typed, completed) => {
  const store = await storeWith(core, { ...completeDraft, reviewLink: typed });
  store.submitPage("verification");
  expect(store.getState().draft.reviewLink).toBe(completed);
});

test("each change is stored at once, and names its field until the browser takes it", async () => {
  const store = await storeWith(core, completeDraft, 0);
  const saveForm = vi.spyOn(store.repository, "saveForm").mockReturnValueOnce(false);
  store.setField("nickname", "Refused");
  expect(saveForm).toHaveBeenLastCalledWith(expect.objectContaining({ nickname: "Refused" }));
  expect(store.unsavedFields()).toEqual(["nickname"]);
  store.setField("school", "Taken");
  expect(store.unsavedFields()).toEqual([]);
  saveForm.mockRestore();
});

test("knows that the server asks for a proof of age which the form lacks", async () => {
  const refusal = [{ path: "ageProofFileName", code: "required", params: {} }] as const;
  const other = [{ path: "nickname", code: "required", params: {} }] as const;
  const store = await storeWith(core, completeDraft);
  expect(store.isOutdatedBy(refusal)).toBe(true);
  expect(store.isOutdatedBy(other)).toBe(false);
  const scope = { ...wholeScope, ageProof: { checkedBirthday: "" } };
  const newer = await storeWith(core, completeDraft, 1, undefined, scope);
  expect(newer.isOutdatedBy(refusal)).toBe(false);
});

test("sends a document only while the form asks for it", async () => {
  const birthday = String(completeDraft.birthday);
  const scope = { ...wholeScope, ageProof: { checkedBirthday: birthday } };
  const store = await storeWith(
    core,
    { ...completeDraft, birthday: "1992-04-06" },
    1,
    undefined,
    scope,
  );
  await store.files.replaceFile("ageProof", pictureFile("licence.png"));
  expect(store.slotsToSend()).toEqual([0, "ageProof"]);
  store.setField("birthday", birthday);
  expect(store.slotsToSend()).toEqual([0]);
});
