/**
 * A mid-range phone on a mobile network, as Chromium emulates it: for the page, not for its
 * workers.
 */
import { cpus, loadavg } from "node:os";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  devices,
  type Page,
} from "playwright-core";
import type { Line } from "../e2e/line";
import type { PictureFile } from "../e2e/pictures";

export const userAgent =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 Line/14.5.0 LIFF";

export const phone: BrowserContextOptions = {
  ...devices["Pixel 7"],
  viewport: { width: 360, height: 740 },
  locale: "en-US",
  userAgent,
};

export const latencyMs = 150;
export const cpuSlowDown = 4;
const downKbitPerSecond = 1600;
const upKbitPerSecond = 750;
export const about = `CPU ${cpuSlowDown}× slower, ${downKbitPerSecond / 1000} Mbit/s down, ${upKbitPerSecond} kbit/s up, ${latencyMs} ms`;

const bytesPerSecond = (kbitPerSecond: number) => (kbitPerSecond * 1000) / 8;

/** Opens a fresh view in LINE, whose calls to LINE's servers go to the stand-in. */
export async function openView(
  browser: Browser,
  line: Line,
  options: BrowserContextOptions = phone,
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addInitScript(() => {
    Object.assign(window, { _liff: { features: {}, postMessage() {} } });
  });
  await line.routeCalls(context);
  return context;
}

/** Slows the processor of this tab down to the speed of the phone's. */
export async function slowCpuDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowDown });
  return session;
}

/** Slows this tab down to the speed of the phone. */
export async function slowDown(page: Page): Promise<void> {
  const session = await slowCpuDown(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond(downKbitPerSecond),
    uploadThroughput: bytesPerSecond(upKbitPerSecond),
  });
}

/** Returns a warning for the readers of the figures, or nothing if this machine has no other work. */
export function warnings(): string[] {
  const [load = 0] = loadavg();
  if (load <= cpus().length) return [];
  return [`The machine is busy (load ${load.toFixed(1)}): do not quote these figures.`];
}

/** Returns the mean time of the same piece of work in this tab, in milliseconds. */
export function timeWork(page: Page): Promise<number> {
  return page.evaluate(() => {
    const once = () => {
      const start = performance.now();
      let sum = 0;
      for (let step = 0; step < 3_000_000; step += 1) sum += Math.sqrt((step ^ sum) & 0xffff);
      // Using the sum keeps the engine from removing the loop.
      return sum > 0 ? performance.now() - start : 0;
    };
    // The first calls are slower.
    for (let time = 0; time < 3; time += 1) once();
    return Array.from({ length: 7 }, once).reduce((one, other) => one + other) / 7;
  });
}

/**
 * Makes a photo of twelve megapixels with grain and edges, of several megabytes like a phone's
 * photo.
 */
export async function takePhoto(page: Page): Promise<PictureFile> {
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4000, 3000);
    const pen = canvas.getContext("2d");
    if (!pen) throw new Error("no canvas");
    for (let dot = 0; dot < 60_000; dot += 1) {
      pen.fillStyle = `hsl(${(dot * 37) % 360} ${(dot * 13) % 100}% ${(dot * 29) % 100}%)`;
      pen.fillRect((dot * 7919) % 4000, (dot * 104_729) % 3000, 8 + (dot % 40), 8 + (dot % 23));
    }
    const photo = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
    return await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
      reader.readAsDataURL(photo);
    });
  });
  return { name: "camera.jpg", mimeType: "image/jpeg", buffer: Buffer.from(base64, "base64") };
}
