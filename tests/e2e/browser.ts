/** Browser contexts as devices of a person, and screenshots of their pages. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
} from "@playwright/test";

const screenshots = join(import.meta.dirname, "screenshots");
/** The size that `playwright.config.ts` gives to a page. */
export const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };

/**
 * Opens a device with an empty profile; `playwright.config.ts` sets its size and language. `pageErrors`
 * collects the uncaught errors of its first page.
 */
export async function openDevice(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page; pageErrors: string[] }> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const pageErrors: string[] = [];
  page.on("pageerror", (error) => pageErrors.push(String(error)));
  return { context, page, pageErrors };
}

/** Returns the LINE user id that the mock LIFF has given to this device. */
export async function readMockUserId(page: Page): Promise<string> {
  const id = await page.evaluate(() => localStorage.getItem("enmusubi:mockUserId"));
  if (!id) throw new Error("the mock LIFF has stored no user id");
  return id;
}

/** Waits until a part of the page, such as a dialog, is fully drawn: words that fade in have other colours. */
export async function waitForAnimations(part: Locator): Promise<void> {
  await part.waitFor();
  await part.evaluate(async (element) => {
    // A spinner turns without an end.
    const listRunning = () =>
      element
        .getAnimations({ subtree: true })
        .filter(
          ({ playState, effect }) =>
            playState === "running" &&
            effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
    // The promise of a cancelled animation rejects, and another animation may have taken its place.
    for (let running = listRunning(); running.length > 0; running = listRunning()) {
      await Promise.allSettled(running.map(({ finished }) => finished));
    }
  });
}

/**
 * With SCREENSHOTS=1, takes a screenshot of the page on a phone and on a desktop, for people. No test
 * compares them, so that CI takes none.
 */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS !== "1") return;
  await mkdir(screenshots, { recursive: true });
  for (const [device, size] of Object.entries({ phone, desktop })) {
    await page.setViewportSize(size);
    await page.screenshot({ path: join(screenshots, `${name}-${device}.png`), fullPage: true });
  }
  await page.setViewportSize(phone);
}

/** Prints the address and the text of each open page, for a log that lacks the trace. */
export async function describePages(browser: Browser): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const page of pages) {
    const text = await page.innerText("body", { timeout: 2_000 }).catch(() => "");
    console.error(`${page.url()}\n${text}`);
  }
}

/**
 * Waits until the page has loaded chunks ahead, which it does once the browser is idle. A chunk
 * whose own imports have not arrived yet would not open offline, so each chunk is imported here.
 */
export async function waitForChunks(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const address = await page.waitForFunction((wanted) => {
      const loaded = performance.getEntriesByType("resource");
      return loaded.find((entry) => entry.name.includes(wanted))?.name;
    }, name);
    await address.evaluate((url) => import(String(url)).then(() => undefined));
  }
}
