/** The language in one small line, for pages that need their room for something else. */
import { i18n } from "@lingui/core";
import { useEffect } from "react";
import { type Language, languageNames, languages } from "../../i18n/languages";
import { prefetchOtherLanguages } from "../../i18n/load";
import { useText } from "../../i18n/use-text";
import { whenIdle } from "../../lib/idle";
import { changeLanguage } from "./change-language";

/** A native select: nothing moves, and the focus stays where it is. */
export function LanguageSelect() {
  const t = useText();
  // A page that works without a network can be read in each language without one.
  useEffect(() => {
    void whenIdle().then(prefetchOtherLanguages);
  }, []);
  return (
    <label className="relative inline-flex items-center text-sm text-muted">
      <span className="sr-only">{t("shell.language")}</span>
      <svg
        aria-hidden="true"
        viewBox="0 0 16 16"
        className="pointer-events-none absolute left-2 size-4 fill-none stroke-current"
      >
        <circle cx="8" cy="8" r="6.5" />
        <path d="M1.5 8h13M8 1.5c2.2 2 3 4.2 3 6.5s-.8 4.5-3 6.5C5.8 12.5 5 10.3 5 8s.8-4.5 3-6.5Z" />
      </svg>
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
