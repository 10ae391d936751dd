/** Counts characters as core and the server do: the Unicode scalar values of the trimmed text. */
export function countCharacters(text: string): number {
  return Array.from(text.trim()).length;
}
