/** Times the checks in headless Chromium: warm in one page, and cold in a fresh context each. */
import { type Browser, chromium } from "playwright-core";
import { launchOptions } from "../src/chromium";
import { type Name, names } from "./contender";
import type { Bench } from "./server";
import { median, type Pace, type Timing } from "./warm";

export const startBrowser = (): Promise<Browser> => chromium.launch(launchOptions);

export async function timeWarm(browser: Browser, { origin }: Bench, pace: Pace): Promise<Timing[]> {
  const page = await browser.newPage();
  await page.goto(`${origin}/`);
  const timings = await page.evaluate(async (asked): Promise<Timing[]> => {
    const script = "/warm.js";
    return (await import(script)).timeInPage(asked);
  }, pace);
  await page.close();
  return timings;
}

/** A network between the page and the server. */
export type Network = { title: string; latencyMs: number; bytesPerSecond: number };
export const networks: Network[] = [
  { title: "local", latencyMs: 0, bytesPerSecond: -1 },
  { title: "1.6 Mbit/s, 150 ms", latencyMs: 150, bytesPerSecond: (1.6 * 1024 * 1024) / 8 },
];
const slowDown = 4;

/** The result of a cold page: the time of its answer, and the number of problems in it. */
type Answer = { at: number; found: number };

/** Returns the milliseconds from the first fetch of the contender's files to its first full answer. */
async function timeOnce(browser: Browser, { origin }: Bench, name: Name, network: Network) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: network.latencyMs,
    downloadThroughput: network.bytesPerSecond,
    uploadThroughput: network.bytesPerSecond,
  });
  await page.goto(`${origin}/cold-${name}`, { waitUntil: "commit" });
  const answer = await page.evaluate(async (): Promise<Answer> => {
    const shared = globalThis as unknown as { answer?: Answer; tell?: () => void };
    if (!shared.answer) await new Promise<void>((resolve) => (shared.tell = resolve));
    const fetched = performance.getEntriesByType("resource").map(({ startTime }) => startTime);
    const { at, found } = shared.answer as Answer;
    return { at: at - Math.min(...fetched), found };
  });
  await context.close();
  if (answer.found < 40)
    throw new Error(`${name} found ${answer.found} problems in the form that is all wrong`);
  return answer.at;
}

export type Cold = { name: Name; network: string; milliseconds: number };

export async function timeCold(browser: Browser, bench: Bench, times: number): Promise<Cold[]> {
  const cold: Cold[] = [];
  for (const network of networks) {
    const samples = new Map<Name, number[]>(names.map((name) => [name, []]));
    // The first round of each contender warms the browser's own code, and its times are discarded.
    for (let round = 0; round <= times; round += 1) {
      for (const name of names) {
        const took = await timeOnce(browser, bench, name, network);
        if (round > 0) samples.get(name)?.push(took);
      }
    }
    for (const [name, values] of samples) {
      cold.push({ name, network: network.title, milliseconds: median(values) });
    }
  }
  return cold;
}
