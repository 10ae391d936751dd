/** The language a person tapped, or a word on why it stays as it is. */
import type { Language } from "../../i18n/languages";
import { switchLanguage } from "../../i18n/load";
import { text } from "../../i18n/use-text";
import { addToast } from "../../toasts/toasts";

export async function changeLanguage(language: Language): Promise<void> {
  try {
    await switchLanguage(language);
  } catch {
    addToast(text("shell.languageNotLoaded"), { color: "red" });
  }
}
