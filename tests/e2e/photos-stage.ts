/** Uses the form's page of photos, and reads what it shows and stores. */
import {
  type BrowserContext,
  type BrowserContextOptions,
  expect,
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

/** Opens the page of photos on a new device; `prepare` changes the browser before the app loads. */
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

/** Opens the page of photos in this window. */
export async function openPhotosPage(page: Page, stage: Stage): Promise<void> {
  await page.goto(`${stage.server.url}/register?page=photos`);
  await waitForHeading(page, "Photos");
}

export async function addPhotos(page: Page, slot: number, ...files: PictureFile[]): Promise<void> {
  await page.getByLabel(`Add photo ${slot}`, { exact: true }).setInputFiles(files);
}

/** Finds the photo in its slot. A dialog may show the same photo elsewhere. */
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

/** Waits until the photo is prepared, and returns its size. */
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

/** Returns red, green and blue at a point, whose coordinates are fractions of the size, such as `[0.5, 0.1]`. */
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

/** Returns the sizes of the first photos, which tell photos of different sizes apart. */
export async function sizesOf(page: Page, count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return Promise.all(numbers.map(async (number) => (await sizeOf(page, number)).join("×")));
}

/** Finds the error message of this slot. */
export const problemOf = (page: Page, slot: number) =>
  page.locator(`[id="field-photoNameList[${slot - 1}]-error"]`);

/** Drags a photo with the mouse to the place of another, at the speed of a hand. */
export async function drag(page: Page, number: number, to: number): Promise<void> {
  // The page loads Sortable late, which then adds a property to the list.
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

/** Kills the renderer of the page, as a phone does whose memory is full. */
export async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent("crash");
  const session = await page.context().newCDPSession(page);
  // A crashed page never answers.
  session.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close().catch(() => undefined);
}

/** Returns how often the form has begun to prepare the photo that is not ready, from its stored entry. */
export const readTries = (page: Page) =>
  page.evaluate(() => {
    const { photos } = JSON.parse(localStorage.getItem("enmusubi:profilePhotos") ?? "{}");
    return photos?.find((addPhotos: { status?: string } | null) => addPhotos?.status === "raw")
      ?.nTries;
  });

/** Returns the type and the size of the stored document, or null until it is ready to be sent. */
export const readStoredDocument = (page: Page) =>
  page.evaluate(async () => {
    const { document } = JSON.parse(localStorage.getItem("enmusubi:profilePhotos") ?? "{}");
    if (document?.status !== "ready") return null;
    const database = await new Promise<IDBDatabase>((done) => {
      const opening = indexedDB.open("enmusubi:blobs");
      opening.onsuccess = () => done(opening.result);
    });
    const files = database.transaction("files").objectStore("files");
    const stored = await new Promise<{ key: string; type: string; bytes: ArrayBuffer }[]>(
      (done) => {
        const found: { key: string; type: string; bytes: ArrayBuffer }[] = [];
        const reading = files.openCursor();
        reading.onsuccess = () => {
          const cursor = reading.result;
          if (!cursor) return done(found);
          found.push({ key: String(cursor.key), ...cursor.value });
          cursor.continue();
        };
      },
    );
    database.close();
    const file = stored.find(({ key }) => key.endsWith(`/${document.key}`));
    return file ? { type: file.type, bytes: file.bytes.byteLength } : null;
  });
