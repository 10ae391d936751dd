/** The proof of age in the built npm package, compared with the vectors that Rust reads too. */
import * as core from "enmusubi-wasm";
import { expect, test } from "vitest";
import { usualToday } from "../../../tests/src/document";
import cases from "../../../tests/vectors/age-proof.json";
import base from "../../../tests/vectors/base.json";
import type { ProfileDraft } from "./core";

interface AgeProofCase {
  name: string;
  checked?: string;
  patch?: Record<string, unknown>;
  asked?: string[];
  document?: string;
  errors?: [path: string, code: string][];
}

test("the package checks a proof of age as the vectors say", () => {
  // The package knows no stored profile, so that the cases of a resubmission are for the server.
  const whole = (cases as AgeProofCase[]).filter(({ asked }) => asked === undefined);
  expect(whole.length).toBeGreaterThan(20);
  for (const { name, checked, patch, document, errors = [] } of whole) {
    const draft = { ...base, ...patch } as ProfileDraft;
    const { payload, refusal } = core.parseProfile(draft, usualToday, checked);
    const broken = (refusal?.fields ?? []).map(({ path, code }) => [path, code]);
    expect.soft(broken, name).toEqual(errors);
    expect.soft(payload?.ageProofFileName, name).toBe(document);
  }
});

test("a picked document counts as present while the person fills the form", () => {
  const draft = { ...base, ageProofFileName: { picked: true } } as ProfileDraft;
  expect(core.checkProfile(draft, usualToday, "")).toBeNull();
  expect(core.checkProfile(base as ProfileDraft, usualToday, "")?.fields).toHaveLength(1);
  expect(core.checkProfile(base as ProfileDraft, usualToday)).toBeNull();
});
