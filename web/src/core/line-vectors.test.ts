/** LINE's rules in the built npm package, compared with the vectors that Rust reads too. */
import * as rules from "enmusubi-wasm/line";
import { describe, expect, test } from "vitest";
import deepLinks from "../../../tests/vectors/line/deep-link.json";
import messages from "../../../tests/vectors/line/message.json";
import urls from "../../../tests/vectors/line/url.json";

/** The expected target of a start address; `accepted` is any place. */
type Target = "nothing" | "accepted" | { place: string } | { refused: string };

interface DeepLinkCase {
  name: string;
  search: string;
  base?: string;
  /** The number of letters to add to the query. */
  fill?: number;
  expect: Target;
}

type UrlCase = { name: string } & (
  | { openWindow: unknown; expect: string | null }
  | { liffUrl: string; expect: boolean }
  | { endpoint: string; url: string; expect: boolean }
);

function targetOf({ search, base = "/", fill = 0, expect: expected }: DeepLinkCase): Target {
  const link = rules.parseDeepLink(search + "a".repeat(fill), base);
  if (link.kind === "nothing") return "nothing";
  if (link.kind === "refused") return { refused: link.code };
  return expected === "accepted" ? "accepted" : { place: link.place };
}

function answer(tested: UrlCase): string | boolean | null {
  if ("openWindow" in tested) return rules.checkOpenWindow(tested.openWindow);
  if ("liffUrl" in tested) return rules.isLiffUrl(tested.liffUrl);
  return rules.isBelowEndpoint(tested.endpoint, tested.url);
}

describe("the package", () => {
  test("parses start addresses as the vectors say", () => {
    const cases = deepLinks as DeepLinkCase[];
    expect(cases.length).toBeGreaterThan(80);
    for (const tested of cases) expect.soft(targetOf(tested), tested.name).toEqual(tested.expect);
  });

  test("checks messages as the vectors say", () => {
    expect(messages.length).toBeGreaterThan(15);
    for (const { name, messages: given, sent, picked } of messages) {
      expect.soft(rules.checkSentMessages(given), name).toStrictEqual(sent);
      expect.soft(rules.checkPickerMessages(given), name).toStrictEqual(picked);
    }
  });

  test("checks addresses as the vectors say", () => {
    const cases = urls as UrlCase[];
    expect(cases.length).toBeGreaterThan(60);
    for (const tested of cases) expect.soft(answer(tested), tested.name).toBe(tested.expect);
  });

  test("reads a value of JavaScript as JSON writes it, because LINE's SDK sends JSON", () => {
    const within: unknown[] = [];
    within.push({ type: "text", within });
    for (const nothing of [undefined, null, within, () => "text"]) {
      expect(rules.checkSentMessages(nothing)).toStrictEqual([{ index: null, code: "wrong_type" }]);
    }
    for (const nothing of [undefined, null]) {
      expect(rules.checkOpenWindow(nothing)).toBe("wrong_type");
    }
    // JSON cannot write it, so it counts as an empty object.
    expect(rules.checkOpenWindow(within)).toBe("url");
    expect(rules.checkSentMessages([{ type: "text", text: undefined }])).toStrictEqual([]);
    expect(rules.checkSentMessages([undefined])).toStrictEqual([{ index: 0, code: "wrong_type" }]);
    expect(rules.checkOpenWindow({ url: "https://a.example", external: undefined })).toBeNull();
    expect(rules.checkOpenWindow({ url: "https://a.example", external: Number.NaN })).toBe(
      "external",
    );
  });
});
