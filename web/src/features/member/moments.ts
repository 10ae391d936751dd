/** Times as a person says them: today by the hour, this week by the weekday, and others by the date. */
import { i18n } from "@lingui/core";

const dayMs = 24 * 60 * 60_000;

/** Formats a time of today as the time of day, and any other with its date. */
export function formatMoment(atMs: number, nowMs = Date.now()): string {
  const at = new Date(atMs);
  if (isSameDay(at, new Date(nowMs))) return i18n.date(at, { timeStyle: "short" });
  return i18n.date(at, { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
}

/** Formats a coming time: "12:00" today, and "tomorrow at 12:00" or "Friday at 12:00" after that. */
export function formatNext(atMs: number, nowMs = Date.now()): string {
  const at = new Date(atMs);
  if (isSameDay(at, new Date(nowMs))) return i18n.date(at, { timeStyle: "short" });
  return i18n.date(at, { weekday: "long", hour: "numeric", minute: "2-digit" });
}

/** Formats a day, with the year only if it is another one. */
export function formatDay(at: Date, now = new Date()): string {
  const isThisYear = at.getFullYear() === now.getFullYear();
  return i18n.date(at, {
    weekday: "short",
    month: "short",
    day: "numeric",
    ...(isThisYear ? {} : { year: "numeric" }),
  });
}

/** Returns the whole days until a time, and 0 on its own day. */
export function daysUntil(atMs: number, nowMs = Date.now()): number {
  return Math.max(0, Math.floor((atMs - nowMs) / dayMs));
}

export function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}
