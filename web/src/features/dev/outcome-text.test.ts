import { beforeAll, describe, expect, it } from "vitest";
import { languages } from "#/i18n/languages";
import { activate, loadNamespaces } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import type { BrokenRule, FlowOutcome } from "#/liff/flows/outcome";
import type { SubWindowEnd } from "#/liff/flows/sub-window";
import { lineErrorCodes, lineErrorOf } from "#/liff/line-error";
import { endText, outcomeText } from "./outcome-text";

const rules: Record<BrokenRule, true> = {
  wrong_type: true,
  count: true,
  message_type: true,
  url: true,
  external: true,
  liff_url: true,
  below_endpoint: true,
  outside_line: true,
  unchecked: true,
};

const outcomes: FlowOutcome<unknown>[] = [
  { kind: "done", value: null },
  { kind: "cancelled" },
  ...(Object.keys(rules) as BrokenRule[]).flatMap((rule): FlowOutcome[] => [
    { kind: "refused", rule, index: null },
    { kind: "refused", rule, index: 0 },
  ]),
  ...lineErrorCodes.map((code): FlowOutcome => ({ kind: "failed", error: lineErrorOf({ code }) })),
];
const ends: SubWindowEnd[] = [
  { kind: "submitted", message: undefined },
  { kind: "cancelled", message: undefined },
  { kind: "closed" },
  { kind: "failed", error: lineErrorOf(null) },
];

describe.each(languages)("in %s", (language) => {
  beforeAll(async () => {
    await activate(language);
    await loadNamespaces("dev");
  });

  it("every outcome has a sentence of its own", () => {
    const said = outcomes.map((outcome) => outcomeText(text, outcome));
    expect(new Set(said).size).toBe(outcomes.length);
    for (const words of said) expect(words).not.toMatch(/(dev|line)\.\w/);
  });

  it("every end of a sub-window has a sentence of its own", () => {
    const said = ends.map((end) => endText(text, end));
    expect(new Set(said).size).toBe(ends.length);
    for (const words of said) expect(words).not.toMatch(/(dev|line)\.\w/);
  });

  it("the sentence contains LINE's own code for its support, also an unknown code", () => {
    const error = lineErrorOf({ code: "SOMETHING_NEW" });
    expect(outcomeText(text, { kind: "failed", error })).toMatch(/^SOMETHING_NEW/);
  });

  it("the sentence contains the value that a flow returns", () => {
    expect(outcomeText(text, { kind: "done", value: ["profile"] })).toMatch(/ \["profile"\]$/);
    expect(endText(text, { kind: "submitted", message: { a: 1 } })).toMatch(/ \{"a":1\}$/);
  });
});
