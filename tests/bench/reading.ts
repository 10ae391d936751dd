/** The lenient reading that no library has: trimming, numbers and booleans as text, ages. */
import * as facts from "./facts";

/** The date for counting ages. The form sets it, as it passes `today` to the core. */
export const clock = { today: "2026-11-21" };

/**
 * Returns whether a character has Unicode's White_Space, which differs from the characters that
 * JavaScript's `trim` removes.
 */
function isSpace(code: number): boolean {
  return (
    code === 0x20 ||
    (code >= 0x09 && code <= 0x0d) ||
    (code >= 0x85 &&
      (code === 0x85 ||
        code === 0xa0 ||
        code === 0x1680 ||
        (code >= 0x2000 && code <= 0x200a) ||
        code === 0x2028 ||
        code === 0x2029 ||
        code === 0x202f ||
        code === 0x205f ||
        code === 0x3000))
  );
}

export function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return end - start === text.length ? text : text.slice(start, end);
}

/** Trims a text and unifies its line ends. */
export function normalise(text: string): string {
  const trimmed = trim(text);
  return trimmed.includes("\r\n") ? trimmed.replaceAll("\r\n", "\n") : trimmed;
}

/** Counts the characters of a text. A pair of surrogates is one character. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) {
    const isLow = (text.charCodeAt(index) & 0xfc00) === 0xdc00;
    if (isLow && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800) count -= 1;
  }
  return count;
}

/**
 * Returns whether the length of a text is within the bounds, mostly without counting its
 * characters.
 */
export function hasLength(text: string, min: number, max: number): boolean {
  if (text.length <= max && text.length >= 2 * min) return true;
  const count = countCharacters(text);
  return count >= min && count <= max;
}

/** Reads a text. null and blank become undefined. */
export function readText(value: unknown): unknown {
  if (typeof value === "string") return normalise(value) || undefined;
  return value ?? undefined;
}

const numberText = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Reads a number, or the text of one in any width. null and blank become undefined, and other
 * values do not change.
 */
export function readNumber(value: unknown): unknown {
  if (typeof value !== "string") return value ?? undefined;
  const text = numberText.test(value)
    ? value
    : value
        .replace(/\p{White_Space}+/gu, "")
        .replace(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - 0xff10));
  if (text === "") return undefined;
  return numberText.test(text) ? Number(text) : value;
}

/** Reads a boolean, or its JSON text. */
export function readFlag(value: unknown): unknown {
  if (typeof value === "boolean") return value;
  const text = readText(value);
  return text === "true" ? true : text === "false" ? false : text;
}

/** Reads a list. null and blank text become undefined. */
export function readList(value: unknown): unknown {
  return Array.isArray(value) ? value : readText(value);
}

/** Reads the form's single choice, which may be a bare id. */
export function readSingle(value: unknown): unknown {
  const list = readList(value);
  return typeof list === "string" || typeof list === "number" ? [list] : list;
}

/** Reads a row of the conditions and trims its type. Returns undefined if it is switched off. */
export function readCondition(item: unknown): unknown {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
  const row = item as Record<string, unknown>;
  if (readFlag(row.selected) === false) return undefined;
  return { ...row, type: readText(row.type) };
}

/** Returns a form without the evidence of another way to prove the employment than the chosen one. */
export function dropUnchosenEvidence(document: unknown): unknown {
  if (typeof document !== "object" || document === null || Array.isArray(document)) return document;
  const form = document as Record<string, unknown>;
  const method = readText(form.verifyMethod);
  if (!(facts.verifyMethods as readonly unknown[]).includes(method)) return document;
  const { reviewLink, verifyTempFileName, ...rest } = form;
  return {
    ...rest,
    ...(method === "LINK" ? { reviewLink } : {}),
    ...(method === "DOCUMENT" ? { verifyTempFileName } : {}),
  };
}

/** Returns whether the age is 18 to 99 whole calendar years on the clock's day. Dates sort as text. */
export function isOfAge(birthday: string): boolean {
  return birthday <= yearsAgo(18) && birthday > yearsAgo(100);
}

function yearsAgo(years: number): string {
  const { today } = clock;
  return String(Number(today.slice(0, 4)) - years).padStart(4, "0") + today.slice(4);
}

/** Counts the items of a list that are present. */
export function countGiven(items: readonly unknown[]): number {
  return items.filter((item) => item !== undefined).length;
}

/** Returns the indexes of the items that occurred before. Absent items do not count. */
export function repeated(items: readonly unknown[]): number[] {
  const seen = new Set<unknown>();
  const indexes: number[] = [];
  items.forEach((item, index) => {
    if (item === undefined || typeof item === "object") return;
    if (seen.has(item)) indexes.push(index);
    seen.add(item);
  });
  return indexes;
}

export function hasNoneTwice(items: readonly unknown[]): boolean {
  return repeated(items).length === 0;
}

export function hasNoTypeTwice(rows: readonly unknown[]): boolean {
  return hasNoneTwice(rows.map((row) => (row as { type?: unknown } | null)?.type));
}
