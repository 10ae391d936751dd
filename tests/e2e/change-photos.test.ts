/** A person replaces a good photo by a file that is of no use: the good one returns, and the form is sent with it. */
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { openFilledForm, openFormPage, sendForReview } from "./filled-form";
import { errorSummary, pressContinue, waitForHeading, waitForNoDialog } from "./form";
import { addPhotos, colourAt, photo, problemOf, sizeOf, sizesOf } from "./photos-stage";
import { drawPicture, hugePng, madeUpFile, type PictureFile } from "./pictures";
import { mockTest as test } from "./stage";

/** Chooses another file for a photo, in its dialog. */
async function replacePhoto(page: Page, number: number, file: PictureFile | string) {
  await page.getByRole("button", { name: `Edit photo ${number}` }).click();
  await page.getByRole("dialog").getByLabel("Choose another").setInputFiles(file);
  await waitForNoDialog(page);
}

/** The toast that says why a file did not replace a photo. */
const rejection = (page: Page, reason: string) =>
  page.getByRole("alert").getByText(`The earlier file stays. Photo 1: ${reason}`);

test("a bad file does not replace a photo: the toast says why, and the photos are sent as they were", async ({
  stage,
}) => {
  const { page, sent, countUploads, pageErrors } = await openFilledForm(stage, "Photos");
  // The third photo has a size of its own, which tells it apart.
  await addPhotos(
    page,
    3,
    await drawPicture(page, "third.jpg", "image/jpeg", 3, { width: 700, height: 800 }),
  );
  const before = await sizesOf(page, 3);
  expect(before).toEqual(["900×1200", "900×1200", "700×800"]);
  const colour = await colourAt(page, 1, [0.5, 0.1]);

  const folder = await mkdtemp(join(tmpdir(), "enmusubi-photos-"));
  const large = join(folder, "large.jpg");
  const file = await open(large, "w");
  // A file of this size without any content, which takes no room on the disk.
  await file.truncate(65 * 1024 * 1024);
  await file.close();
  const good = await drawPicture(page, "good.jpg", "image/jpeg", 4);
  const bad: [file: PictureFile | string, reason: string][] = [
    [
      { ...good, name: "cut.jpg", buffer: good.buffer.subarray(0, good.buffer.length >> 1) },
      "the picture is damaged or incomplete",
    ],
    [madeUpFile("notes.jpg", "Buy milk and bread.\n"), "this file is not a picture"],
    [hugePng("poster.png", 10_000, 10_000), "the picture has more than 50 megapixels"],
    [large, "the file is too large"],
    [madeUpFile("empty.jpg", ""), "the file is empty"],
  ];
  for (const [replacement, reason] of bad) {
    await replacePhoto(page, 1, replacement);
    await rejection(page, reason).waitFor();
    expect(await sizesOf(page, 3), reason).toEqual(before);
    expect(await colourAt(page, 1, [0.5, 0.1]), reason).toEqual(colour);
    await expect(problemOf(page, 1)).toHaveCount(0);
    // There is nothing to take back.
    await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
    // The next reason would be hard to tell from this one.
    await page.getByRole("alert").getByRole("button", { name: "Close" }).click();
    await expect(rejection(page, reason)).toHaveCount(0);
  }
  await rm(folder, { recursive: true });

  await page.reload();
  expect(await sizesOf(page, 3)).toEqual(before);
  await expect(errorSummary(page)).toHaveCount(0);
  await pressContinue(page);
  await waitForHeading(page, "Who you’re looking for");
  await openFormPage(page, stage, "Check your answers");
  await page.getByText("3 photos", { exact: true }).waitFor();
  const shown = await sendForReview(page, stage);
  expect(countUploads()).toBe(3);
  expect(sent[0]?.photoNameList).toHaveLength(3);
  expect(shown.match(/^ {2}Photo \d +http/gm)).toHaveLength(3);
  expect(pageErrors).toEqual([]);
});

test("after a bad file, a good one replaces the photo, and the earlier photo returns by Undo", async ({
  stage,
}) => {
  const { page, sent, countUploads } = await openFilledForm(stage, "Photos");
  await replacePhoto(page, 2, madeUpFile("notes.jpg", "Buy milk and bread.\n"));
  await page.getByRole("alert").getByText("this file is not a picture").waitFor();
  const smaller = await drawPicture(page, "b.jpg", "image/jpeg", 3, { width: 600, height: 800 });
  await replacePhoto(page, 2, smaller);
  await expect.poll(() => sizeOf(page, 2)).toEqual([600, 800]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => sizeOf(page, 2)).toEqual([900, 1200]);
  await replacePhoto(page, 2, smaller);
  await expect.poll(() => sizeOf(page, 2)).toEqual([600, 800]);
  await photo(page, 1).waitFor();
  await openFormPage(page, stage, "Check your answers");
  await page.getByText("2 photos", { exact: true }).waitFor();
  await sendForReview(page, stage);
  expect(countUploads()).toBe(2);
  expect(sent[0]?.photoNameList).toHaveLength(2);
});
