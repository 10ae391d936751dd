/** The languages of the app and which of them a person reads. */
import { readText, writeText } from "../storage/local";

export const languages = ["zh-TW", "ja", "en"] as const;
export type Language = (typeof languages)[number];

/** Each language in its own words, for the switch. */
export const languageNames: Record<Language, string> = {
  "zh-TW": "繁體中文",
  ja: "日本語",
  en: "English",
};

/** The language of ours that a BCP 47 tag means, or null. */
export function parseLanguage(tag: string | null | undefined): Language | null {
  const primary = tag?.toLowerCase().split("-")[0];
  if (primary === "zh") return "zh-TW";
  return languages.find((language) => language === primary) ?? null;
}

/** What the person chose before, or else the first wanted tag we speak, or else Chinese. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const chosen = parseLanguage(readText("language"));
  const spoken = wanted.map(parseLanguage).find((language) => language !== null);
  return chosen ?? spoken ?? "zh-TW";
}

/** Remembers the choice. */
export function chooseLanguage(language: Language): void {
  writeText("language", language);
}
