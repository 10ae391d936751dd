/** A person picks, orders and crops photos, and picks files that are no pictures. */

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { findViolations } from "./accessibility";
import { openDevice, takeScreenshots } from "./browser";
import { crash } from "./devices";
import { errorSummary, fillForm, pressContinue, waitForHeading, waitForNoDialog } from "./form";
import {
  addPhotos,
  colourAt,
  drag,
  openPhotos,
  openPhotosPage,
  photo,
  problemOf,
  readTries,
  sizeOf,
  sizesOf,
  storedDocument,
} from "./photos-stage";
import { drawPicture, heicFile, hugePng, madeUpFile, withCameraData } from "./pictures";
import { mockTest as test } from "./stage";

const white = [255, 255, 255];

test("sends photos upright and small, without the place and time of the shot", async ({
  stage,
}) => {
  const { context, page, pageErrors } = await openDevice(stage.browser);
  await context.addInitScript(() => {
    const sent: string[] = [];
    Object.assign(window, { sent });
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      const file = body instanceof FormData ? body.get("file") : null;
      if (file instanceof Blob) {
        void file.arrayBuffer().then((bytes) => {
          sent.push(new TextDecoder("latin1").decode(bytes));
        });
      }
      send.call(this, body);
    };
  });
  await page.goto(`${stage.server.url}/register`);
  await fillForm(page, async (heading) => {
    if (heading !== "Photos") return;
    const drawn = await drawPicture(page, "camera.jpg", "image/jpeg", 2, {
      width: 2400,
      height: 1800,
    });
    const cameraFile = withCameraData(drawn, "taken at home");
    expect(cameraFile.buffer.includes("taken at home")).toBe(true);
    await addPhotos(page, 3, cameraFile);
    // Turned by a quarter: the top is now on the right.
    expect(await sizeOf(page, 3)).toEqual([1536, 2048]);
    const [top, bottom] = await Promise.all([
      colourAt(page, 3, [0.9, 0.1]),
      colourAt(page, 3, [0.9, 0.9]),
    ]);
    expect(top).toEqual(bottom);
    expect(await colourAt(page, 3, [0.1, 0.5])).not.toEqual(top);
  });
  await page.getByRole("button", { name: "Send for review" }).click();
  // The debug server decodes three large photos one after the other, which took 15 s beside four busy processes.
  await page.waitForURL(`${stage.server.url}/`, { timeout: 60_000 });
  const sent = await page.evaluate(() => (window as unknown as { sent: string[] }).sent);
  expect(sent).toHaveLength(3);
  for (const bytes of sent) {
    expect(bytes.startsWith("ÿØÿ")).toBe(true);
    expect(bytes).not.toContain("Exif");
    expect(bytes).not.toContain("taken at home");
  }
  expect(pageErrors).toEqual([]);
});

test("shrinks a picture of 20 megapixels to 2048 pixels, and fills transparent parts with white", async ({
  stage,
}) => {
  const { page, pageErrors } = await openPhotos(stage);
  const large = await drawPicture(page, "large.jpg", "image/jpeg", 4, {
    width: 5200,
    height: 3900,
  });
  const pierced = await drawPicture(page, "pierced.png", "image/png", 2, { hasGaps: true });
  await addPhotos(page, 1, large, pierced);
  expect(await sizeOf(page, 1)).toEqual([2048, 1536]);
  expect(await sizeOf(page, 2)).toEqual([900, 1200]);
  expect(await colourAt(page, 2, [0.5, 0.9])).toEqual(white);
  expect(await colourAt(page, 2, [0.5, 0.1])).not.toEqual(white);
  expect(pageErrors).toEqual([]);
});

test("says once, at its slot, that a file cannot be used, and continues with the good photo", async ({
  stage,
}) => {
  const { page, pageErrors } = await openPhotos(stage);
  const good = await drawPicture(page, "good.jpg", "image/jpeg", 3);
  const files = [
    good,
    madeUpFile("holiday.jpg", "MZ\x90 This program cannot be run in DOS mode."),
    madeUpFile("empty.jpg", ""),
    hugePng("poster.png", 10_000, 10_000),
    { ...good, name: "cut.jpg", buffer: good.buffer.subarray(0, good.buffer.length >> 1) },
    heicFile("IMG_0001.HEIC"),
  ];
  await addPhotos(page, 1, ...files);
  await problemOf(page, 2).getByText("this file isn’t a picture").waitFor();
  await problemOf(page, 3).getByText("this file is empty").waitFor();
  await problemOf(page, 4).getByText("more than 50 megapixels").waitFor();
  await problemOf(page, 5).getByText("damaged or incomplete").waitFor();
  await problemOf(page, 6).getByText("On iPhone: Settings › Camera").waitFor();
  expect(await sizeOf(page, 1)).toEqual([900, 1200]);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "photos-of-no-use");

  expect(await page.getByText("this file isn’t a picture").count()).toBe(1);
  expect(await errorSummary(page).count()).toBe(0);
  await pressContinue(page);
  await waitForHeading(page, "Who you’re looking for");
  await openPhotosPage(page, stage);
  await page.reload();
  await problemOf(page, 6).waitFor();
  for (const slot of [6, 5, 4, 3]) {
    await page.getByRole("button", { name: `Remove photo ${slot}` }).click();
  }
  await addPhotos(page, 3, hugePng("icon.png", 1, 1));
  await problemOf(page, 3).getByText("too small").waitFor();
  await page.getByRole("button", { name: "Remove photo 3" }).click();

  // A good file replaces an unusable one.
  await page.getByRole("button", { name: "Edit photo 2" }).click();
  await page.getByRole("dialog").getByLabel("Choose another").setInputFiles(good);
  expect(await sizeOf(page, 2)).toEqual([900, 1200]);
  await pressContinue(page);
  await waitForHeading(page, "Who you’re looking for");
  expect(pageErrors).toEqual([]);
});

test("says that a file disappeared while the page read it, and continues with the others", async ({
  stage,
}) => {
  const { page } = await openPhotos(stage, (device) =>
    device.addInitScript(() => {
      const read = Blob.prototype.arrayBuffer;
      const gate = new Promise((open) => Object.assign(window, { open }));
      Blob.prototype.arrayBuffer = async function () {
        await gate;
        return read.call(this);
      };
    }),
  );
  const folder = await mkdtemp(join(tmpdir(), "enmusubi-photos-"));
  const names = ["here.jpg", "gone.jpg", "too.jpg"].map((name) => join(folder, name));
  for (const [index, name] of names.entries()) {
    await writeFile(name, (await drawPicture(page, name, "image/jpeg", 2 + index)).buffer);
  }
  await page.getByLabel("Add photo 1", { exact: true }).setInputFiles(names);
  await rm(names[1] ?? "");
  await page.evaluate(() => (window as unknown as { open: () => void }).open());
  await problemOf(page, 2).getByText("couldn’t read this file").waitFor();
  await photo(page, 1).waitFor();
  await photo(page, 3).waitFor();
  await rm(folder, { recursive: true });
});

test("continues a preparation after a kill, and gives up a picture that crashes the page twice", async ({
  stage,
}) => {
  // The worker never answers.
  const workers = "**/assets/worker-*.js";
  const { context, page } = await openPhotos(stage, (device) =>
    device.route(workers, (route) => route.fulfill({ contentType: "text/javascript", body: "" })),
  );
  const shot = await drawPicture(page, "shot.jpg", "image/jpeg", 3);
  await addPhotos(page, 1, shot);
  await page.getByText("Preparing…").waitFor();
  await expect.poll(() => readTries(page)).toBe(1);
  await crash(page);

  const again = await context.newPage();
  await openPhotosPage(again, stage);
  await again.getByText("Preparing…").waitFor();
  await expect.poll(() => readTries(again)).toBe(2);
  await context.unroute(workers);
  await again.close();
  // The person closed the page, which was no crash, so the page prepares the picture now.
  const third = await context.newPage();
  await openPhotosPage(third, stage);
  expect(await sizeOf(third, 1)).toEqual([900, 1200]);

  await context.route(workers, (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
  await openPhotosPage(third, stage);
  await addPhotos(third, 2, shot);
  await expect.poll(() => readTries(third)).toBe(1);
  await crash(third);
  const fourth = await context.newPage();
  await openPhotosPage(fourth, stage);
  await expect.poll(() => readTries(fourth)).toBe(2);
  await crash(fourth);
  const fifth = await context.newPage();
  await openPhotosPage(fifth, stage);
  await problemOf(fifth, 2).getByText("this picture is too much for this device").waitFor();
  await photo(fifth, 1).waitFor();
});

test("prepares pictures on the page if no worker loads", async ({ stage }) => {
  const { page } = await openPhotos(stage, (device) =>
    device.route("**/assets/worker-*.js", (route) => route.abort()),
  );
  await addPhotos(page, 1, await drawPicture(page, "a.jpg", "image/jpeg", 3, { width: 3000 }));
  expect(await sizeOf(page, 1)).toEqual([2048, 819]);
});

test("changes the order of photos by the dialog, by the keyboard and by dragging", async ({
  stage,
}) => {
  const { page, pageErrors } = await openPhotos(stage);
  const sizes = [500, 600, 700, 800];
  const files = await Promise.all(
    sizes.map((width) =>
      drawPicture(page, `${width}.jpg`, "image/jpeg", 3, { width, height: 900 }),
    ),
  );
  await addPhotos(page, 1, ...files);
  const order = async () => (await sizesOf(page, 4)).map((size) => size.split("×")[0]).join(" ");
  expect(await order()).toBe("500 600 700 800");

  await page.getByRole("button", { name: "Edit photo 3" }).click();
  const dialog = page.getByRole("dialog");
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "photo-dialog");
  await dialog.getByRole("button", { name: "Move earlier" }).click();
  await dialog.getByRole("status").getByText("The photo is now number 2 of 4").waitFor();
  await dialog.getByRole("heading", { name: "Photo 2" }).waitFor();
  await dialog.getByRole("button", { name: "Make main photo" }).press("Enter");
  await dialog.getByRole("status").getByText("This is now your main photo").waitFor();
  // The button at the end of its way is off, and keeps the focus.
  await expect(dialog.getByRole("button", { name: "Make main photo" })).toBeDisabled();
  await expect(dialog.getByRole("button", { name: "Make main photo" })).toBeFocused();
  await expect(dialog.getByRole("button", { name: "Move earlier" })).toBeDisabled();
  await expect(dialog.getByRole("button", { name: "Move later" })).toBeEnabled();
  await page.keyboard.press("Escape");
  await waitForNoDialog(page);
  expect(await order()).toBe("700 500 600 800");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expect.poll(focused).toBe("Edit photo 1");

  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(order).toBe("500 700 600 800");
  expect(await focused()).toBe("Edit photo 2");
  await page.getByText("The photo is now number 2 of 4").waitFor({ state: "attached" });
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(order).toBe("700 500 600 800");

  await drag(page, 4, 2);
  await expect.poll(order).toBe("700 800 600 500");
  expect(await dialog.count()).toBe(0);
  await page.reload();
  await expect.poll(order).toBe("700 800 600 500");
  expect(pageErrors).toEqual([]);
});

test("crops a photo to 3:4 by the keyboard, changes the crop, takes it back, and undoes a removal", async ({
  stage,
}) => {
  const { page, pageErrors } = await openPhotos(stage);
  await addPhotos(
    page,
    1,
    await drawPicture(page, "wide.jpg", "image/jpeg", 4, { width: 1600, height: 1200 }),
  );
  expect(await sizeOf(page, 1)).toEqual([1600, 1200]);
  const dialog = page.getByRole("dialog");
  const openCrop = async () => {
    await page.getByRole("button", { name: "Edit photo 1" }).click();
    await dialog.getByRole("button", { name: "Adjust crop" }).click();
    await dialog.getByRole("heading", { name: "Crop photo 1" }).waitFor();
  };
  await openCrop();
  await dialog.getByRole("group", { name: /^The part of the photo/ }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "photo-crop");
  const zoom = dialog.getByRole("slider", { name: "Zoom" });
  await zoom.fill("2");
  const use = dialog.getByRole("button", { name: "Use this crop" });
  await use.click();
  await waitForNoDialog(page);
  await expect.poll(() => sizeOf(page, 1)).toEqual([450, 600]);

  // The dialog shows the current crop.
  await openCrop();
  await expect.poll(() => zoom.inputValue()).toBe("2");
  const before = await colourAt(page, 1, [0.5, 0.1]);
  const frame = dialog.getByRole("group", { name: /^The part of the photo/ });
  await frame.focus();
  for (let step = 0; step < 200; step += 1) await page.keyboard.press("ArrowDown");
  await use.click();
  await waitForNoDialog(page);
  await expect.poll(() => colourAt(page, 1, [0.5, 0.1])).not.toEqual(before);
  expect(await sizeOf(page, 1)).toEqual([450, 600]);
  await page.reload();
  expect(await sizeOf(page, 1)).toEqual([450, 600]);

  await openCrop();
  await dialog.getByRole("button", { name: "Use the whole photo" }).click();
  await expect.poll(() => sizeOf(page, 1)).toEqual([1600, 1200]);

  await waitForNoDialog(page);
  await page.getByRole("button", { name: "Remove photo 1" }).click();
  await page.getByLabel("Add photo 1", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await sizeOf(page, 1)).toEqual([1600, 1200]);
  expect(pageErrors).toEqual([]);
});

test("hands the photos over to the window in which the person continues", async ({ stage }) => {
  const { context, page } = await openPhotos(stage);
  await addPhotos(page, 1, await drawPicture(page, "a.jpg", "image/jpeg", 3));
  await photo(page, 1).waitFor();
  const other = await context.newPage();
  await other.goto(`${stage.server.url}/register?page=photos`);
  await waitForHeading(other, "This form is open in another window");
  await other.getByRole("button", { name: "Continue here" }).click();
  await waitForHeading(other, "Photos");
  await photo(other, 1).waitFor();
  await waitForHeading(page, "This form is open in another window");
  await addPhotos(other, 2, await drawPicture(other, "b.jpg", "image/jpeg", 4));
  await photo(other, 2).waitFor();
  // Otherwise the first window would take the form back during the reload.
  await page.close();
  await other.reload();
  await photo(other, 1).waitFor();
  await photo(other, 2).waitFor();
});

test("shrinks a document that is a picture", async ({ stage }) => {
  const { page } = await openPhotos(stage);
  await page.goto(`${stage.server.url}/register?page=verification`);
  await waitForHeading(page, "Verification");
  await page.getByRole("radio", { name: "Upload a document" }).check();
  const wide = { width: 4000, height: 2000 };
  const file = await drawPicture(page, "card.png", "image/png", 3, wide);
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText("card.png").waitFor();
  await expect.poll(async () => (await storedDocument(page))?.type).toBe("image/jpeg");
});
