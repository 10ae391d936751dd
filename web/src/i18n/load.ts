/** Loads the message catalogues: an area is a file, and each page names the areas it speaks. */
import { i18n, type Messages } from "@lingui/core";
import { chooseLanguage, type Language } from "./languages";

/** The files of each language. */
export type Area =
  | "dev"
  | "errors"
  | "failure"
  | "line"
  | "profile"
  | "register"
  | "shell"
  | "ui"
  | "vocabulary";

type Catalogue = { default: Messages };

const catalogues = import.meta.glob<Catalogue>("./messages/*/*.json");

/** What may have to be said before any page is there, and without a network. */
const wanted = new Set<Area>(["shell", "failure", "line", "ui"]);

/** Loads the language, with every area asked for so far, and switches to it. */
export async function activate(language: Language): Promise<void> {
  await load(language, [...wanted]);
  i18n.activate(language);
  document.documentElement.lang = language;
}

/** Brings more areas, in the language at hand and in those switched to later. */
export async function needAreas(...areas: readonly Area[]): Promise<void> {
  const missing = areas.filter((area) => !wanted.has(area));
  await load(i18n.locale, missing);
  for (const area of missing) wanted.add(area);
}

/** Switches because the person asked, and remembers it. */
export async function switchLanguage(language: Language): Promise<void> {
  chooseLanguage(language);
  await activate(language);
}

/** The words must be there all at once: half a catalogue would show ids to people. */
async function load(language: string, areas: readonly Area[]): Promise<void> {
  if (areas.length === 0) return;
  const paths = areas.map((area) => `./messages/${language}/${area}.json`);
  const loaded = await Promise.all(paths.map((path) => catalogues[path]?.()));
  i18n.load(language, Object.assign({}, ...loaded.map((catalogue) => catalogue?.default)));
}
