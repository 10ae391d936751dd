/**
 * Measures the bytes that a person in LINE downloads until a page is usable, beside the budgets: with the
 * built app, the real SDK, and the journeys' stand-in for LINE's servers.
 */
import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page, type Response } from "playwright-core";
import { type Line, startLine } from "../e2e/line";
import {
  approve,
  becomeMember,
  becomeMemberWith,
  introduceMembers,
  newPerson,
} from "../e2e/members";
import { startServer } from "../e2e/server";
import { launchOptions } from "../src/chromium";
import { openView, userAgent } from "./phone";
import { layOut } from "./table";

interface Weight {
  url: string;
  bytes: number;
}

/** The time at which the page was usable, in milliseconds from its start. */
type Usable = { usableAt?: number };

/** Opens a fresh view in LINE and measures everything that it downloads. */
async function openAndWeigh(browser: Browser, line: Line) {
  const context = await openView(browser, line, { locale: "en-US", userAgent });
  const page = await context.newPage();
  const weighing: Promise<Weight>[] = [];
  page.on("response", (response) => weighing.push(weightOf(response)));
  return { context, page, weighing };
}

/** Compresses the body with the best gzip level, as a sensible server does. */
async function weightOf(response: Response): Promise<Weight> {
  const body = await response.body().catch(() => Buffer.alloc(0));
  return { url: response.url(), bytes: gzipSync(body, { level: 9 }).length };
}

const isCode = ({ url }: Weight) => /\.(js|css)$/.test(url);
const isCodeOrRules = ({ url }: Weight) => /\.(js|css|wasm)$|_payload\.json/.test(url);
const sumKb = (weights: Weight[]) => weights.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
const nameOf = ({ url }: Weight) => new URL(url).pathname.replace(/^.*\/(.*)-[\w-]{8}\./, "$1.");

/** Records when the overlay is gone and the button of the page can be tapped. */
async function watchFor(page: Page, button: string): Promise<void> {
  await page.addInitScript((text) => {
    const look = () => {
      const isCovered = document.getElementById("loading")?.hidden !== true;
      const found = Array.from(document.querySelectorAll("a, button"));
      const isThere = found.some((element) => element.textContent === text);
      if (isCovered || !isThere) return;
      (window as Usable).usableAt = performance.now();
      observer.disconnect();
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  }, button);
}

/** Returns the addresses that the page had requested when it was usable. */
async function askedUntilUsable(page: Page): Promise<Set<string>> {
  await page.waitForFunction(() => (window as Usable).usableAt !== undefined);
  const urls = await page.evaluate(() => {
    const { usableAt = 0 } = window as Usable;
    const resources = performance.getEntriesByType("resource");
    return resources.filter(({ startTime }) => startTime <= usableAt).map(({ name }) => name);
  });
  return new Set(urls);
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
  const { context, page, weighing } = await openAndWeigh(browser, line);
  await watchFor(page, button);
  const { url } = await line.launch();
  await page.goto(url, { waitUntil: "commit" });
  const asked = await askedUntilUsable(page);
  await page.waitForLoadState("networkidle");
  const weights = (await Promise.all(weighing)).filter(
    (weight) => asked.has(weight.url) && counts(weight),
  );
  await context.close();
  // The console has its pages and its calls below `review`, and `web/vite.console.config.ts` gives its files their names.
  const isOfConsole = /^(\/api)?\/review(\.html)?(\/|$)|^\/assets\/console-/;
  const ofConsole = [...asked].filter((url) => isOfConsole.test(new URL(url).pathname));
  if (ofConsole.length > 0) throw new Error(`${title} loads the console: ${ofConsole.join(", ")}`);
  budgets.push({ title, measured: sumKb(weights), budget, unit: "kB gzip" });
  const parts = weights.toSorted((a, b) => b.bytes - a.bytes);
  detail.push(
    `${title}: ${parts.map((part) => `${nameOf(part)} ${(part.bytes / 1000).toFixed(1)}`).join(", ")}`,
  );
}

/** Measures the HTML of each language, which has the first screen and its style. */
async function measureHtml(): Promise<void> {
  for (const language of ["zh-TW", "ja", "en"]) {
    const answer = await fetch(server.url, { headers: { "Accept-Language": language } });
    const measured = gzipSync(await answer.text(), { level: 9 }).length / 1000;
    budgets.push({ title: `first HTML, ${language}`, measured, budget: 14, unit: "kB gzip" });
  }
}

/** Measures the milliseconds to the first paint, while every script is held back. */
async function measureOverlay(): Promise<void> {
  const { context, page } = await openAndWeigh(browser, line);
  await context.route(`${server.url}/assets/**/*.js`, () => undefined);
  const { url } = await line.launch();
  await page.goto(url, { waitUntil: "commit" });
  await page.locator(".first-start").waitFor();
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
  detail.push(
    `the first screen is painted ${paintedAt.toFixed(0)} ms after the start, with all scripts held back`,
  );
}

try {
  await line.control({ reset: true, endpointUrl: `${server.url}/` });
  await becomeMember(stage);
  await measure("home: JS and CSS", "Your profile", isCode, 160);
  await introduceMembers(async (answers) => {
    const { userId } = await becomeMemberWith(stage, answers);
    await approve(server, userId);
  });
  await measure(
    "home of an approved member until the first card: JS, CSS and the lists",
    "I’d like to meet",
    isCodeOrRules,
    175,
  );
  await line.control({ person: newPerson() });
  await measure("form: JS, CSS, wasm and its data", "Start my profile", isCodeOrRules, 240);
  await measureHtml();
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
console.log(
  `\n${layOut([["until a page can be used", "measured", "budget", "of it"], ...rows])}\n`,
);
console.log(`${detail.join("\n")}\n`);
if (budgets.some(({ measured, budget }) => measured > budget)) process.exitCode = 1;
