/** The languages of the app, and the choice of one for a person. */
import type { Language } from "#/core/core";
import { readText, writeText } from "#/storage/local";

export type { Language } from "#/core/core";

export const languages = ["zh-TW", "ja", "en"] as const satisfies readonly Language[];

export const languageNames: Record<Language, string> = {
  "zh-TW": "繁體中文",
  ja: "日本語",
  en: "English",
};

export function parseLanguage(tag: string | null | undefined): Language | null {
  const primary = tag?.toLowerCase().split("-")[0];
  if (primary === "zh") return "zh-TW";
  return languages.find((language) => language === primary) ?? null;
}

/**
 * Returns the person's earlier choice, or else the first wanted language that the app has. If the app has none of the
 * wanted languages, returns English; if the device names no language, returns Chinese. The server chooses in the same
 * way (`Language::choose` of core), but the page needs its language before core's wasm is loaded.
 */
export function preferredLanguage(wanted: readonly string[]): Language {
  const chosen = parseLanguage(readText("language"));
  const available = wanted.map(parseLanguage).find((language) => language !== null);
  return chosen ?? available ?? (wanted.some((tag) => tag !== "") ? "en" : "zh-TW");
}

export function chooseLanguage(language: Language): void {
  writeText("language", language);
}
