/** The recordings of the form as lines of a table: median, worst, aim. */
import { headings } from "../e2e/form";
import type { Seen } from "./form-probe";
import type { Recording } from "./form-record";
import { median } from "./warm";

const aims = { continueMs: 100, inpMs: 200 };

/** Returns the slowest interaction on this page of the form, or 0 if the browser reported none. */
function inpOf({ turns, interactions }: Seen, heading: string): number {
  const [from, to] = [arrivalAt(turns, heading), leaveOf(turns, heading)];
  const own = interactions.filter(({ startMs }) => startMs >= from && startMs <= to);
  return Math.max(0, ...own.map(({ durationMs }) => durationMs));
}

const arrivalAt = (turns: Seen["turns"], heading: string) => {
  const turn = turns.find(({ to }) => to === heading);
  return turn ? turn.startMs + turn.tookMs : 0;
};
const leaveOf = (turns: Seen["turns"], heading: string) =>
  turns.find(({ from }) => from === heading)?.startMs ?? Number.POSITIVE_INFINITY;

/** The SDK may load the page a second time, so the page's own clock is not enough. */
const firstInputMs = ({ seen, tappedAtMs }: Recording) =>
  seen.timeOrigin + (seen.firstUsable?.atMs ?? Number.NaN) - tappedAtMs;

export const wholeMs = (value: number) => value.toFixed(0);

/**
 * Returns the verdict on the median, because the machine may be busy: a single slow recording is no
 * failure.
 */
export function verdictOf(middle: number, worst: number, aim: number): string {
  if (worst <= aim) return "met";
  return middle <= aim ? "met by the median" : "MISSED";
}

/** Formats an interaction. Chromium reports none below 16 ms. */
export const interactionMs = (value: number) => (value === 0 ? "< 16" : wholeMs(value));

/** Returns a line of the table: the median of all recordings, the worst of them, and the aim with the verdict. */
export function row(
  what: string,
  values: number[],
  aim?: number,
  text: (value: number) => string = wholeMs,
): string[] {
  const [middle, worst] = [median(values), Math.max(...values)];
  const aimCells = aim === undefined ? ["–", ""] : [`≤ ${aim}`, verdictOf(middle, worst, aim)];
  return [what, text(middle), text(worst), ...aimCells];
}

/** Returns all measurements of the form, beside their aims. */
export function rowsOf(recordings: Recording[]): string[][] {
  const all = (value: (it: Recording) => number) => recordings.map(value);
  const turns = headings.map((heading) =>
    row(
      `the tap that leads to “${heading}”`,
      all(({ seen }) => seen.turns.find(({ to }) => to === heading)?.tookMs ?? Number.NaN),
      aims.continueMs,
    ),
  );
  const inps = headings.map((heading) =>
    row(
      `INP of “${heading}”`,
      all(({ seen }) => inpOf(seen, heading)),
      aims.inpMs,
      interactionMs,
    ),
  );
  return [
    row("first input, from the tap on the link", all(firstInputMs)),
    ...turns,
    ...inps,
    row(
      "longest task while typing",
      all((it) => Math.max(0, ...tasksWhileTyping(it))),
    ),
    row(
      "tasks over 50 ms while typing, count",
      all((it) => tasksWhileTyping(it).length),
    ),
    row(
      "photo of 12 megapixels, picked to shown",
      all(({ photoMs }) => photoMs),
    ),
    row(
      "submit with three photos, tap to done",
      all(({ submitMs }) => submitMs),
    ),
  ];
}

const tasksWhileTyping = ({ seen, typing }: Recording) =>
  seen.longTasks
    .filter(({ startMs }) =>
      typing.some((span) => startMs >= span.startMs && startMs <= span.startMs + span.durationMs),
    )
    .map(({ durationMs }) => durationMs);

/** Returns the slowest interactions, for the developer who wants to make them faster. */
export function slowest(recordings: Recording[]): string[] {
  const interactions = recordings.flatMap(({ seen }) => seen.interactions);
  const worst = interactions
    .toSorted((one, other) => other.durationMs - one.durationMs)
    .slice(0, 5);
  return worst.map(
    ({ durationMs, event, target }) => `${wholeMs(durationMs)} ms: ${event} on ${target}`,
  );
}
