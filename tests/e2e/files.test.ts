/** A person picks the files that people have: the page draws what the browser can decode, and names what it cannot. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import errors from "../../web/src/i18n/messages/en/errors.json" with { type: "json" };
import outcomes from "../files/outcomes.json" with { type: "json" };
import { findViolations } from "./accessibility";
import { takeScreenshots } from "./browser";
import { openFilledForm, sendForReview } from "./filled-form";
import { pressContinue } from "./form";
import { type MailStage, mailTest as test } from "./mail-stage";
import { pdfInItself, pdfWithoutEnd, pdfWithPages } from "./pdfs";
import { readySign, storedDocument } from "./photos-stage";
import type { PictureFile } from "./pictures";

const folder = join(import.meta.dirname, "../files");
const unusual: Record<string, string> = outcomes.page;
const sentences: Record<string, string> = errors;

interface DocumentPage {
  page: Page;
  input: Locator;
}

async function openDocument(stage: MailStage) {
  const form = await openFilledForm(stage, "Verification");
  await form.page.getByRole("radio", { name: /document/i }).check();
  return { ...form, input: form.page.locator("input[type=file]") };
}

const errorOf = (page: Page) => page.locator('[id="field-verifyTempFileName-error"]');

/** Returns the sentence about a problem, without the name of the field. */
function sentenceOf(problem: string): string {
  const own = sentences[`errors.verifyTempFileName.${problem}`];
  return (own ?? sentences[`errors.${problem}`] ?? problem).replace("{label}: ", "");
}

/** Picks a file and returns the problem that the page names, or `drawn`. */
async function pick({ page, input }: DocumentPage, file: PictureFile) {
  await input.setInputFiles(file);
  await page.getByText(file.name, { exact: true }).waitFor();
  await readySign(page).or(errorOf(page)).first().waitFor();
  const error = (await errorOf(page).count()) ? await errorOf(page).textContent() : null;
  const outcome = error ?? (await storedDocument(page))?.type;
  await page.getByRole("button", { name: /^Remove/ }).click();
  await expect(page.getByText(file.name, { exact: true })).toHaveCount(0);
  return outcome;
}

for (const part of ["pictures", "documents"]) {
  test(`the page draws the ${part} that the browser decodes, and names the others`, async ({
    stage,
  }) => {
    const form = await openDocument(stage);
    for (const name of await readdir(join(folder, part))) {
      const buffer = await readFile(join(folder, part, name));
      const outcome = await pick(form, { name, mimeType: "", buffer });
      const problem = unusual[name];
      if (!problem) expect(outcome, name).toBe("image/jpeg");
      else expect(outcome, name).toContain(sentenceOf(problem));
    }
    expect(form.pageErrors).toEqual([]);
  });
}

test("a person sees the pages that are sent, and sends the first five of a long PDF", async ({
  stage,
}) => {
  const { page, input, sent } = await openDocument(stage);
  const contract = { name: "contract.pdf", mimeType: "application/pdf" };
  await input.setInputFiles({ ...contract, buffer: pdfWithPages(200) });
  const caption = page.locator("figcaption");
  await expect(caption).toContainText("The PDF has 200 pages. We send the first 5.");
  const picture = page.getByRole("region", { name: "Picture of the document" }).getByRole("img");
  const [width, height] = await picture.evaluate(async (element) => {
    const image = element as HTMLImageElement;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  });
  expect(width).toBeGreaterThan(1500);
  expect(height).toBeGreaterThan(10_000);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "document-long");
  await page.reload();
  await expect(caption).toContainText("The PDF has 200 pages. We send the first 5.");
  await pressContinue(page);
  const shown = await sendForReview(page, stage);
  expect(sent).toHaveLength(1);
  expect(shown).toMatch(/^ {2}Document +.*[0-9a-f]{32}\.jpg$/m);
});

test("a PDF that is broken, or more than the device can draw, ends in a sentence", async ({
  stage,
}) => {
  const form = await openDocument(stage);
  const { page, input, pageErrors } = form;
  const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: "application/pdf", buffer });
  const broken = sentenceOf("pdf_broken");
  expect(await pick(form, pdf("itself.pdf", pdfInItself()))).toContain(broken);
  const cut = pdfWithPages(3).subarray(0, 700);
  expect(await pick(form, pdf("cut.pdf", cut))).toContain(broken);
  await input.setInputFiles(pdf("endless.pdf", pdfWithoutEnd()));
  await page.getByText("Preparing…").waitFor();
  // The page stays usable meanwhile.
  await page.getByRole("radio", { name: /link/i }).check();
  await page.getByRole("textbox", { name: /^Link/ }).fill("www.example.com/in/mei");
  await page.getByRole("radio", { name: /document/i }).check();
  await expect(errorOf(page)).toContainText(sentenceOf("pdf_too_complex"), { timeout: 60_000 });
  expect(pageErrors).toEqual([]);
});

test("without a network, a person is asked for a photo of the document, and the PDF is opened later", async ({
  stage,
}) => {
  const form = await openDocument(stage);
  const { context, page, input, pageErrors } = form;
  const pdf = { name: "contract.pdf", mimeType: "application/pdf", buffer: pdfWithPages(2) };
  await context.setOffline(true);
  await input.setInputFiles(pdf);
  await expect(errorOf(page)).toContainText(sentenceOf("pdf_offline"));
  const photo = await readFile(join(folder, "pictures/orient-6.jpg"));
  await input.setInputFiles({ name: "page.jpg", mimeType: "image/jpeg", buffer: photo });
  await readySign(page).waitFor();
  await expect(errorOf(page)).toHaveCount(0);
  await page.getByRole("button", { name: /^Remove/ }).click();
  await input.setInputFiles(pdf);
  await expect(errorOf(page)).toContainText(sentenceOf("pdf_offline"));
  // The page keeps the PDF, and opens it by itself.
  await context.setOffline(false);
  await readySign(page).waitFor();
  expect((await storedDocument(page))?.type).toBe("image/jpeg");
  expect(pageErrors).toEqual([]);
});
