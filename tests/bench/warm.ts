/**
 * Times the checks once they are warm, in Node and in a browser. All contenders take turns, round
 * after round.
 */
import { type Contender, type Name, names, titles } from "./contender";
import { allWrong, nickname, today, valid } from "./documents";

/** A call of a contender with a document. */
type Call = { title: string; document: string; call: () => number };
/** The median over the rounds, in microseconds per call. */
export type Timing = { title: string; document: string; microseconds: number };
export type Pace = { rounds: number; sampleMs: number; warmMs: number };

export const documents = ["all valid", "all wrong", "one field"];

function callsOf(title: string, { problems, problemsOfText, fieldProblems }: Contender): Call[] {
  const entries: Call[] = [];
  const add = (name: string, document: string, call: () => number) =>
    entries.push({ title: name, document, call });
  const whole = problemsOfText ? `${title}, object` : title;
  for (const [document, form] of [
    ["all valid", valid] as const,
    ["all wrong", allWrong] as const,
  ]) {
    add(whole, document, () => problems(form, today).length);
    if (problemsOfText) {
      add(`${title}, JSON text`, document, () => problemsOfText(form, today).length);
    }
  }
  add(whole, "one field", () => fieldProblems(nickname, today).length);
  return entries;
}

let sink = 0;

function timeCalls({ call }: Call, calls: number): number {
  const start = performance.now();
  for (let index = 0; index < calls; index += 1) sink += call();
  return performance.now() - start;
}

/** Runs a call until it is warm, and returns how many calls make a sample. */
function warmUp(entry: Call, { sampleMs, warmMs }: Pace): number {
  let calls = 1;
  let spent = 0;
  let last = 0;
  while (spent < warmMs) {
    last = timeCalls(entry, calls);
    spent += last;
    if (last < sampleMs) calls *= 2;
  }
  return Math.max(1, Math.round((calls * sampleMs) / Math.max(last, 0.01)));
}

export function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

export async function timeAll(
  load: (name: Name) => Promise<Contender>,
  pace: Pace,
): Promise<Timing[]> {
  const entries: Call[] = [];
  for (const name of names) entries.push(...callsOf(titles[name], await load(name)));
  const timings: Timing[] = [];
  for (const document of documents) {
    const rivals = entries
      .filter((entry) => entry.document === document)
      .map((entry) => ({ entry, calls: warmUp(entry, pace), samples: [] as number[] }));
    for (let round = 0; round < pace.rounds; round += 1) {
      for (const { entry, calls, samples } of rivals) samples.push(timeCalls(entry, calls) / calls);
    }
    for (const { entry, samples } of rivals) {
      timings.push({ title: entry.title, document, microseconds: median(samples) * 1000 });
    }
  }
  if (Number.isNaN(sink)) throw new Error("the checks gave no counts");
  return timings;
}

/** Times the contenders in a page of `server.ts`. */
export const timeInPage = (pace: Pace) => timeAll((name) => import(`/${name}.js`), pace);
