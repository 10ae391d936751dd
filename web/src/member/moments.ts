/** Formats a time by its distance: as the time of day today, with the weekday this week, or else with the date. */
import { i18n } from "@lingui/core";
import { text } from "#/i18n/use-text";

const dayMs = 24 * 60 * 60_000;
/** A time this far away may fall on today's weekday, so the text has the date, too. */
const farMs = 6 * dayMs;

export function formatMoment(atMs: number, nowMs = Date.now()): string {
  const at = new Date(atMs);
  if (isSameDay(at, new Date(nowMs))) return i18n.date(at, { timeStyle: "short" });
  return i18n.date(at, { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
}

/** Formats a time of today as the time of day, and any other time as its day alone, for a line with little room. */
export function formatBriefly(atMs: number, nowMs = Date.now()): string {
  const at = new Date(atMs);
  const now = new Date(nowMs);
  if (isSameDay(at, now)) return i18n.date(at, { timeStyle: "short" });
  const isThisYear = at.getFullYear() === now.getFullYear();
  return i18n.date(at, isThisYear ? { month: "short", day: "numeric" } : { dateStyle: "short" });
}

/** Formats a coming time in words: "today at 12:00", "tomorrow at 12:00" or "on Friday at 12:00". */
export function formatNext(atMs: number, nowMs = Date.now()): string {
  const at = new Date(atMs);
  const time = i18n.date(at, { timeStyle: "short" });
  if (isSameDay(at, new Date(nowMs))) return text("member.when.today", { time });
  if (isSameDay(at, new Date(nowMs + dayMs))) return text("member.when.tomorrow", { time });
  const isFar = atMs - nowMs > farMs;
  const day = i18n.date(
    at,
    isFar ? { weekday: "long", month: "long", day: "numeric" } : { weekday: "long" },
  );
  return text("member.when.other", { day, time });
}

export function formatDay(at: Date, now = new Date()): string {
  const isThisYear = at.getFullYear() === now.getFullYear();
  return i18n.date(at, {
    weekday: "short",
    month: "short",
    day: "numeric",
    ...(isThisYear ? {} : { year: "numeric" }),
  });
}

export function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}
