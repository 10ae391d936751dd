/**
 * Records a member who answers introductions and writes a note on an emulated phone, with the mock and its
 * made-up people, and prints the measurements beside the aims. BENCH_QUICK=1 records one instead of three.
 */
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { describePages } from "../e2e/browser";
import { registerMember } from "../e2e/members";
import { startServer, type TestServer } from "../e2e/server";
import { launchOptions } from "../src/chromium";
import { type Seen, watch } from "./form-probe";
import { interactionMs, row } from "./form-rows";
import { about, phone, slowDown, timeWork, warnings } from "./phone";
import { layOut } from "./table";
import { median } from "./warm";

const times = process.env.BENCH_QUICK === "1" ? 1 : 3;
/** The aims in milliseconds. */
const inpMs = 200;
const openMs = 300;

type Steps = Record<string, number>;
type Probed = Window & { seen: Seen };

/** Presses the button, and returns the slowest interaction of it that the browser reported; 0 if all were quick. */
async function inpOf(page: Page, button: Locator): Promise<number> {
  const since = await page.evaluate(() => performance.now());
  await button.tap();
  // The browser reports an interaction after the next frame.
  await page.waitForTimeout(1_000);
  return await page.evaluate((sinceMs) => {
    const { interactions } = (window as unknown as Probed).seen;
    const own = interactions.filter(({ startMs }) => startMs >= sinceMs);
    return Math.max(0, ...own.map(({ durationMs }) => durationMs));
  }, since);
}

/** Taps the link to a conversation, and returns the milliseconds until its latest note is painted. */
async function openConversation(page: Page, link: Locator, note: string): Promise<number> {
  await page.evaluate((text) => {
    const probed = window as unknown as { openedMs?: Promise<number> };
    probed.openedMs = new Promise((resolve) => {
      window.addEventListener(
        "click",
        ({ timeStamp }) => {
          const look = () => {
            const log = document.querySelector("[role=log]");
            if (!log?.textContent?.includes(text)) return;
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
          };
          const observer = new MutationObserver(look);
          observer.observe(document, { subtree: true, childList: true, characterData: true });
        },
        { capture: true, once: true },
      );
    });
  }, note);
  await link.tap();
  return await page.evaluate(() => (window as unknown as { openedMs: Promise<number> }).openedMs);
}

async function record(
  browser: Browser,
  server: TestServer,
): Promise<{ steps: Steps; slowness: number }> {
  const woman = { gender: "FEMALE", matchGender: "MALE", valueItem: [] };
  const { userId } = await registerMember(server, "小美", woman);
  const context = await browser.newContext({ ...phone, serviceWorkers: "block" });
  await context.addInitScript((id) => localStorage.setItem("enmusubi:mockUserId", id), userId);
  const page = await context.newPage();
  await watch(page);
  const quickMs = await timeWork(page);
  await makePeople(server, userId);
  await slowDown(page);
  const slowness = (await timeWork(page)) / quickMs;
  await page.goto(server.url);
  const steps: Steps = {};
  await page.getByRole("button", { name: "Not this time", exact: true }).waitFor();
  await page.waitForLoadState("networkidle");

  steps["INP of a no, which shows the next card"] = await inpOf(
    page,
    page.getByRole("button", { name: "Not this time", exact: true }),
  );
  // Some made-up people say no. The first yes that makes a match leads on.
  const isMatch = page.getByRole("button", { name: "Write to them" });
  for (let answers = 0; answers < 4 && !(await isMatch.isVisible()); answers += 1) {
    const opened = await inpOf(
      page,
      page.getByRole("button", { name: "I’d like to meet", exact: true }),
    );
    const said = await inpOf(page, page.getByRole("button", { name: "Yes, I’d like to meet" }));
    steps["INP of the tap that asks before a yes"] ??= opened;
    steps["INP of a yes"] ??= said;
    await page.waitForTimeout(2_000);
  }
  await isMatch.tap();
  await page.getByRole("textbox", { name: /^Message to/ }).fill("Hello from the train");
  steps["INP of sending a note"] = await inpOf(
    page,
    page.getByRole("button", { name: "Send", exact: true }),
  );
  await page.getByRole("link", { name: "Matches" }).tap();
  const row = page.locator("main ul a").first();
  await row.waitFor();
  await page.waitForLoadState("networkidle");
  steps["a conversation opens from the list"] = await openConversation(
    page,
    row,
    "Hello from the train",
  );
  await context.close();
  return { steps, slowness };
}

/** Makes people, and waits until some of them were introduced and have answered. */
async function makePeople(server: TestServer, userId: string): Promise<void> {
  const made = await fetch(`${server.url}/api/mock/people`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ userId, count: 30, language: "en" }),
  });
  if (!made.ok) throw new Error(`no people were made: ${made.status} ${await made.text()}`);
  await new Promise((done) => setTimeout(done, 20_000));
}

const browser = await chromium.launch(launchOptions);
const server = await startServer();
const recordings: Awaited<ReturnType<typeof record>>[] = [];
try {
  for (let time = 1; time <= times; time += 1) {
    process.stderr.write(`recording a member, ${time} of ${times} …\n`);
    recordings.push(await record(browser, server));
  }
} catch (error) {
  await describePages(browser);
  throw error;
} finally {
  await browser.close();
  await server.stop();
}

const names = Object.keys(recordings[0]?.steps ?? {});
const rows = names.map((name) => {
  const values = recordings.map(({ steps }) => steps[name] ?? Number.NaN);
  const aim = name.startsWith("INP") ? inpMs : openMs;
  return row(name, values, aim, interactionMs);
});
if (rows.some((cells) => cells.at(-1) === "MISSED")) process.exitCode = 1;
console.log(
  [
    "",
    `${about}; ${times} × with the mock.`,
    `A calculation really took ${median(recordings.map(({ slowness }) => slowness)).toFixed(1)}× as long. Chromium reports no interactions below 16 ms.`,
    ...warnings(),
    "",
    layOut([["meeting people, ms", "median", "worst", "aim", ""], ...rows]),
    "",
  ].join("\n"),
);
