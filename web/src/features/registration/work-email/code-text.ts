/** A code as people type and paste it. */

/** How many digits a code has. */
export const codeDigits = 6;

/** Its digits, full-width ones folded; spaces, hyphens and all else left out. */
export function digitsOf(typed: string): string {
  return typed.normalize("NFKC").replace(/\D/gu, "").slice(0, codeDigits);
}
