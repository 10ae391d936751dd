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
  return new Intl.DateTimeFormat(i18n.locale, { dateStyle: "long", timeZone: "UTC" }).format(date);
}

/** A length with its unit. */
export function formatLength(value: number, unit: "centimeter" | "kilometer"): string {
  return new Intl.NumberFormat(i18n.locale, { style: "unit", unit }).format(value);
}

/** Income is told in ten thousands, which only some languages count in: `150` is 1.5M or 150萬. */
export function formatIncome(tenThousands: number): string {
  const whole = new Intl.NumberFormat(i18n.locale, { notation: "compact" });
  return whole.format(tenThousands * 10_000);
}
