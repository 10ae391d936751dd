/**
 * What a person in LINE downloads until a page can be used, beside the budgets: the built app, the real
 * SDK, LINE's servers played by the stand-in of the journeys.
 */
import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page, type Response } from "playwright-core";
import { type Line, startLine } from "../e2e/line";
import { becomeMember, newPerson } from "../e2e/members";
import { startServer } from "../e2e/server";
import { launchOptions } from "../src/chromium";
import { layOut } from "./table";

const userAgent =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 Line/14.5.0 LIFF";

interface Weight {
  path: string;
  bytes: number;
}

/** A fresh view in LINE; what it fetches of ours is weighed until `stop`. */
async function openView(browser: Browser, line: Line) {
  const context = await browser.newContext({ locale: "en-US", userAgent });
  await context.addInitScript(() => {
    Object.assign(window, { _liff: { features: {}, postMessage() {} } });
  });
  await line.standInFor(context);
  const page = await context.newPage();
  const weighing: Promise<Weight>[] = [];
  const weigh = (response: Response) => weighing.push(weightOf(response));
  page.on("response", weigh);
  const stop = async () => {
    page.off("response", weigh);
    return await Promise.all(weighing);
  };
  return { context, page, stop };
}

/** Squeezed as well as gzip can: what a sensible server sends. */
async function weightOf(response: Response): Promise<Weight> {
  const { pathname } = new URL(response.url());
  const body = await response.body().catch(() => Buffer.alloc(0));
  return { path: pathname, bytes: gzipSync(body, { level: 9 }).length };
}

const isCode = ({ path }: Weight) => /\.(js|css)$/.test(path);
const isCodeOrRules = ({ path }: Weight) => /\.(js|css|wasm)$|_payload\.json$/.test(path);
const sumKb = (weights: Weight[]) =>
  weights.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;

/** Interactive: the overlay is away and the page's own button can be tapped. */
async function isUsable(page: Page, button: string): Promise<void> {
  await page.locator("#loading").waitFor({ state: "hidden" });
  await page.getByText(button, { exact: true }).click({ trial: true });
}

interface Budget {
  title: string;
  measured: number;
  budget: number;
  unit: string;
}

const line = await startLine();
const server = await startServer(line);
const browser = await chromium.launch(launchOptions);
const stage = { line, server, browser };
const budgets: Budget[] = [];
const detail: string[] = [];

async function measure(
  title: string,
  button: string,
  counts: (weight: Weight) => boolean,
  budget: number,
): Promise<void> {
  const { context, page, stop } = await openView(browser, line);
  const { url } = await line.launch();
  await page.goto(url, { waitUntil: "commit" });
  await isUsable(page, button);
  const weights = (await stop()).filter(counts);
  await context.close();
  budgets.push({ title, measured: sumKb(weights), budget, unit: "kB gzip" });
  const parts = weights.toSorted((a, b) => b.bytes - a.bytes);
  detail.push(
    `${title}: ${parts.map(({ path, bytes }) => `${path.replace(/^.*\/(.*)-[\w-]{8}\./, "$1.")} ${(bytes / 1000).toFixed(1)}`).join(", ")}`,
  );
}

/** Milliseconds to the first paint of something, while every script is held back. */
async function measureOverlay(): Promise<void> {
  const { context, page } = await openView(browser, line);
  await context.route(`${server.url}/assets/**/*.js`, () => undefined);
  const { url } = await line.launch();
  await page.goto(url, { waitUntil: "commit" });
  await page.locator("#loading img").waitFor();
  const paintedAt = await page.evaluate(async () => {
    const [first] = performance.getEntriesByName("first-contentful-paint");
    if (first) return first.startTime;
    return await new Promise<number>((resolve) => {
      new PerformanceObserver((list) => {
        const [entry] = list.getEntriesByName("first-contentful-paint");
        if (entry) resolve(entry.startTime);
      }).observe({ type: "paint", buffered: true });
    });
  });
  await context.close();
  detail.push(`the loading overlay is painted ${paintedAt.toFixed(0)} ms after the start, with all scripts held back`);
}

try {
  await line.control({ reset: true, endpointUrl: `${server.url}/` });
  await becomeMember(stage);
  await measure("home: JS and CSS", "Your profile", isCode, 160);
  await line.control({ person: newPerson() });
  await measure("form: JS, CSS, wasm and its data", "Continue", isCodeOrRules, 240);
  await measureOverlay();
} finally {
  await browser.close();
  await server.stop();
  await line.stop();
}

const rows = budgets.map(({ title, measured, budget, unit }) => [
  `${title}, ${unit}`,
  measured.toFixed(1),
  String(budget),
  `${(measured / budget).toFixed(2)}×`,
]);
console.log(`\n${layOut([["until a page can be used", "measured", "budget", "of it"], ...rows])}\n`);
console.log(`${detail.join("\n")}\n`);
if (budgets.some(({ measured, budget }) => measured > budget)) process.exitCode = 1;
