/** Formats times and durations in the language of the page, and gives components the server's clock. */
import { i18n } from "@lingui/core";
import { serverNowMs } from "#/api/review-client";
import { useNow } from "#/lib/use-now";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const useServerNow = (everyMs: number): number => useNow(everyMs, serverNowMs);

export function formatTime(at: string | number, nowMs = serverNowMs()): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date(nowMs).toDateString();
  if (isToday) return i18n.date(date, { timeStyle: "short" });
  return i18n.date(date, { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
}

/** Formats a date with its year, because it may be years ago. */
export function formatDate(at: string): string {
  return i18n.date(new Date(at), { dateStyle: "medium" });
}

/** Formats a duration in its largest unit, such as "3 hours". Less than a minute becomes one minute. */
export function formatDuration(ms: number): string {
  const [value, unit] = inUnits(ms);
  return i18n.number(value, { style: "unit", unit, unitDisplay: "long" });
}

function inUnits(ms: number): [number, "minute" | "hour" | "day"] {
  if (ms < hourMs) return [Math.max(1, Math.round(ms / minuteMs)), "minute"];
  // The limits of a review are set in hours, so durations of up to three days are shown in hours.
  return ms < 3 * dayMs ? [Math.round(ms / hourMs), "hour"] : [Math.round(ms / dayMs), "day"];
}
