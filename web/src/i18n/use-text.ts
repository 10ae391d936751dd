/** Sentences by id. Code names ids; the words are in `messages/`. */
import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useCallback } from "react";

export type TextValues = Record<string, string | number>;

/** The sentence in the current language. */
export function text(id: string, values?: TextValues): string {
  return i18n._(id, values);
}

/** Whether the current language has this sentence, for ids that are made of other words. */
export function hasText(id: string): boolean {
  return id in i18n.messages;
}

/** `text` for components: a change of language draws them again. */
export function useText(): (id: string, values?: TextValues) => string {
  const { i18n: current } = useLingui();
  const language = current.locale;
  return useCallback((id, values) => current._(id, values), [current, language]);
}
