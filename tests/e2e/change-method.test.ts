/** A person chooses another way to prove the employment: the form forgets nothing, and sends the chosen proof only. */
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { openFilledForm, readAnswers, sendForReview } from "./filled-form";
import { chooseEmployer, errorSummary, pressContinue, summaryPaths } from "./form";
import { confirmMailbox, type MailStage, requestCode, mailTest as test } from "./mail-stage";
import { readySign } from "./photos-stage";
import { madeUpFile } from "./pictures";

const contract = join(import.meta.dirname, "contract.pdf");

const choose = (page: Page, method: string | RegExp) =>
  page.getByRole("radio", { name: method }).check();
const linkBox = (page: Page) => page.getByRole("textbox", { name: /^Link/ });

async function proveByMailbox(page: Page, { mail }: MailStage): Promise<void> {
  await choose(page, "Work email");
  await chooseEmployer(page, "Google");
  await confirmMailbox(page, mail, { email: "mei@google.com", employer: "Google" });
}

async function pickContract(page: Page): Promise<void> {
  await choose(page, /document/i);
  await page.locator("input[type=file]").setInputFiles(contract);
  await page.getByText("contract.pdf").waitFor();
  await readySign(page).waitFor();
}

/** Returns the message at the field of the document. */
const documentError = (page: Page) => page.locator('[id="field-verifyTempFileName-error"]');

test("a person whose link is refused confirms a work mailbox, and the link is not sent", async ({
  stage,
}) => {
  const { page, sent, pageErrors } = await openFilledForm(stage, "Verification");
  await linkBox(page).fill("http://linkedin.example/in/mei");
  await pressContinue(page);
  expect(await summaryPaths(page)).toEqual(["reviewLink"]);
  await proveByMailbox(page, stage);
  await expect(errorSummary(page)).toHaveCount(0);
  // The form keeps the link for a person who returns to it.
  await choose(page, /link/i);
  await expect(linkBox(page)).toHaveValue("http://linkedin.example/in/mei");
  await pressContinue(page);
  expect(await summaryPaths(page)).toEqual(["reviewLink"]);
  await choose(page, "Work email");
  await page.getByText("Confirmed at Google").waitFor();
  await pressContinue(page);

  const answers = await readAnswers(page);
  expect(answers).toMatchObject({
    "How to verify": "Work email",
    "Work email address": "m…@google.com",
    Employer: "Google",
  });
  expect(Object.keys(answers)).not.toContain("Link");
  const shown = await sendForReview(page, stage);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    verifyMethod: "WORK_EMAIL",
    employerId: "google",
    reviewLink: "",
    verifyTempFileName: "",
  });
  expect(shown).toMatch(/^ {2}Mailbox +Confirmed at Google$/m);
  expect(shown).not.toContain("linkedin");
  expect(pageErrors).toEqual([]);
});

test("a person who picked a document gives a link instead, and the document stays on the device", async ({
  stage,
}) => {
  const { page, sent, countUploads } = await openFilledForm(stage, "Verification");
  await choose(page, /document/i);
  const damaged = { ...madeUpFile("card.pdf", "no document"), mimeType: "application/pdf" };
  await page.locator("input[type=file]").setInputFiles(damaged);
  await documentError(page).waitFor();
  await pressContinue(page);
  expect(await summaryPaths(page)).toEqual(["verifyTempFileName"]);
  // With a link chosen, the form ignores the document, damaged or not.
  await choose(page, /link/i);
  await expect(errorSummary(page)).toHaveCount(0);
  await pickContract(page);
  await choose(page, /link/i);
  await linkBox(page).fill("www.example.com/in/mei");
  await pressContinue(page);

  const answers = await readAnswers(page);
  expect(answers.Link).toBe("https://www.example.com/in/mei");
  expect(Object.keys(answers)).not.toContain("Document");
  const shown = await sendForReview(page, stage);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    verifyMethod: "LINK",
    reviewLink: "https://www.example.com/in/mei",
    verifyTempFileName: "",
  });
  // Two photos.
  expect(countUploads()).toBe(2);
  expect(shown).toContain("https://www.example.com/in/mei");
  expect(shown).not.toMatch(/^ {2}Document/m);
});

test("a person who confirmed a work mailbox uploads a document instead, and the reviewer sees the document only", async ({
  stage,
}) => {
  const { page, sent, countUploads } = await openFilledForm(stage, "Verification");
  await proveByMailbox(page, stage);
  await pickContract(page);
  await pressContinue(page);

  const answers = await readAnswers(page);
  expect(answers).toMatchObject({ "How to verify": "Upload a document", Document: "contract.pdf" });
  expect(Object.keys(answers)).not.toContain("Work email address");
  expect(Object.keys(answers)).not.toContain("Link");
  const shown = await sendForReview(page, stage);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    verifyMethod: "DOCUMENT",
    reviewLink: "",
    verifyTempFileName: expect.stringMatching(/^[0-9a-f]{32}\.jpg$/),
  });
  expect(countUploads()).toBe(3);
  expect(shown).toMatch(/^ {2}Document +.*[0-9a-f]{32}\.jpg$/m);
  expect(shown).not.toContain("Confirmed at");
  expect(shown).not.toContain("example.com");
});

test("a person who leaves a work mailbox unconfirmed sends a link without it", async ({
  stage,
}) => {
  const { page, sent } = await openFilledForm(stage, "Verification");
  await choose(page, "Work email");
  await chooseEmployer(page, "Google");
  await requestCode(page, "mei@google.com");
  await pressContinue(page);
  expect(await summaryPaths(page)).toEqual(["verifyMethod"]);
  await choose(page, /link/i);
  await expect(errorSummary(page)).toHaveCount(0);
  await pressContinue(page);
  const answers = await readAnswers(page);
  expect(answers.Employer).toBe("Google");
  expect(Object.keys(answers)).not.toContain("Work email address");
  const shown = await sendForReview(page, stage);
  expect(sent[0]).toMatchObject({ verifyMethod: "LINK", employerId: "google" });
  expect(JSON.stringify(sent)).not.toContain("mei@google.com");
  expect(shown).not.toMatch(/Confirmed at|mei@google/);
});
