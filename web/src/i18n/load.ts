/** Loads the message catalogues: an area is a file, and each page names the areas it speaks. */
import { i18n, type Messages } from "@lingui/core";
import { loadChunk, loadTapped } from "../version/load-chunk";
import { chooseLanguage, type Language, languages } from "./languages";

/** What a page has to ask for; the rest is there from the start. */
export type Area = "dev" | "errors" | "privacy" | "profile" | "register" | "rights" | "vocabulary";

const starts = import.meta.glob<Messages>("./messages/*/start.ts", { import: "messages" });
const areas = import.meta.glob<Messages>(
  "./messages/*/{dev,errors,privacy,profile,register,rights,vocabulary}.json",
  { import: "default" },
);

/** Asked for so far, so that a change of language brings them too. */
const wanted = new Set<Area>();

/** Loads the language, with every area asked for so far, and switches to it. */
export async function activate(language: Language, by = loadChunk): Promise<void> {
  const start = starts[`./messages/${language}/start.ts`];
  const nWanted = wanted.size;
  await load(language, [start, ...areasOf(language, wanted)], by);
  // Some were asked for meanwhile, in the language that is about to be left.
  if (wanted.size > nWanted) return await activate(language, by);
  i18n.activate(language);
  document.documentElement.lang = language;
}

/** Brings more areas, in the language at hand and in those switched to later. */
export async function needAreas(...asked: readonly Area[]): Promise<void> {
  await bring(asked, loadChunk);
}

/** The same at once or not at all: for what is tapped, or loaded ahead. */
export async function tryAreas(...asked: readonly Area[]): Promise<void> {
  await bring(asked, (loader) => loader());
}

async function bring(asked: readonly Area[], by: typeof loadChunk): Promise<void> {
  const { locale } = i18n;
  const missing = asked.filter((area) => !wanted.has(area));
  await load(locale, areasOf(locale, missing), by);
  // They were for a language that was left meanwhile.
  if (i18n.locale !== locale) return await bring(asked, by);
  for (const area of missing) wanted.add(area);
}

/**
 * Brings what is spoken so far in the other languages too, so that a switch asks no network; false
 * when some of it is still to be had.
 */
export async function bringOtherLanguages(): Promise<boolean> {
  const others = languages.filter((language) => language !== i18n.locale);
  const loaders = others.flatMap((language) => [
    starts[`./messages/${language}/start.ts`],
    ...areasOf(language, wanted),
  ]);
  // Only into the browser's memory. What fails is asked for again when it is wanted.
  const results = await Promise.allSettled(loaders.map((loader) => loader?.()));
  return results.every(({ status }) => status === "fulfilled");
}

/** Switches because the person asked, and remembers it; rejects at once where there is no network. */
export async function switchLanguage(language: Language): Promise<void> {
  await activate(language, loadTapped);
  chooseLanguage(language);
}

type Loader = (() => Promise<Messages>) | undefined;

function areasOf(language: string, asked: Iterable<Area>): Loader[] {
  return Array.from(asked, (area) => areas[`./messages/${language}/${area}.json`]);
}

/** All at once: half a catalogue would show ids to people. */
async function load(
  language: string,
  loaders: readonly Loader[],
  by: typeof loadChunk,
): Promise<void> {
  if (loaders.length === 0) return;
  const loaded = await Promise.all(loaders.map((loader) => loader && by(loader)));
  i18n.load(language, Object.assign({}, ...loaded));
}
