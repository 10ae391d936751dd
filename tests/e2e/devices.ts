/** The browsers in which a person may open the app: a LIFF view, LINE's own browser, and any other. */
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from "@playwright/test";
import { openDevice } from "./browser";
import type { Line } from "./line";

const android =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko)";
const webView = `${android} Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36`;

/** The beginning of the user agent of a web view on an iPhone. */
export const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";

export interface Device {
  context: BrowserContext;
  page: Page;
  /** The uncaught errors of the first page. */
  pageErrors: string[];
}

/** Opens a LIFF view inside LINE. `launchIn` opens the app in it. */
export async function openLiffView(
  browser: Browser,
  line: Line,
  options: BrowserContextOptions = {},
): Promise<Device> {
  const device = await openDevice(browser, {
    userAgent: `${webView} Line/14.5.0 LIFF`,
    ...options,
  });
  await device.context.addInitScript(() => {
    Object.assign(window, { _liff: { features: {}, postMessage() {} } });
  });
  await line.routeCalls(device.context);
  return device;
}

/** Opens LINE's in-app browser, which shows the links of a chat. */
export async function openLineBrowser(browser: Browser, line: Line): Promise<Device> {
  const device = await openDevice(browser, { userAgent: `${webView} Line/14.5.0/IAB` });
  await line.routeCalls(device.context);
  return device;
}

/** Opens a browser outside LINE. The app starts in it only with the debug flag. */
export async function openOtherBrowser(
  browser: Browser,
  line: Line,
  { isDebug }: { isDebug: boolean },
): Promise<Device> {
  const device = await openDevice(browser);
  if (isDebug) {
    await device.context.addInitScript(() => localStorage.setItem("enmusubi:debug", "true"));
  }
  await line.routeCalls(device.context);
  return device;
}

/** Opens the app by its link in a chat of LINE. */
export async function launchIn(page: Page, line: Line, path = ""): Promise<void> {
  const { url } = await line.launch(path);
  // The SDK redirects once more, to the path in the state, and would interrupt a longer wait.
  await page.goto(url, { waitUntil: "commit" });
}

/** Presses the button of a start-up that failed, and waits for the next page. */
export async function tryAgain(page: Page): Promise<void> {
  const next = page.waitForEvent("domcontentloaded");
  await page.getByRole("button", { name: "Try again" }).click();
  await next;
}

/** Waits until the page is at this path of the app. */
export async function waitForPath(page: Page, path: string): Promise<void> {
  await expect.poll(() => new URL(page.url()).pathname, { timeout: 20_000 }).toBe(path);
}

/** Sends the page the event of a person who comes back from another app. */
export async function returnTo(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
}

/** Crashes the renderer, as a phone without memory does. */
export async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent("crash");
  const session = await page.context().newCDPSession(page);
  // The page cannot answer this call.
  session.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close().catch(() => undefined);
}
