/** Numbers and dates as the reader's language writes them. */
import { i18n } from "@lingui/core";

/** Reads a whole number as people type it, with full-width digits and spaces; null for other text. */
export function numberOf(value: unknown): number | null {
  const text = String(value ?? "")
    .normalize("NFKC")
    .replace(/\s/g, "");
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** Formats `1994-02-28` as a long date; returns other text unchanged. */
export function formatDate(value: string): string {
  const date = new Date(`${value}T00:00:00Z`);
  // JavaScript reads 30 February as 2 March.
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || !isReal) return value;
  return i18n.date(date, { dateStyle: "long", timeZone: "UTC" });
}

/** Formats a date with the time of day. */
export function formatMoment(ms: number): string {
  return i18n.date(new Date(ms), { dateStyle: "medium", timeStyle: "short" });
}

/** Formats the time of day. */
export function formatTime(ms: number): string {
  return i18n.date(new Date(ms), { hour: "2-digit", minute: "2-digit" });
}

/** Formats a length with its unit. */
export function formatLength(value: number, unit: "centimeter" | "kilometer"): string {
  return i18n.number(value, { style: "unit", unit });
}

/** Formats an income given in ten thousands, a unit that only some languages have: `150` is 1.5M or 150萬. */
export function formatIncome(tenThousands: number): string {
  return i18n.number(tenThousands * 10_000, { notation: "compact" });
}

/** Calls that use each format once, because only the first use is slow on a phone. */
export const firstFormats: readonly (() => void)[] = [
  () => formatTime(0),
  () => formatDate("2000-01-01"),
  () => formatLength(0, "centimeter"),
  () => formatLength(0, "kilometer"),
  () => formatIncome(0),
];
