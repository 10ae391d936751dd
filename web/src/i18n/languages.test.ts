import { beforeEach, expect, it } from "vitest";
import { chooseLanguage, preferredLanguage } from "./languages";

beforeEach(() => window.localStorage.clear());

it.each([
  [["zh-TW", "en"], "zh-TW"],
  [["zh-Hant-HK"], "zh-TW"],
  [["zh-CN"], "zh-TW"],
  [["zh"], "zh-TW"],
  [["ja-JP", "zh-TW"], "ja"],
  [["JA"], "ja"],
  [["en-GB"], "en"],
  [["ko-KR"], "en"],
  [["th", "th-TH"], "en"],
  [["id-ID"], "en"],
  [["pt-BR"], "en"],
  [["", "ko-KR"], "en"],
  [["ko-KR", "ja"], "ja"],
  [["jav"], "en"],
  [[""], "zh-TW"],
  [[], "zh-TW"],
])("a device in %j reads %s", (wanted, language) => {
  expect(preferredLanguage(wanted)).toBe(language);
});

it("reads the person's own choice first", () => {
  chooseLanguage("ja");
  expect(preferredLanguage(["ko-KR"])).toBe("ja");
});
