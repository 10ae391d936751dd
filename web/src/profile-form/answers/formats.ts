/** Numbers and dates as the reader's language writes them. */
import { i18n } from "@lingui/core";
import { type Text, text } from "#/i18n/use-text";
import { findConfig } from "#/lib/config";

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

/** Returns the age in whole calendar years on a day, or null if the birthday has not the form `1994-02-28`. */
export function ageOn(birthday: string, day: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(birthday)) return null;
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return birthday.slice(5) > day.slice(5) ? years - 1 : years;
}

/** Formats a date with the time of day. */
export function formatMoment(ms: number): string {
  return i18n.date(new Date(ms), { dateStyle: "medium", timeStyle: "short" });
}

/** Formats the time of day. */
export function formatTime(ms: number): string {
  return i18n.date(new Date(ms), { timeStyle: "short" });
}

/** Formats a length with its unit. */
export function formatLength(value: number, unit: "centimeter" | "kilometer"): string {
  return i18n.number(value, { style: "unit", unit });
}

/** Returns a word of a list of the vocabulary. A bracket of incomes names the deployment's currency. */
export function formatWord(t: Text, list: string, word: string): string {
  const values = list === "incomeRange" ? { currency: incomeCurrency(t) } : undefined;
  // A server of an earlier build names no currency, and a space would be left.
  return t(`vocabulary.${list}.${word}`, values).trim();
}

/** Formats an income given in ten thousands, a unit that only some languages have: NT$1.5M or 150万円. */
export function formatIncome(t: Text, tenThousands: number): string {
  return withCurrency(t, compactIncome(tenThousands));
}

/** Formats the bounds of an income, with the currency once: NT$500K – 1.5M or 50万〜150万円. */
export function formatIncomes(t: Text, from: number, to: number): string {
  const bounds = { from: compactIncome(from), to: compactIncome(to) };
  return withCurrency(t, t("register.range.betweenAmounts", bounds));
}

function compactIncome(tenThousands: number): string {
  const amount = i18n.number(tenThousands * 10_000, { notation: "compact" });
  return i18n.locale === "zh-TW" ? amount.replace(/(\d)(\p{Script=Han})/u, "$1 $2") : amount;
}

function withCurrency(t: Text, amount: string): string {
  return t("vocabulary.income", { currency: incomeCurrency(t), amount }).trim();
}

/** Returns the sign or the name of the deployment's currency, as the reader's language writes it beside a number. */
function incomeCurrency(t: Text): string {
  const currency = findConfig()?.incomeCurrency;
  if (!currency) return "";
  const inStyle = (currencyDisplay: "symbol" | "name") =>
    new Intl.NumberFormat(i18n.locale, { style: "currency", currency, currencyDisplay })
      .formatToParts(0)
      .find(({ type }) => type === "currency")?.value ?? currency;
  return t("vocabulary.currency", { symbol: inStyle("symbol"), name: inStyle("name") });
}

/** Calls that use each format once, because only the first use is slow on a phone. */
export const firstFormats: readonly (() => void)[] = [
  () => formatTime(0),
  () => formatDate("2000-01-01"),
  () => formatLength(0, "centimeter"),
  () => formatLength(0, "kilometer"),
  () => formatIncome(text, 0),
];
