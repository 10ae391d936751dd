/** The language of the console. */
import { i18n } from "@lingui/core";
import { type Language, languageNames, languages } from "../i18n/languages";
import { switchConsoleLanguage } from "../i18n/load-console";
import { text, useText } from "../i18n/use-text";
import { addToast } from "../toasts/toasts";
import { Icon } from "../ui/icon";

export function LanguageSelect() {
  const t = useText();
  return (
    <label className="relative inline-flex items-center text-sm text-muted">
      <span className="sr-only">{t("shell.language")}</span>
      <Icon name="globe" className="pointer-events-none absolute left-2 size-4" />
      <select
        className="min-h-11 cursor-pointer field-sizing-content appearance-none rounded-full border-0 bg-transparent pr-2 pl-8 text-base text-ink"
        value={i18n.locale}
        onChange={(event) => void change(event.target.value as Language)}
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

async function change(language: Language): Promise<void> {
  try {
    await switchConsoleLanguage(language);
  } catch {
    addToast(text("shell.languageNotLoaded"), { color: "red" });
  }
}
