/** The menu for the language of the console. */
import { LanguageMenu } from "#/features/language/language-menu";
import type { Language } from "#/i18n/languages";
import { switchConsoleLanguage } from "#/i18n/load-console";
import { text } from "#/i18n/use-text";
import { addToast } from "#/toasts/toasts";

export function LanguageSelect() {
  return <LanguageMenu onPick={(language) => void change(language)} />;
}

async function change(language: Language): Promise<void> {
  try {
    await switchConsoleLanguage(language);
  } catch {
    addToast(text("shell.languageNotLoaded"), { color: "red" });
  }
}
