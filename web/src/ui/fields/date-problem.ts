/** Finds the wrong part of a date, for the error message and for the mark at its box. */

export const parts = ["year", "month", "day"] as const;
export type Part = (typeof parts)[number];

interface DateProblem {
  part: Part;
  isMissing: boolean;
}

/**
 * Returns the first part that is missing or impossible, or null for an empty or a real date. Use the result only to
 * explain an error, because core decides whether a date is valid.
 */
export function findDateProblem(value: string): DateProblem | null {
  if (value === "") return null;
  const [year = "", month = "", ...rest] = value.split("-");
  const typed = { year, month, day: rest.join("-") };
  const missing = parts.find((part) => typed[part] === "");
  if (missing) return { part: missing, isMissing: true };
  const nDays = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (!/^\d{4}$/.test(year)) return { part: "year", isMissing: false };
  if (!isBetween(month, 12)) return { part: "month", isMissing: false };
  return isBetween(typed.day, nDays) ? null : { part: "day", isMissing: false };
}

function isBetween(text: string, max: number): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= max;
}
