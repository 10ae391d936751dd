/** The words of the interface in each language, and the English words that a page shows. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "@playwright/test";

export type Language = "en" | "zh-TW" | "ja";

/** Reads the messages of a language, as they are before their parameters are filled in. */
export async function messagesOf(language: Language): Promise<Record<string, string>> {
  const top = join(import.meta.dirname, "../..");
  const folder = join(top, "web/src/i18n/messages", language);
  const areas = [
    ...["register", "errors", "ui", "shell", "profile", "rights", "vocabulary"],
    ...["introductions", "matches", "member", "news", "settings", "edit"],
  ];
  const texts = await Promise.all(areas.map((area) => readMessages(join(folder, `${area}.json`))));
  const sentences = await readMessages(join(top, "core/src/messages", `${language}.json`));
  const ofRules = Object.entries(sentences).map(([key, text]) => [`errors.${key}`, text]);
  return Object.assign(Object.fromEntries(ofRules), ...texts);
}

async function readMessages(file: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(file, "utf8"));
}

/** Names and units that are written in Latin letters in every language. */
const names =
  /Enmusubi|MINI App|LinkedIn|Podcast|English|https?:\S*|[\w.@-]+\.(com|pdf|jpg|png)|WebP|iPhone|Android|App\b|(?<![A-Za-z])(cm|km|kB)(?![A-Za-z])/g;

/** Returns the English words that a page or dialog shows, or tells a screen reader. */
export async function englishWords(part: Locator): Promise<string[]> {
  const text = (await part.ariaSnapshot())
    // The roles, states and addresses of the snapshot are no words of the page.
    .replace(/^\s*- \/\w+:.*$/gm, "")
    .replace(/^(\s*- '?)[a-z]+/gm, "$1")
    .replace(/\[[a-z]+(=[^\]]*)?\]/g, "")
    .replace(names, "");
  // Abbreviations such as MBTI and PDF have capitals only.
  return text.match(/[A-Za-z]*[a-z][A-Za-z]+/g) ?? [];
}
