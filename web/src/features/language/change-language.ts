/** Switches to the language that the person chose. If the language cannot be loaded, shows a toast. */
import type { Language } from "#/i18n/languages";
import { switchLanguage } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import { addToast } from "#/toasts/toasts";

export async function changeLanguage(language: Language): Promise<void> {
  try {
    await switchLanguage(language);
  } catch {
    addToast(text("shell.languageNotLoaded"), { color: "red" });
  }
}
