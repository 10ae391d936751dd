import { expect, test } from "vitest";
import { loadCore } from "#/core/load";
import type { FieldName } from "#/profile-form/answers/page-table";
import { scaleOf, stopsBetween, withCondition } from "./conditions";

async function scale(type: string): Promise<number[]> {
  const core = await loadCore();
  const ruleOf = (field: FieldName) => core.fieldRules().find((rule) => rule.field === field);
  return scaleOf(type, core, ruleOf);
}

test("the stops of the thumbs are the answers that people can give", async () => {
  const ages = await scale("AGE");
  expect([ages[0], ages.at(-1)]).toEqual([18, 99]);
  const heights = await scale("HEIGHT");
  expect([heights[0], heights.at(-1)]).toEqual([120, 230]);
  expect(await scale("INCOME")).toEqual([50, 100, 150, 200, 300, 500]);
});

test("core accepts every stop of a scale as a bound", async () => {
  const core = await loadCore();
  for (const type of ["AGE", "HEIGHT", "INCOME"] as const) {
    for (const from of await scale(type)) {
      const rejection = core.checkProfile({ valueItem: [{ type, from, to: 0 }] }, "2026-01-01");
      const paths = rejection?.fields.map(({ path }) => path) ?? [];
      expect(paths.filter((path) => path.startsWith("valueItem"))).toEqual([]);
    }
  }
});

test("the stops begin at the lowest and end at the highest allowed number", () => {
  expect(stopsBetween({ min: 10, max: 40 } as never, 10)).toEqual([10, 20, 30, 40]);
});

test("a condition that is switched off keeps its bounds", () => {
  const draft = { valueItem: [{ type: "AGE" as const, from: "28" }] };
  expect(withCondition(draft, "AGE", { selected: false })).toEqual([
    { type: "AGE", selected: false, from: "28" },
  ]);
  expect(withCondition({}, "SMOKE", { value: true })).toEqual([
    { type: "SMOKE", selected: true, value: true },
  ]);
});
