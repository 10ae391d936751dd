/** A person changes the language on every page: all words change, and neither an answer nor the place is lost. */
import { expect, type Page } from "@playwright/test";
import { openDevice, waitForAnimations } from "./browser";
import { openFilledForm, openFormPage, openNewForm, type PageId, pageIds } from "./filled-form";
import {
  errorSummary,
  headings,
  numberBox,
  pressContinue,
  typeBirthday,
  waitForHeading,
  waitForWelcome,
} from "./form";

import { englishWords, type Language, messagesOf } from "./messages";
import { mockTest as test } from "./stage";

/** The languages by their names in the list of languages. */
const languages: Record<Language, string> = { "zh-TW": "繁體中文", ja: "日本語", en: "English" };

async function changeLanguage(page: Page, language: Language): Promise<void> {
  await page.locator("header select").selectOption({ label: languages[language] });
  await expect(page.locator("html")).toHaveAttribute("lang", language);
}

/** Expects that everything on this page of the form is in the language. */
async function expectLanguage(
  page: Page,
  language: Language,
  pageId: PageId,
  hasErrors: boolean,
): Promise<void> {
  const messages = await messagesOf(language);
  const title = messages[`register.page.${pageId}`] ?? "";
  await waitForHeading(page, title);
  const inTitle = hasErrors
    ? (messages["register.errors.documentTitle"] ?? "").replace("{title}", title)
    : title;
  await expect(page).toHaveTitle(`${inTitle} – Enmusubi`);
  const step = pageIds.indexOf(pageId) + 1;
  const progress = (messages["register.progress"] ?? "")
    .replace("{step}", String(step))
    .replace("{total}", String(pageIds.length));
  await page.getByText(progress, { exact: true }).first().waitFor();
  expect(new URL(page.url()).searchParams.get("page")).toBe(pageId);
  if (language !== "en") expect(await englishWords(page.locator("body")), pageId).toEqual([]);
}

/** Fills in wrong answers, by page. */
const typeOn: Record<string, (page: Page) => Promise<void>> = {
  you: async (page) => {
    await page.getByLabel("Nickname").fill("😀".repeat(21));
    await typeBirthday(page, "1990-02-30");
  },
  life: async (page) => {
    await page.getByLabel("Height").fill("99");
    await page.getByLabel("Address").fill("大安區");
  },
  work: async (page) => {
    await page.getByLabel("Achievement").fill("三".repeat(201));
  },
  tags: async (page) => {
    const hobbies = page.getByRole("group", { name: "Hobbies" }).getByRole("checkbox");
    for (let tag = 0; tag < 10; tag += 1) await hobbies.nth(tag).check();
  },
  about: async (page) => {
    await page.getByRole("textbox", { name: "About me", exact: true }).fill("短い");
  },
  partner: async (page) => {
    await page.getByRole("switch", { name: "Age", exact: true }).check();
    await numberBox(page, "Age: from").fill("40");
    await numberBox(page, "Age: to").fill("30");
    await page.getByRole("switch", { name: "Education", exact: true }).check();
  },
  verification: async (page) => {
    await page.getByRole("radio", { name: /link/i }).check();
    await page.getByRole("textbox", { name: /^Link/ }).fill("http://私のページ");
  },
};

/** Returns everything that the person has typed, chosen and checked on the page. */
const readControls = (page: Page) =>
  page
    .locator("main form")
    .locator("input:not([type=file]), select, textarea")
    .evaluateAll((all) =>
      all.map((control) => {
        const { type, checked, value } = control as HTMLInputElement;
        return type === "checkbox" || type === "radio" ? checked : value;
      }),
    );

test("a change of the language changes every word of every page, with its errors, and no answer", async ({
  stage,
}) => {
  const { page, pageErrors } = await openNewForm(stage);
  for (const [index, heading] of headings.slice(0, -1).entries()) {
    const pageId = pageIds[index] ?? "you";
    await openFormPage(page, stage, heading);
    await typeOn[pageId]?.(page);
    // A page whose questions are all optional leads on.
    const hasErrors = pageId !== "tags";
    if (hasErrors) {
      await pressContinue(page);
      await errorSummary(page).waitFor();
    }
    const nErrors = await page.locator('main [id$="-error"]').count();
    expect(nErrors > 0, heading).toBe(hasErrors);
    const typed = await readControls(page);
    const select = page.getByRole("combobox", { name: "Language" });
    await select.focus();
    for (const language of ["zh-TW", "ja", "en"] as const) {
      await changeLanguage(page, language);
      await expectLanguage(page, language, pageId, hasErrors);
      await expect(page.locator("header select")).toBeFocused();
      await expect(page.locator('main [id$="-error"]')).toHaveCount(nErrors);
      expect(await readControls(page), heading).toEqual(typed);
    }
  }

  await openFormPage(page, stage, "Check your answers");
  await page.getByRole("button", { name: "Send for review" }).click();
  await waitForHeading(page, "Who you are");
  await page.goBack();
  await waitForHeading(page, "Check your answers");
  const links = errorSummary(page).getByRole("link");
  const nErrors = await links.count();
  expect(nErrors).toBeGreaterThan(15);
  for (const language of ["zh-TW", "ja"] as const) {
    await changeLanguage(page, language);
    await expectLanguage(page, language, "check", true);
    await expect(page.locator('main a[href^="#field-"]')).toHaveCount(nErrors);
  }
  // The choice belongs to the device.
  await page.reload();
  await expectLanguage(page, "ja", "check", false);
  expect(pageErrors).toEqual([]);
});

test("after a change of the language, dialogs open and toasts appear in it", async ({ stage }) => {
  const { page, pageErrors } = await openFilledForm(stage, "Photos");
  for (const language of ["zh-TW", "ja"] as const) {
    const messages = await messagesOf(language);
    const text = (id: string, number = 1) =>
      (messages[id] ?? "").replace("{number}", String(number));
    const press = (id: string, number = 1) =>
      page.getByRole("button", { name: text(id, number), exact: true }).click();
    const dialog = page.getByRole("dialog");
    const closeDialog = async () => {
      await waitForAnimations(dialog);
      expect(await englishWords(dialog)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    };
    await changeLanguage(page, language);
    await waitForHeading(page, text("register.page.photos"));
    await press("register.photo.edit");
    await closeDialog();
    await press("register.photo.edit");
    await dialog.getByRole("button", { name: text("register.photo.crop") }).click();
    await dialog.getByRole("heading", { name: text("register.crop.title") }).waitFor();
    await expect(dialog).toHaveCount(1);
    await closeDialog();
    await press("register.policy");
    await closeDialog();
    await press("register.photo.remove", 2);
    const toasts = page.getByRole("status").filter({ hasText: text("register.photo.removed", 2) });
    await toasts.waitFor();
    expect(await englishWords(toasts)).toEqual([]);
    await press("register.photo.undo");
    await expect(page.locator("main [data-photo] img")).toHaveCount(2);
  }
  const messages = await messagesOf("ja");
  await page.goto(`${stage.server.url}/register?page=verification`);
  await waitForHeading(page, messages["register.page.verification"] ?? "");
  await page.locator("#field-employerId").click();
  const employers = page.getByRole("dialog");
  await employers.getByRole("heading").first().waitFor();
  await expect(employers).toHaveAccessibleName(messages["register.employer.title"] ?? "");
  await page.keyboard.press("Escape");
  expect(pageErrors).toEqual([]);
});

test("a toast that is on the screen changes its language with the page", async ({ stage }) => {
  const { page } = await openFilledForm(stage, "Photos");
  await page.getByRole("button", { name: "Remove photo 2" }).click();
  await page.getByText("Photo 2 was removed", { exact: true }).waitFor();
  await changeLanguage(page, "ja");
  const messages = await messagesOf("ja");
  await page
    .getByText((messages["register.photo.removed"] ?? "").replace("{number}", "2"), { exact: true })
    .waitFor();
  await page.getByRole("button", { name: messages["register.photo.undo"] ?? "" }).click();
  await expect(page.locator("main [data-photo] img")).toHaveCount(2);
});

test("a device in Korean reads English", async ({ stage }) => {
  const { page } = await openDevice(stage.browser, { locale: "ko-KR" });
  await page.goto(`${stage.server.url}/register`);
  await waitForWelcome(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});
