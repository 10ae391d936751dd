/** The choices that a person may leave open. */
import type { fieldRules, vocabulary } from "./field-table";

interface Lists {
  fieldRules(): typeof fieldRules;
  vocabulary(): typeof vocabulary;
}

/** Returns the fields with a list of words from which a person may choose nothing, such as `mbti`. */
export function optionalChoices(lists: Lists): typeof fieldRules {
  const words = lists.vocabulary();
  return lists.fieldRules().filter(({ field, required }) => !required && field in words);
}
