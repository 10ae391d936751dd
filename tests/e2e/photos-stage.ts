/** The form's page of photos, and what can be seen there. */
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { openDevice } from "./browser";
import { agree, isOn } from "./form";
import type { PictureFile } from "./pictures";
import type { Stage } from "./stage";

export interface PhotosPage {
  context: BrowserContext;
  page: Page;
  troubles: string[];
}

/** A fresh device on the page of photos; `prepare` runs before anything is loaded. */
export async function openPhotos(
  stage: Stage,
  prepare: (context: BrowserContext) => Promise<unknown> = async () => undefined,
  options: BrowserContextOptions = {},
): Promise<PhotosPage> {
  const device = await openDevice(stage.browser, options);
  await prepare(device.context);
  await device.page.goto(`${stage.server.url}/register`);
  await agree(device.page);
  await isOn(device.page, "Who you are");
  await comeBack(device.page, stage);
  return device;
}

/** The same page in a window that may be another. */
export async function comeBack(page: Page, stage: Stage): Promise<void> {
  await page.goto(`${stage.server.url}/register?page=photos`);
  await isOn(page, "Photos");
}

export async function pick(page: Page, slot: number, ...files: PictureFile[]): Promise<void> {
  await page.getByLabel(`Add photo ${slot}`, { exact: true }).setInputFiles(files);
}

/** In its slot; a dialog may show the same one. */
export const photo = (page: Page, number: number) =>
  page
    .getByRole("group", { name: "Photos of you" })
    .getByRole("img", { name: `Photo ${number}`, exact: true });

/** Once it is prepared. */
export async function sizeOf(page: Page, number: number): Promise<[width: number, height: number]> {
  await photo(page, number).waitFor();
  return photo(page, number).evaluate(async (element) => {
    const image = element as HTMLImageElement;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight] as [number, number];
  });
}

/** The colour at a place given in parts of the whole, as in `[0.5, 0.1]`: red, green and blue. */
export async function colourAt(
  page: Page,
  number: number,
  at: [number, number],
): Promise<number[]> {
  await photo(page, number).waitFor();
  return photo(page, number).evaluate(async (element, [x, y]) => {
    const image = element as HTMLImageElement;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const pen = canvas.getContext("2d");
    pen?.drawImage(image, 0, 0);
    const pixel = pen?.getImageData(x * canvas.width, y * canvas.height, 1, 1);
    return [...(pixel?.data ?? [])].slice(0, 3);
  }, at);
}

/** Which stripe's colour stands at the top of each photo, to tell the photos from one another. */
export async function orderOf(page: Page, count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return Promise.all(numbers.map(async (number) => (await sizeOf(page, number)).join("×")));
}

/** What is told of the photo in this slot. */
export const problemOf = (page: Page, slot: number) =>
  page.locator(`[id="field-photoNameList[${slot - 1}]-error"]`);

/** The renderer dies, as when the memory of a phone is full. */
export async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent("crash");
  const session = await page.context().newCDPSession(page);
  // It cannot answer any more.
  session.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close().catch(() => undefined);
}

/** How often preparing began for the photo that is not ready, as the device has it. */
export const triesOf = (page: Page) =>
  page.evaluate(() => {
    const { photos } = JSON.parse(localStorage.getItem("enmusubi:profilePhotos") ?? "{}");
    return photos?.find((pick: { status?: string } | null) => pick?.status === "raw")?.nTries;
  });
