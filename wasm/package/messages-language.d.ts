/** The sentences about broken rules, in one language. */
import type { BrokenRule, Sentences } from "../messages.js";

/** The sentences, with the placeholders `{label}`, `{min}` and `{max}`. */
export const sentences: Sentences;
/** Returns a sentence for the person who typed the value. `label` is the caller's word for the field in this language. */
export function sentence(error: BrokenRule, label: string): string;
