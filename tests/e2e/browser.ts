/** Chromium with a fresh profile, as small as a phone and in English. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { launchOptions } from "../src/chromium";

const screenshots = join(import.meta.dirname, "screenshots");
const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };

export const startBrowser = (): Promise<Browser> => chromium.launch(launchOptions);

/** A device of its own; what its pages throw or log as an error is collected in `troubles`. */
export async function openDevice(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page; troubles: string[] }> {
  const usual = { locale: "en-US", viewport: phone, hasTouch: true };
  const context = await browser.newContext({ ...usual, ...options });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on("pageerror", (error) => troubles.push(String(error)));
  return { context, page, troubles };
}

/** Pictures of the page on a phone and on a desk, for eyes; nothing is compared with them. */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  await mkdir(screenshots, { recursive: true });
  for (const [device, size] of Object.entries({ phone, desktop })) {
    await page.setViewportSize(size);
    await page.screenshot({ path: join(screenshots, `${name}-${device}.png`), fullPage: true });
  }
  await page.setViewportSize(phone);
}

/** What was on the screens when a journey failed. */
export async function describePages(browser: Browser, journey: string): Promise<void> {
  await mkdir(screenshots, { recursive: true });
  for (const [index, page] of browser
    .contexts()
    .flatMap((it) => it.pages())
    .entries()) {
    const name = `failed-${journey.replaceAll(/\W+/g, "-")}-${index + 1}.png`;
    await page.screenshot({ path: join(screenshots, name) }).catch(() => undefined);
    const text = await page.innerText("body").catch(() => "");
    console.error(`${page.url()}\n${text}`);
  }
}
