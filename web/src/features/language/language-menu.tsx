/** A small select for the language, for pages with little room, in the members' app and in the console. */
import { i18n } from "@lingui/core";
import { type Language, languageNames, languages } from "#/i18n/languages";
import { useText } from "#/i18n/use-text";
import { Icon } from "#/ui/icon";

interface Props {
  className?: string;
  onPick: (language: Language) => void;
}

/** Uses a native select, because opening it moves nothing on the page and keeps the focus. */
export function LanguageMenu({ className = "", onPick }: Props) {
  const t = useText();
  return (
    <label className="relative inline-flex items-center text-sm text-muted">
      <span className="sr-only">{t("shell.language")}</span>
      <Icon name="globe" className="pointer-events-none absolute left-2 size-4" />
      <select
        className={`min-h-11 cursor-pointer field-sizing-content appearance-none rounded-full border-0 bg-transparent pr-2 pl-8 text-base text-ink ${className}`}
        value={i18n.locale}
        onChange={(event) => onPick(event.target.value as Language)}
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
