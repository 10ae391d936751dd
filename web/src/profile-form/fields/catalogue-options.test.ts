import { expect, test } from "vitest";
import { loadCore } from "#/core/load";
import type { Language } from "#/i18n/languages";
import { activate, loadNamespaces } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import { cityGroups } from "./catalogue-options";

test.each<[Language, string[], string[]]>([
  ["zh-TW", ["台灣", "日本"], ["臺北市", "新竹縣", "東京都"]],
  ["ja", ["日本", "台湾"], ["台北市", "新竹県", "東京都"]],
  ["en", ["Taiwan", "Japan"], ["Taipei City", "Hsinchu County", "Tokyo"]],
])("in %s, the list of cities begins with %j and has %j", async (language, countries, names) => {
  const core = await loadCore();
  await activate(language);
  await loadNamespaces("vocabulary");
  const groups = cityGroups({ core, t: text });
  expect(groups.map(({ label }) => label)).toEqual(countries);
  const cities = groups.flatMap(({ options }) => options);
  const nameOf = (code: string) => cities.find(({ value }) => value === code)?.label;
  expect(["TW-TPE", "TW-HSQ", "JP-13"].map(nameOf)).toEqual(names);
});
