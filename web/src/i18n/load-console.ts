/** Loads the messages of the reviewers' console, and the members' messages that the console previews. */
import { type I18n, i18n, type Messages, setupI18n } from "@lingui/core";
import { loadChunk, loadChunkNow } from "#/version/load-chunk";
import { chooseLanguage, type Language } from "./languages";

const files = import.meta.glob<Messages>("./messages/*/console.ts", { import: "messages" });
const membersFiles = import.meta.glob<Messages>(
  "./messages/*/{edit,news,profile,register,vocabulary}.json",
  { import: "default" },
);
const membersNamespaces = ["edit", "news", "profile", "register", "vocabulary"];

export async function activateConsole(language: Language, loader = loadChunk): Promise<void> {
  const file = files[`./messages/${language}/console.ts`];
  if (file) i18n.load(language, await loader(file));
  i18n.activate(language);
  document.documentElement.lang = language;
}

/** Switches the language for the reviewer, and stores the choice. Rejects at once without a network. */
export async function switchConsoleLanguage(language: Language): Promise<void> {
  await activateConsole(language, loadChunkNow);
  chooseLanguage(language);
}

/** Returns the members' messages in one language, for the preview of what a member will read about a decision. */
export async function loadMembersMessages(language: Language): Promise<I18n> {
  const parts = membersNamespaces.map(
    (name) => membersFiles[`./messages/${language}/${name}.json`],
  );
  const loaded = await Promise.all(parts.map((part) => part && loadChunkNow(part)));
  const messages = Object.assign({}, ...loaded) as Messages;
  return setupI18n({ locale: language, messages: { [language]: messages } });
}
