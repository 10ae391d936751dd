/** Durations as a person says them: "15 minutes", "3 hours" or "2 days". */
import { text } from "#/i18n/use-text";

const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

/** Rounds up, so that the person does not wait longer than the page says. */
export function sayDuration(minutes: number): string {
  const inSteps = (step: number) => Math.ceil(minutes / step);
  // The estimate is too rough for single minutes, so round to five.
  const roundMinutes = inSteps(5) * 5;
  if (roundMinutes < hourMinutes) return text("profile.waiting.minutes", { count: roundMinutes });
  if (minutes <= 2 * dayMinutes)
    return text("profile.waiting.hours", { count: inSteps(hourMinutes) });
  return text("profile.waiting.days", { count: inSteps(dayMinutes) });
}
