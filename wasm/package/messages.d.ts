/** The sentences about broken rules, in all languages. `enmusubi-wasm/messages/ja` (or `en`, `zh-TW`) has one language. */
import type { FieldErrorCode, Language, Params } from "./types.js";

/** The part of an error that its sentence depends on. A code without a sentence, such as `E009`, stands for itself. */
export type BrokenRule = { readonly code: string; readonly params: Params };
/** A code, or the key of the sentence for a text that is too long where one character would be enough. */
export type SentenceKey = FieldErrorCode | "length_up_to";
/** The sentences of a language, with the placeholders `{label}`, `{min}` and `{max}`. */
export type Sentences = Readonly<Record<SentenceKey, string>>;

/** The sentences of each language, for a message catalogue of the caller. */
export const sentences: Readonly<Record<Language, Sentences>>;
/** Returns the key of the sentence for a broken rule, which is the code unless a length has no lower limit. */
export function sentenceKey<Code extends string>(
  error: BrokenRule & { code: Code },
): Code | "length_up_to";
/** Returns a sentence for the person who typed the value. `label` is the caller's word for the field in this language. */
export function sentence(error: BrokenRule, language: Language, label: string): string;
