/** Formats numbers, dates and incomes in the language of the page. */
import { i18n } from "@lingui/core";
import { nameOfWord, type Text, text } from "#/i18n/use-text";
import { findConfig } from "#/lib/config";

/** Parses a whole number, which may have full-width digits and spaces. Returns null for other text. */
export function numberOf(value: unknown): number | null {
  const text = String(value ?? "")
    .normalize("NFKC")
    .replace(/\s/g, "");
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** Formats `1994-02-28` as a long date; returns other text unchanged. */
export function formatDate(value: string): string {
  const date = new Date(`${value}T00:00:00Z`);
  // JavaScript parses 30 February as a day in March, so compare the date with the text.
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || !isReal) return value;
  return i18n.date(date, { dateStyle: "long", timeZone: "UTC" });
}

/** Returns the age in whole years on a day, or null if the birthday does not have the format `1994-02-28`. */
export function ageOn(birthday: string, day: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(birthday)) return null;
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return birthday.slice(5) > day.slice(5) ? years - 1 : years;
}

export function formatMoment(ms: number): string {
  return i18n.date(new Date(ms), { dateStyle: "medium", timeStyle: "short" });
}

export function formatTime(ms: number): string {
  return i18n.date(new Date(ms), { timeStyle: "short" });
}

export function formatLength(value: number, unit: "centimeter" | "kilometer"): string {
  return i18n.number(value, { style: "unit", unit });
}

/** Returns the text for a word of a vocabulary list. Income brackets name the deployment's currency. */
export function formatWord(t: Text, list: string, word: string): string {
  const values = list === "incomeRange" ? { currency: incomeCurrency(t) } : undefined;
  // A server of an earlier build sends no currency. `trim()` removes the space next to the missing currency.
  return nameOfWord(t, list, word, values).trim();
}

/** Formats an income given in ten thousands, such as 150 for NT$1.5M or 150万円. */
export function formatIncome(t: Text, tenThousands: number): string {
  return withCurrency(t, compactIncome(tenThousands));
}

/** Formats a range of incomes. The text names the currency only once: NT$500K – 1.5M or 50万〜150万円. */
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

/** Returns the symbol or the name of the deployment's currency, as the page's language writes it beside a number. */
function incomeCurrency(t: Text): string {
  const currency = findConfig()?.incomeCurrency;
  if (!currency) return "";
  const inStyle = (currencyDisplay: "symbol" | "name") =>
    new Intl.NumberFormat(i18n.locale, { style: "currency", currency, currencyDisplay })
      .formatToParts(0)
      .find(({ type }) => type === "currency")?.value ?? currency;
  return t("vocabulary.currency", { symbol: inStyle("symbol"), name: inStyle("name") });
}

/** Functions that use each format once. The app calls these functions early, because a first use is slow on a phone. */
export const firstFormats: readonly (() => void)[] = [
  () => formatTime(0),
  () => formatDate("2000-01-01"),
  () => formatLength(0, "centimeter"),
  () => formatLength(0, "kilometer"),
  () => formatIncome(text, 0),
];
