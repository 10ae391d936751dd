/** Photos and documents that the person replaces or removes, or that the database does not give. */

import { expect, type Page } from "@playwright/test";
import { findViolations } from "./accessibility";
import { crash } from "./devices";
import { waitForHeading } from "./form";
import { addPhotos, openPhotos, openPhotosPage, photo, readySign, sizeOf } from "./photos-stage";
import { drawPicture, heicFile, type PictureFile } from "./pictures";
import { mockTest as test } from "./stage";

async function replace(page: Page, number: number, file: PictureFile): Promise<void> {
  await page.getByRole("button", { name: `Edit photo ${number}` }).click();
  await page.getByRole("dialog").getByLabel("Choose another").setInputFiles(file);
}

const draw = (page: Page, width: number) =>
  drawPicture(page, `${width}.jpg`, "image/jpeg", 3, { width, height: 900 });

test("keeps a photo if its replacement cannot be used, says why, and undoes a good replacement", async ({
  stage,
}) => {
  const { page, pageErrors } = await openPhotos(stage);
  await addPhotos(page, 1, await draw(page, 500));
  expect(await sizeOf(page, 1)).toEqual([500, 900]);

  await replace(page, 1, heicFile("IMG_0001.HEIC"));
  await page.getByRole("alert").getByText("The earlier file stays. Photo 1: this device").waitFor();
  expect(await sizeOf(page, 1)).toEqual([500, 900]);
  expect(await findViolations(page)).toEqual([]);

  await replace(page, 1, await draw(page, 600));
  await page.getByText("Photo 1 was replaced").waitFor();
  expect(await sizeOf(page, 1)).toEqual([600, 900]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => sizeOf(page, 1)).toEqual([500, 900]);
  await page.reload();
  expect(await sizeOf(page, 1)).toEqual([500, 900]);
  expect(pageErrors).toEqual([]);
});

test("keeps the earlier photo if the page is killed while it reads another", async ({ stage }) => {
  const { context, page } = await openPhotos(stage);
  await addPhotos(page, 1, await draw(page, 500));
  await photo(page, 1).waitFor();
  await page.evaluate(() => {
    Blob.prototype.arrayBuffer = () => new Promise(() => undefined);
  });
  await replace(page, 1, await draw(page, 600));
  await page.getByText("Reading…").waitFor();
  await crash(page);
  const again = await context.newPage();
  await openPhotosPage(again, stage);
  expect(await sizeOf(again, 1)).toEqual([500, 900]);
});

test("loses no photo if the database fails for a moment", async ({ stage }) => {
  const { context, page } = await openPhotos(stage);
  await addPhotos(page, 1, await draw(page, 500));
  await photo(page, 1).waitFor();
  const failing = await context.newPage();
  await failing.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("Internal error", "UnknownError");
    };
  });
  await page.close();
  await openPhotosPage(failing, stage);
  await failing.getByRole("button", { name: "Edit photo 1" }).waitFor();
  await failing.close();
  const again = await context.newPage();
  await openPhotosPage(again, stage);
  expect(await sizeOf(again, 1)).toEqual([500, 900]);
});

test("undoes the replacement and the removal of a document", async ({ stage }) => {
  const { page, pageErrors } = await openPhotos(stage);
  await page.goto(`${stage.server.url}/register?page=verification`);
  await waitForHeading(page, "Verification");
  await page.getByRole("radio", { name: "Upload a document" }).check();
  const input = page.locator("input[type=file]");
  const name = (text: string) => page.getByText(text, { exact: true });
  const undo = page.getByRole("button", { name: "Undo" });
  await input.setInputFiles({ ...(await draw(page, 500)), name: "card.jpg" });
  // A file that is still being read cannot come back, so its replacement has no undo.
  await readySign(page).waitFor();
  await input.setInputFiles({ ...(await draw(page, 600)), name: "other.jpg" });
  await page.getByText("The document was replaced").waitFor();
  await undo.click();
  // The toast moves out for a moment, and the next one has an undo of its own.
  await undo.waitFor({ state: "hidden" });
  await name("card.jpg").waitFor();
  await input.setInputFiles(heicFile("card.heic"));
  await page.getByText("The earlier file stays.").waitFor();
  await name("card.jpg").waitFor();
  await page.getByRole("button", { name: "Remove: Document", exact: true }).click();
  await page.getByText("The document was removed").waitFor();
  await undo.click();
  await name("card.jpg").waitFor();
  await page.reload();
  await name("card.jpg").waitFor();
  expect(pageErrors).toEqual([]);
});
