/** Values of JavaScript that are not plain JSON. */
import * as core from "enmusubi-wasm";
import { expect, test } from "vitest";

const today = "2026-11-21";

/** The codes at a path and below it. */
function codes(draft: object, field: string): string[] {
  const refusal = core.checkProfile(draft as core.ProfileDraft, today);
  return (refusal?.fields ?? [])
    .filter(({ path }) => path.startsWith(field))
    .map(({ path, code }) => `${path} ${code}`);
}

test("a number that JSON cannot write is present, and is not a number", () => {
  for (const height of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    expect(codes({ height }, "height")).toStrictEqual(["height wrong_type"]);
    expect(codes({ height, smoke: null }, "height")).toStrictEqual(["height wrong_type"]);
    expect(core.checkField("height", height, today)).toMatchObject([{ code: "wrong_type" }]);
    expect(codes({ hobbyTagIds: [301, height] }, "hobbyTagIds")).toStrictEqual([
      "hobbyTagIds[1] wrong_type",
    ]);
    expect(codes({ valueItem: [{ type: "AGE", from: height }] }, "valueItem")).toStrictEqual([
      "valueItem[0].from wrong_type",
    ]);
  }
});

test("null and undefined are missing values", () => {
  for (const nothing of [null, undefined]) {
    expect(codes({ height: nothing, hobbyTagIds: [301] }, "height")).toStrictEqual([
      "height required",
    ]);
    expect(core.checkField("height", nothing, today)).toMatchObject([{ code: "required" }]);
  }
});

test("a text that says null is a text", () => {
  expect(core.checkField("nickname", "null", today)).toStrictEqual([]);
  expect(codes({ nickname: "null" }, "nickname")).toStrictEqual([]);
});

test("an object that contains itself is no document, and no value", () => {
  const endless: Record<string, unknown> = { nickname: "小明" };
  endless.name = endless;
  expect(core.checkProfile(endless as core.ProfileDraft, today)).toStrictEqual({
    code: "E009",
    fields: [],
  });
  expect(core.checkField("nickname", endless, today)).toMatchObject([{ code: "wrong_type" }]);
});
