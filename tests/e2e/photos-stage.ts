/** The form's photo page, and the facts that a journey reads from it. */
import {
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import { openDevice } from "./browser";
import { agree, waitForHeading } from "./form";
import type { PictureFile } from "./pictures";
import type { Stage } from "./stage";

export interface PhotosPage {
  context: BrowserContext;
  page: Page;
  pageErrors: string[];
}

/** Opens the photo page on a fresh device. `prepare` runs before the browser loads anything. */
export async function openPhotos(
  stage: Stage,
  prepare: (context: BrowserContext) => Promise<unknown> = async () => undefined,
  options: BrowserContextOptions = {},
): Promise<PhotosPage> {
  const device = await openDevice(stage.browser, options);
  await prepare(device.context);
  await device.page.goto(`${stage.server.url}/register`);
  await agree(device.page);
  await waitForHeading(device.page, "Who you are");
  await openPhotosPage(device.page, stage);
  return device;
}

/** Opens the photo page again, in this window or another one. */
export async function openPhotosPage(page: Page, stage: Stage): Promise<void> {
  await page.goto(`${stage.server.url}/register?page=photos`);
  await waitForHeading(page, "Photos");
}

export async function addPhotos(page: Page, slot: number, ...files: PictureFile[]): Promise<void> {
  await page.getByLabel(`Add photo ${slot}`, { exact: true }).setInputFiles(files);
}

/** The photo in its slot. A dialog may show the same photo. */
export const photo = (page: Page, number: number) =>
  page
    .getByRole("group", { name: "Photos of you" })
    .getByRole("img", { name: `Photo ${number}`, exact: true });

/**
 * Repeats reading a photo until it succeeds. If the form replaces the picture in the middle,
 * `decode()` rejects, and `expect.poll` would not try again after an error.
 */
async function readPhoto<Result>(read: () => Promise<Result>): Promise<Result> {
  const results: Result[] = [];
  await expect(async () => results.push(await read())).toPass({ timeout: 15_000 });
  return results[0] as Result;
}

/** Returns the size of a photo, after waiting until it is ready. */
export async function sizeOf(page: Page, number: number): Promise<[width: number, height: number]> {
  await photo(page, number).waitFor();
  return readPhoto(() =>
    photo(page, number).evaluate(async (element) => {
      const image = element as HTMLImageElement;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight] as [number, number];
    }),
  );
}

/** Returns red, green and blue at a point, in parts of the width and height such as `[0.5, 0.1]`. */
export async function colourAt(
  page: Page,
  number: number,
  at: [number, number],
): Promise<number[]> {
  await photo(page, number).waitFor();
  return readPhoto(() =>
    photo(page, number).evaluate(async (element, [x, y]) => {
      const image = element as HTMLImageElement;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      const pen = canvas.getContext("2d");
      pen?.drawImage(image, 0, 0);
      const pixel = pen?.getImageData(x * canvas.width, y * canvas.height, 1, 1);
      return [...(pixel?.data ?? [])].slice(0, 3);
    }, at),
  );
}

/** Returns the sizes of the photos in their order, which tell the photos apart. */
export async function sizesOf(page: Page, count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return Promise.all(numbers.map(async (number) => (await sizeOf(page, number)).join("×")));
}

/** The sign that the document, or the proof of age, can be sent. Before that, a replacement of the file has no undo. */
export const readySign = (within: Page | Locator) =>
  within.getByRole("img", { name: "Ready to send" });

/** The message about the photo in this slot. */
export const problemOf = (page: Page, slot: number) =>
  page.locator(`[id="field-photoNameList[${slot - 1}]-error"]`);

/** Drags a photo with the mouse to the slot of another, as slowly as a hand. */
export async function drag(page: Page, number: number, to: number): Promise<void> {
  // The page loads dragging when it is idle. The library then adds a property to the list.
  await page.waitForFunction(() => {
    const list = document.querySelector("ul:has([data-photo])");
    return Object.keys(list ?? {}).some((key) => key.startsWith("Sortable"));
  });
  await photo(page, number).scrollIntoViewIfNeeded();
  const start = await photo(page, number).boundingBox();
  const end = await photo(page, to).boundingBox();
  if (!start || !end) throw new Error("both photos are in sight");
  const at = (box: typeof start, down: number) =>
    [box.x + box.width / 2, box.y + box.height * down] as const;
  await page.mouse.move(...at(start, 0.5));
  await page.mouse.down();
  for (const stop of [at(start, 0.3), at(end, 0.6)]) {
    await page.mouse.move(...stop, { steps: 5 });
    await page.waitForTimeout(200);
  }
  await page.mouse.up();
}

/** Returns the number of preparations that began and did not end, as the device stores it. */
export const readTries = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith(":photos")) ?? "";
    const { nTries } = JSON.parse(localStorage.getItem(key) ?? "{}").value ?? {};
    return Object.values(nTries ?? {})[0];
  });

/** Returns the type and size of the document to send; null until it is ready. */
export const storedDocument = (page: Page) =>
  page.evaluate(async () => {
    const order = Object.keys(localStorage).find((name) => name.endsWith(":photos")) ?? "";
    const { document } = JSON.parse(localStorage.getItem(order) ?? "{}").value ?? {};
    const database = await new Promise<IDBDatabase>((done) => {
      const opening = indexedDB.open("enmusubi");
      opening.onsuccess = () => done(opening.result);
    });
    const files = database.transaction("files").objectStore("files");
    const key = `${order.split(":")[1]}/${document?.[0]}`;
    const record = await new Promise<{ prepared?: { type: string; bytes: ArrayBuffer } }>(
      (done) => {
        const reading = files.get(key);
        reading.onsuccess = () => done(reading.result ?? {});
      },
    );
    database.close();
    const { prepared } = record;
    return prepared ? { type: prepared.type, bytes: prepared.bytes.byteLength } : null;
  });
