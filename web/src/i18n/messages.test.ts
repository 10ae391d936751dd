import { describe, expect, it } from "vitest";
import { loadCore } from "#/core/load";
import { reviewRules } from "#/core/review-rules";
import openapi from "../../../server/openapi.json";
// The core's code lists, as `just types` writes them.
import coreTypes from "../../../wasm/types.d.ts?raw";
import { languages } from "./languages";

const catalogues = import.meta.glob<{ default: Record<string, unknown> }>("./messages/*/*.json", {
  eager: true,
});

function idsOf(language: string): string[] {
  return Object.entries(catalogues)
    .filter(([path]) => path.includes(`/${language}/`))
    .flatMap(([, catalogue]) => Object.keys(catalogue.default))
    .sort();
}

/** The words of a union of the core's types. */
function wordsOf(type: string): string[] {
  const union = new RegExp(`export type ${type} =([^;]*);`).exec(coreTypes)?.[1] ?? "";
  return [...union.matchAll(/"([^"]+)"/g)].map(([, word]) => word ?? "");
}

describe("the message catalogues", () => {
  it.each(languages)("say everything in %s", (language) => {
    expect(idsOf("en").length).toBeGreaterThan(300);
    expect(idsOf(language)).toEqual(idsOf("en"));
  });

  it.each(languages)(
    "have a sentence for every code of the core and of the server in %s",
    (language) => {
      const fieldCodes = wordsOf("FieldErrorCode");
      const codes = openapi.components.schemas.ErrorCode.enum;
      expect(fieldCodes).toContain("under_age");
      expect(codes).toContain("E001A");
      const wanted = [
        ...fieldCodes.map((code) => `errors.${code}`),
        ...codes.map((code) => `failure.${code}`),
      ];
      const said = new Set(idsOf(language));
      expect(wanted.filter((id) => !said.has(id))).toEqual([]);
    },
  );

  it.each(languages)("have a word for everything the core lists in %s", async (language) => {
    const core = await loadCore();
    expect(wordsOf("ReasonCode")).toContain("unclear");
    // The sixteen types are read the same everywhere, and conditions have names of their own.
    const unnamed = ["mbti", "conditionType"];
    const lists = Object.entries(core.vocabulary()).filter(([list]) => !unnamed.includes(list));
    const wanted = [
      ...lists.flatMap(([list, words]) => words.map((word) => `vocabulary.${list}.${word}`)),
      ...wordsOf("ReviewStatus").map((status) => `vocabulary.reviewStatus.${status}`),
      ...wordsOf("ReasonCode").map((code) => `vocabulary.reasonCode.${code}`),
      ...wordsOf("ConditionType").map((type) => `vocabulary.condition.${type}`),
      ...core
        .catalogue()
        .tagGroups.flatMap(({ group, tags }) =>
          tags.map((tag) => `vocabulary.${group}.${tag.key}`),
        ),
      ...core.fieldRules().map(({ field }) => `vocabulary.field.${field}`),
    ];
    const said = new Set(idsOf(language));
    expect(wanted.filter((id) => !said.has(id))).toEqual([]);
  });

  it.each(languages)("have a word for each kind and reason of the console in %s", (language) => {
    expect(reviewRules.kinds).toContain("APPEAL");
    const wanted = [
      ...reviewRules.kinds.map((kind) => `console.kind.${kind}`),
      ...reviewRules.skipReasons.map((reason) => `console.skipReason.${reason}`),
      ...reviewRules.actionsWithReason.map((action) => `console.dialog.${action}`),
      ...reviewRules.reasonCodes.map(({ code }) => `vocabulary.reasonCode.${code}`),
    ];
    const said = new Set(idsOf(language));
    expect(wanted.filter((id) => !said.has(id))).toEqual([]);
  });
});
