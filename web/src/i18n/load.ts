/** Loads the messages. A namespace is a file of messages, and each page names the namespaces that it uses. */
import { i18n, type Messages } from "@lingui/core";
import { prefetchAllowed } from "#/lib/prefetch-allowed";
import { loadChunk, loadChunkNow } from "#/version/load-chunk";
import { chooseLanguage, type Language, languages } from "./languages";

/** The namespaces that pages load on demand. All other namespaces are loaded at the start. */
export type Namespace =
  | "dev"
  | "edit"
  | "errors"
  | "introductions"
  | "matches"
  | "member"
  | "news"
  | "privacy"
  | "profile"
  | "register"
  | "rights"
  | "settings"
  | "vocabulary";

const starts = import.meta.glob<Messages>("./messages/*/start.ts", { import: "messages" });
const files = import.meta.glob<Messages>(
  "./messages/*/{dev,edit,errors,introductions,matches,member,news,privacy,profile,register,rights,settings,vocabulary}.json",
  { import: "default" },
);

/** The namespaces that pages have requested so far. A change of language loads all of these namespaces again. */
const requested = new Set<Namespace>();

export async function activate(language: Language, loader = loadChunk): Promise<void> {
  const start = starts[`./messages/${language}/start.ts`];
  const nRequested = requested.size;
  await load(language, [start, ...filesOf(language, requested)], loader);
  // If a page requested a namespace during the load, that namespace is loaded in the old language only. Load again.
  if (requested.size > nRequested) return await activate(language, loader);
  i18n.activate(language);
  document.documentElement.lang = language;
}

/** Loads namespaces in the current language, and in each language to which the person switches later. */
export async function loadNamespaces(...names: readonly Namespace[]): Promise<void> {
  await loadMissing(names, loadChunk);
}

/** Loads namespaces without a second attempt, for prefetching and for a tap, which needs a quick result. */
export async function tryNamespaces(...names: readonly Namespace[]): Promise<void> {
  await loadMissing(names, (file) => file());
}

async function loadMissing(names: readonly Namespace[], loader: typeof loadChunk): Promise<void> {
  const { locale } = i18n;
  const missing = names.filter((name) => !requested.has(name));
  await load(locale, filesOf(locale, missing), loader);
  // If the person switched the language during the load, load the namespaces in the new language, too.
  if (i18n.locale !== locale) return await loadMissing(names, loader);
  for (const name of missing) requested.add(name);
}

/**
 * Loads the requested namespaces of the other languages into the browser's cache, if prefetching is allowed, so
 * that a later switch needs no network. Returns false if some of them did not load.
 */
export async function prefetchOtherLanguages(): Promise<boolean> {
  if (!prefetchAllowed()) return true;
  const others = languages.filter((language) => language !== i18n.locale);
  const missing = others.flatMap((language) => [
    starts[`./messages/${language}/start.ts`],
    ...filesOf(language, requested),
  ]);
  const results = await Promise.allSettled(missing.map((file) => file?.()));
  return results.every(({ status }) => status === "fulfilled");
}

/** Switches the language for the person, and stores the choice. Rejects at once without a network. */
export async function switchLanguage(language: Language): Promise<void> {
  await activate(language, loadChunkNow);
  chooseLanguage(language);
}

/**
 * Shows the few messages of a failed start in all languages at once, for the case that no language could be loaded.
 * Does nothing if a language is loaded.
 */
export function activateFallbackMessages(): void {
  if (i18n.locale) return;
  i18n.loadAndActivate({
    locale: "zh-TW",
    messages: {
      "shell.start.failed": "Enmusubi",
      "shell.start.config": "無法載入 · 読み込めませんでした · It did not load",
      "shell.start.offline": "沒有網路連線 · オフラインです · No connection",
      "shell.start.advice": "",
      "shell.start.offlineAdvice": "",
      "shell.retry": "重新載入 · 再読み込み · Reload",
    },
  });
}

type MessageFile = (() => Promise<Messages>) | undefined;

function filesOf(language: string, names: Iterable<Namespace>): MessageFile[] {
  return Array.from(names, (name) => files[`./messages/${language}/${name}.json`]);
}

/** Adds all messages in one step. If only some messages were there, the page would show ids in place of the others. */
async function load(
  language: string,
  missing: readonly MessageFile[],
  loader: typeof loadChunk,
): Promise<void> {
  if (missing.length === 0) return;
  const loaded = await Promise.all(missing.map((file) => file && loader(file)));
  i18n.load(language, Object.assign({}, ...loaded));
}
