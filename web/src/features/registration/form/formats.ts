/** Numbers and dates as the reader's language writes them. */
import { i18n } from "@lingui/core";

/** A whole number as typed, wide digits and spaces folded; null where the text is none. */
export function numberOf(value: unknown): number | null {
  const text = String(value ?? "")
    .normalize("NFKC")
    .replace(/\s/g, "");
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** `1994-02-28` as a long date, or the text itself where it is no date. */
export function formatDate(value: string): string {
  const date = new Date(`${value}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(date.getTime())) return value;
  return i18n.date(date, { dateStyle: "long", timeZone: "UTC" });
}

/** A day and the time of it. */
export function formatMoment(ms: number): string {
  return i18n.date(new Date(ms), { dateStyle: "medium", timeStyle: "short" });
}

/** The time of day. */
export function formatTime(ms: number): string {
  return i18n.date(new Date(ms), { hour: "2-digit", minute: "2-digit" });
}

/** A length with its unit. */
export function formatLength(value: number, unit: "centimeter" | "kilometer"): string {
  return i18n.number(value, { style: "unit", unit });
}

/** Income is told in ten thousands, which only some languages count in: `150` is 1.5M or 150萬. */
export function formatIncome(tenThousands: number): string {
  return i18n.number(tenThousands * 10_000, { notation: "compact" });
}

/** Makes each of these formats once: the first time takes long on a phone, the next ones do not. */
export const firstFormats: readonly (() => void)[] = [
  () => formatTime(0),
  () => formatDate("2000-01-01"),
  () => formatLength(0, "centimeter"),
  () => formatLength(0, "kilometer"),
  () => formatIncome(0),
];
