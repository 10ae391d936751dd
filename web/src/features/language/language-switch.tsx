/** A row of buttons for the languages. Each button shows the language's own name, such as 日本語. */
import { i18n } from "@lingui/core";
import { languageNames, languages } from "#/i18n/languages";
import { useText } from "#/i18n/use-text";
import { changeLanguage } from "./change-language";

export function LanguageSwitch() {
  const t = useText();
  return (
    <nav aria-label={t("shell.language")} className="flex flex-wrap gap-x-4">
      {languages.map((language) => {
        const isCurrent = i18n.locale === language;
        return (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={isCurrent}
            onClick={() => void changeLanguage(language)}
            className={`min-h-11 text-sm ${isCurrent ? "font-bold text-ink" : "text-muted underline underline-offset-4"}`}
          >
            {languageNames[language]}
          </button>
        );
      })}
    </nav>
  );
}
