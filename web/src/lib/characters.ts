/** Counts characters as core and the server do: the Unicode scalar values of the trimmed text. */
export function countCharacters(text: string): number {
  return Array.from(text.trim()).length;
}

/**
 * Returns a typed text without halves of characters. An input method or a cut at a limit can leave half an emoji. UTF-8
 * cannot encode the half, so the server and other people would get a replacement character.
 */
export function wholeCharacters(typed: string): string {
  return typed.replace(/\p{Surrogate}/gu, "");
}
