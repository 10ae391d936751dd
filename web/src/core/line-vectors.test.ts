/** LINE's rules in the built npm package, held against the vectors that Rust reads too. */
import * as rules from "enmusubi-wasm/line";
import { describe, expect, test } from "vitest";
import deepLinks from "../../../tests/vectors/line/deep-link.json";
import messages from "../../../tests/vectors/line/message.json";
import urls from "../../../tests/vectors/line/url.json";

/** Where a start address leads; `accepted` is somewhere, whatever place. */
type Whereto = "nothing" | "accepted" | { place: string } | { refused: string };

interface DeepLinkCase {
  name: string;
  search: string;
  base?: string;
  /** How many letters to add to the query. */
  fill?: number;
  expect: Whereto;
}

type UrlCase = { name: string } & (
  | { openWindow: unknown; expect: string | null }
  | { liffUrl: string; expect: boolean }
  | { endpoint: string; url: string; expect: boolean }
);

function whereto({ search, base = "/", fill = 0, expect: told }: DeepLinkCase): Whereto {
  const link = rules.parseDeepLink(search + "a".repeat(fill), base);
  if (link.kind === "nothing") return "nothing";
  if (link.kind === "refused") return { refused: link.code };
  return told === "accepted" ? "accepted" : { place: link.place };
}

function answer(tested: UrlCase): string | boolean | null {
  if ("openWindow" in tested) return rules.checkOpenWindow(tested.openWindow);
  if ("liffUrl" in tested) return rules.isLiffUrl(tested.liffUrl);
  return rules.isBelowEndpoint(tested.endpoint, tested.url);
}

describe("the package", () => {
  test("leads start addresses as the vectors say", () => {
    const cases = deepLinks as DeepLinkCase[];
    expect(cases.length).toBeGreaterThan(80);
    for (const tested of cases) expect.soft(whereto(tested), tested.name).toEqual(tested.expect);
  });

  test("takes messages as the vectors say", () => {
    expect(messages.length).toBeGreaterThan(15);
    for (const { name, messages: given, sent, picked } of messages) {
      expect.soft(rules.checkSentMessages(given), name).toStrictEqual(sent);
      expect.soft(rules.checkPickerMessages(given), name).toStrictEqual(picked);
    }
  });

  test("judges addresses as the vectors say", () => {
    const cases = urls as UrlCase[];
    expect(cases.length).toBeGreaterThan(60);
    for (const tested of cases) expect.soft(answer(tested), tested.name).toBe(tested.expect);
  });

  test("takes of a value of JavaScript what JSON makes of it, as LINE's SDK sends it", () => {
    const within: unknown[] = [];
    within.push({ type: "text", within });
    for (const nothing of [undefined, null, within, () => "text"]) {
      expect(rules.checkSentMessages(nothing)).toStrictEqual([{ index: null, code: "wrong_type" }]);
    }
    for (const nothing of [undefined, null]) {
      expect(rules.checkOpenWindow(nothing)).toBe("wrong_type");
    }
    // What JSON cannot hold is as little as an empty object.
    expect(rules.checkOpenWindow(within)).toBe("url");
    expect(rules.checkSentMessages([{ type: "text", text: undefined }])).toStrictEqual([]);
    expect(rules.checkSentMessages([undefined])).toStrictEqual([{ index: 0, code: "wrong_type" }]);
    expect(rules.checkOpenWindow({ url: "https://a.example", external: undefined })).toBeNull();
    expect(rules.checkOpenWindow({ url: "https://a.example", external: Number.NaN })).toBe(
      "external",
    );
  });
});
