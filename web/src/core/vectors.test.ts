/** The built npm package, compared with the vectors through the functions that the form calls. */
import * as core from "enmusubi-wasm";
import { afterAll, expect, test } from "vitest";
import {
  type Case,
  documentText,
  type Expectation,
  isForTheServer,
  usualToday,
} from "../../../tests/src/document";
import type { ProfileDraft } from "./core";
import { documentValue, topics } from "./vectors.testing";

const compared = { asText: 0, asValue: 0, skipped: 0 };

/** Returns the outcome of a document in the terms of the vectors. */
function outcome(tested: Case, given: unknown): Expectation | "accepted" {
  const document = given as ProfileDraft | string;
  const today = tested.today ?? usualToday;
  const { payload, refusal } =
    tested.uploads === "pending"
      ? { payload: undefined, refusal: core.checkProfile(document, today) }
      : core.parseProfile(document, today);
  if (!refusal) return payload ? { payload } : "accepted";
  return refusal.code === "E002" ? { errors: refusal.fields } : { refused: refusal.code };
}

function check(tested: Case, document: unknown) {
  const actual = outcome(tested, document);
  if (!("payload" in tested.expect)) {
    expect(actual).toStrictEqual(tested.expect);
  } else if (tested.uploads === "pending") {
    // A form without its uploads is checked, and has no payload yet.
    expect(actual).toBe("accepted");
  } else {
    expect(actual).toHaveProperty("payload");
    const { payload } = actual as { payload: Record<string, unknown> };
    for (const [name, value] of Object.entries(tested.expect.payload)) {
      expect(payload[name], name).toStrictEqual(value);
    }
  }
}

for (const [topic, cases] of topics) {
  test(`the package answers as the vectors about ${topic} say`, () => {
    expect(cases).not.toHaveLength(0);
    for (const tested of cases) {
      if (isForTheServer(tested)) {
        compared.skipped += 1;
        continue;
      }
      expect.soft(() => check(tested, documentText(tested)), tested.name).not.toThrow();
      compared.asText += 1;
      const value = documentValue(tested);
      if (value === undefined) continue;
      expect.soft(() => check(tested, value), `${tested.name}, as a value`).not.toThrow();
      compared.asValue += 1;
    }
  });
}

test("a mistake of the page throws, and the package works on", () => {
  const empty = { nickname: "" };
  for (const today of ["", "2026-02-30", "21.11.2026"]) {
    expect(() => core.checkProfile(empty, today)).toThrow("YYYY-MM-DD");
    expect(() => core.parseProfile(empty, today)).toThrow("YYYY-MM-DD");
    expect(() => core.checkField("nickname", "", today)).toThrow("YYYY-MM-DD");
  }
  expect(() => core.checkField("nick" as "nickname", "", usualToday)).toThrow("no such field");
  expect(core.checkField("nickname", "小明", usualToday)).toStrictEqual([]);
  expect(core.checkField("nickname", null, usualToday)).toHaveLength(1);
});

test("nearly every vector was compared, and the others are for the server", () => {
  const held = topics.flatMap(([, cases]) => cases).filter(isForTheServer);
  expect(compared.skipped).toBe(held.length);
  expect(held.length).toBeLessThan(50);
  expect(compared.asText).toBeGreaterThanOrEqual(700);
  expect(compared.asValue).toBeGreaterThanOrEqual(700);
});

afterAll(() => {
  const { asText, asValue, skipped } = compared;
  process.stdout.write(
    `vectors through the package: ${asText} as text, ${asValue} as values, ${skipped} for the server\n`,
  );
});
