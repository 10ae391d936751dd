/** Loads the message catalogues of one language; each area is a file, each language a chunk. */
import { i18n, type Messages } from "@lingui/core";
import { chooseLanguage, type Language } from "./languages";

type Catalogue = { default: Messages };

const catalogues = import.meta.glob<Catalogue>("./messages/*/*.json");

/** Loads the language and switches to it. */
export async function activate(language: Language): Promise<void> {
  const areas = Object.entries(catalogues).filter(([path]) => path.includes(`/${language}/`));
  const loaded = await Promise.all(areas.map(([, load]) => load()));
  i18n.load(language, Object.assign({}, ...loaded.map((area) => area.default)));
  i18n.activate(language);
  document.documentElement.lang = language;
}

/** Switches because the person asked, and remembers it. */
export async function switchLanguage(language: Language): Promise<void> {
  chooseLanguage(language);
  await activate(language);
}
