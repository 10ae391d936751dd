/**
 * Records registrations on an emulated phone, with LINE's real SDK and the stand-in for its servers, and
 * prints the measurements beside the aims. BENCH_QUICK=1 records one instead of three.
 */
import { type Browser, chromium } from "playwright-core";
import { describePages } from "../e2e/browser";
import { startLine } from "../e2e/line";
import { startServer } from "../e2e/server";
import { launchOptions } from "../src/chromium";
import { type Recording, record } from "./form-record";
import { rowsOf, slowest, verdictOf, wholeMs } from "./form-rows";
import { type Score, scoreOf } from "./lighthouse";
import { about, takePhoto, warnings } from "./phone";
import { layOut } from "./table";
import { median } from "./warm";

const times = process.env.BENCH_QUICK === "1" ? 1 : 3;
const wantedPerformance = 90;
async function recordAll(browser: Browser): Promise<Recording[]> {
  const line = await startLine();
  const server = await startServer(line);
  try {
    await line.control({
      reset: true,
      endpointUrl: `${server.url}/`,
      // With this API the SDK would open an address that only LINE understands.
      withheldApis: ["multipleLiffTransition"],
    });
    const blank = await browser.newPage();
    const photo = await takePhoto(blank);
    await blank.close();
    const recordings: Recording[] = [];
    for (let time = 1; time <= times; time += 1) {
      process.stderr.write(`recording a registration, ${time} of ${times} …\n`);
      recordings.push(await record(browser, line, photo));
    }
    return recordings;
  } catch (error) {
    await describePages(browser);
    throw error;
  } finally {
    await server.stop();
    await line.stop();
  }
}

/**
 * Lighthouse's own browser cannot open the app in LINE, so it gets the developer's app, with the
 * mock.
 */
async function scoreAll(): Promise<Score[]> {
  const server = await startServer();
  try {
    const scores: Score[] = [];
    for (let time = 1; time <= times; time += 1) {
      process.stderr.write(`Lighthouse, ${time} of ${times} …\n`);
      scores.push(await scoreOf(`${server.url}/register`));
    }
    return scores;
  } finally {
    await server.stop();
  }
}

const browser = await chromium.launch(launchOptions);
const recordings = await recordAll(browser).finally(() => browser.close());
const scores = await scoreAll();

const slowness = median(recordings.map((it) => it.slowness));
const head = ["the form, ms", "median", "worst", "aim", ""];
const performances = scores.map((score) => score.performance);
const worstScore = Math.min(...performances);
const score = [
  "Lighthouse, performance",
  wholeMs(median(performances)),
  wholeMs(worstScore),
  `≥ ${wantedPerformance}`,
  verdictOf(-median(performances), -worstScore, -wantedPerformance),
];
const rows = [...rowsOf(recordings), score];
if (rows.some((cells) => cells.at(-1) === "MISSED")) process.exitCode = 1;
const first = recordings.map(({ seen }) => seen.firstUsable?.what).join("; ");
console.log(
  [
    "",
    `${about}; ${times} × with LINE's real SDK.`,
    `A calculation really took ${slowness.toFixed(1)}× as long. Chromium reports no interactions below 16 ms.`,
    ...warnings(),
    "",
    layOut([head, ...rows]),
    "",
    `First input: ${first}`,
    ...slowest(recordings),
    ...(scores[0]?.metrics ?? []),
    "",
  ].join("\n"),
);
