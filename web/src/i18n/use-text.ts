/** The messages by id. Their texts are in `messages/`. */
import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useCallback } from "react";
import { type Language, parseLanguage, preferredLanguage } from "./languages";
import type { CheckedId, MessageId } from "./message-id";

export type TextValues = Record<string, string | number>;
export type Text = <const Id extends string>(id: Id & CheckedId<Id>, values?: TextValues) => string;

export const text: Text = (id, values) => i18n._(id, values);

export function currentLanguage(): Language {
  return parseLanguage(i18n.locale) ?? preferredLanguage([]);
}

/** Call this for an id that is built from data, because such an id may have no message. */
export function hasText(id: string): id is MessageId {
  return id in i18n.messages;
}

/**
 * Returns the name of a word of a vocabulary list. A word without a message, such as a Myers–Briggs type, is written
 * alike in every language.
 */
export function nameOfWord(t: Text, list: string, word: string, values?: TextValues): string {
  return hasText(`vocabulary.${list}.${word}`) ? t(`vocabulary.${list}.${word}`, values) : word;
}

/** Returns a function like `text` for a component, which React draws again when the language changes. */
export function useText(): Text {
  const { i18n: current } = useLingui();
  const language = current.locale;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts of another language are another function.
  return useCallback<Text>((id, values) => current._(id, values), [current, language]);
}
