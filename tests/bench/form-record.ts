/** A registration with the form, on the emulated phone and with LINE's real SDK. */
import type { Browser, Page } from "playwright-core";
import { fillForm } from "../e2e/form";
import type { Line } from "../e2e/line";
import { newPerson } from "../e2e/members";
import type { PictureFile } from "../e2e/pictures";
import { exercise, tap } from "./form-hand";
import { readSeen, type Seen, type Span, watch } from "./form-probe";
import { latencyMs, openView, slowDown, timeWork } from "./phone";

/** The emulation makes waits long, and the machine may be busy. */
const timeoutMs = 120_000;

/** A registration, from the tap on the link to the end. */
export interface Recording {
  seen: Seen;
  /** The factor by which a calculation takes longer on the emulated phone than on this machine. */
  slowness: number;
  /** The time of the tap on the link, in the clock of the machine. */
  tappedAtMs: number;
  typing: Span[];
  photoMs: number;
  submitMs: number;
}

/** Registers a new person on the emulated phone. */
export async function record(browser: Browser, line: Line, photo: PictureFile): Promise<Recording> {
  // Chromium does not slow down the answers of LINE's servers, so the stand-in delays them itself.
  await line.control({ person: newPerson(), faults: [{ delayMs: latencyMs }] });
  const context = await openView(browser, line);
  context.setDefaultTimeout(timeoutMs);
  const page = await context.newPage();
  await watch(page);
  const usualMs = await timeWork(page);
  await slowDown(page);
  const slowness = (await timeWork(page)) / usualMs;
  const { url } = await line.launch();
  const tappedAtMs = Date.now();
  await page.goto(url, { waitUntil: "commit" });
  const typing: Span[] = [];
  let photoMs = 0;
  await fillForm(
    page,
    async (heading) => {
      if (heading === "Photos") photoMs = await pick(page, photo);
      typing.push(...(await exercise(page)));
    },
    tap,
  );
  const sentAt = performance.now();
  await page.getByRole("button", { name: "Send for review" }).click();
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  const submitMs = performance.now() - sentAt;
  const seen = await readSeen(page);
  await context.close();
  return { seen, slowness, tappedAtMs, typing, photoMs, submitMs };
}

/** Picks another photo and returns the milliseconds until it is shown and no work on it is left. */
async function pick(page: Page, photo: PictureFile): Promise<number> {
  await page.getByLabel(/^Add photo 3/).setInputFiles(photo);
  const ready = await page.waitForFunction(() => {
    const image = document.querySelector<HTMLImageElement>('img[alt="Photo 3"]');
    // While the page works on the photo, the slot shows "Reading…" or "Preparing…".
    const isBusy = image?.closest("li")?.textContent?.includes("…") ?? true;
    return !isBusy && image?.complete && image.naturalWidth > 0 ? performance.now() : null;
  });
  const readyMs = Number(await ready.jsonValue());
  const pickedMs = (await readSeen(page)).pickedMs.at(-1) ?? readyMs;
  return readyMs - pickedMs;
}
