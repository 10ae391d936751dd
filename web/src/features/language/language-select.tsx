/** A small select for the language, for pages with little room. */
import { i18n } from "@lingui/core";
import { useEffect } from "react";
import { type Language, languageNames, languages } from "../../i18n/languages";
import { prefetchOtherLanguages } from "../../i18n/load";
import { useText } from "../../i18n/use-text";
import { whenIdle } from "../../lib/idle";
import { Icon } from "../../ui/icon";
import { changeLanguage } from "./change-language";

/** A native select, so that nothing on the page moves and the focus stays. */
export function LanguageSelect() {
  const t = useText();
  // The other languages are loaded ahead, so that the page also works offline in each of them. The person
  // may leave before the browser is idle.
  useEffect(() => {
    let isMounted = true;
    const prefetch = async () => {
      await whenIdle();
      if (isMounted) await prefetchOtherLanguages();
    };
    void prefetch();
    return () => {
      isMounted = false;
    };
  }, []);
  return (
    <label className="relative inline-flex items-center text-sm text-muted">
      <span className="sr-only">{t("shell.language")}</span>
      <Icon name="globe" className="pointer-events-none absolute left-2 size-4" />
      <select
        className="min-h-11 cursor-pointer field-sizing-content appearance-none rounded-full border-0 bg-transparent -mr-2 pr-2 pl-8 text-base text-ink"
        value={i18n.locale}
        onChange={(event) => void changeLanguage(event.target.value as Language)}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </label>
  );
}
