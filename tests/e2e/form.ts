/** Fills the registration form as a person does, by the roles and labels of its controls. */
import { expect, type Locator, type Page } from "@playwright/test";
import { drawPicture } from "./pictures";

/** The form's pages in order, by their headings. */
export const headings = [
  "Who you are",
  "Looks and lifestyle",
  "Work and education",
  "Personality and hobbies",
  "About you",
  "Marriage plans",
  "Photos",
  "Who you’re looking for",
  "Verification",
  "Check your answers",
] as const;

export type Heading = (typeof headings)[number];

/** A text, or a pattern of it. */
export type Name = string | RegExp;

export interface RoleOptions {
  name?: Name;
  exact?: boolean;
  level?: number;
}

export interface WaitOptions {
  state?: "visible" | "hidden";
  timeout?: number;
}

/** A part of Playwright's pages that the tests in WebKit have, too: Playwright steers no WebKit of a system. */
export interface FormPage {
  // These are methods, because Playwright's narrower types do not fit properties with functions.
  getByRole(role: string, options?: RoleOptions): FormControl;
  getByLabel(label: Name, options?: { exact?: boolean }): FormControl;
}

export interface FormControl extends FormPage {
  check(): Promise<void>;
  click(): Promise<void>;
  fill(text: string): Promise<void>;
  selectOption(value: string): Promise<unknown>;
  waitFor(options?: WaitOptions): Promise<void>;
}

export async function waitForHeading(page: FormPage, heading: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
}

/** Waits until the app has replaced the HTML's first screen, which has the same words. */
export async function waitForApp(page: Page): Promise<void> {
  await page.locator("#loading").waitFor({ state: "hidden" });
}

export async function waitForWelcome(page: Page): Promise<void> {
  await waitForApp(page);
  await page.getByRole("button", { name: "Start my profile", exact: true }).waitFor();
}

/** A way to press a button. The benchmark measures its own. */
type Press = (button: Locator) => Promise<void>;
const click: Press = (button) => button.click();

export async function pressContinue(page: Page, press = click): Promise<void> {
  await press(page.getByRole("button", { name: "Continue", exact: true }));
}

/** Waits until no dialog is left. A dialog that fades out may still be there beside the next one. */
export async function waitForNoDialog(page: Page): Promise<void> {
  await expect.poll(() => page.getByRole("dialog").count(), { timeout: 30_000 }).toBe(0);
}

/** Types a date into the boxes for year, month and day. */
export async function typeBirthday(page: FormPage, date: string): Promise<void> {
  const [year = "", month = "", day = ""] = date.split("-");
  const boxes = page.getByRole("group", { name: "Birthday" });
  await boxes.getByLabel("Year").fill(year);
  await boxes.getByLabel("Month").fill(month);
  await boxes.getByLabel("Day").fill(day);
}

/** Returns the date in the boxes for year, month and day. */
export async function readBirthday(page: Page): Promise<string> {
  const boxes = page.getByRole("group", { name: "Birthday" }).getByRole("textbox");
  const parts = await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value));
  return parts.join("-");
}

/** Finds the box of this name. A thumb of a range has the same name, with another role. */
export function numberBox<Box>(
  page: { getByRole(role: "textbox", options: RoleOptions): Box },
  name: string,
): Box {
  return page.getByRole("textbox", { name, exact: true });
}

async function choose(page: FormPage, question: string, answer: string): Promise<void> {
  const group = page.getByRole("radiogroup", { name: question });
  await group.getByRole("radio", { name: answer, exact: true }).check();
}

async function checkTags(page: FormPage, question: string, ...tags: string[]): Promise<void> {
  const group = page.getByRole("group", { name: question });
  for (const tag of tags) await group.getByRole("checkbox", { name: tag, exact: true }).check();
}

async function switchOn(page: FormPage, condition: string): Promise<void> {
  await page.getByRole("switch", { name: condition, exact: true }).check();
}

/** Opens the list of employers and chooses one. */
export async function chooseEmployer(page: FormPage, name: string): Promise<void> {
  await page.getByRole("button", { name: /^Employer/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name }).click();
  // The list of an earlier choice would still fade out while the next one opens.
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: new RegExp(`^Employer.*${name}`) }).waitFor();
}

/** Answers the page with this heading, its optional fields included. */
export const answer: Record<Exclude<Heading, "Photos">, (page: FormPage) => Promise<void>> = {
  "Who you are": async (page) => {
    await page.getByLabel("Nickname").fill("小美");
    await page.getByLabel("Full name").fill("陳小美");
    await choose(page, "Gender", "Woman");
    await typeBirthday(page, "1994-02-28");
  },
  "Looks and lifestyle": async (page) => {
    await page.getByLabel("Height").fill("１６５");
    await page.getByLabel("City").selectOption("TW-TPE");
    await page.getByLabel("Address").fill("大安區");
    await choose(page, "Do you smoke?", "No");
    await choose(page, "Do you drink alcohol?", "Yes");
    await choose(page, "Do you have any tattoos?", "No");
    await choose(page, "Have you been married before?", "No");
    await choose(page, "Do you have children?", "No");
  },
  "Work and education": async (page) => {
    await page.getByLabel("Field of work").selectOption("ENGINEERING");
    await page.getByLabel("Job title").fill("Backend engineer");
    await page.getByLabel("Achievement").fill("Three patents");
    await page.getByLabel("Yearly income").selectOption("FROM_150_TO_200");
    await page.getByLabel("Education level").selectOption("MASTER");
    await page.getByLabel("School").fill("國立臺灣大學");
  },
  "Personality and hobbies": async (page) => {
    await checkTags(page, "Personality", "Outgoing", "Organised");
    await checkTags(page, "Hobbies", "Cooking", "Reading");
  },
  "About you": async (page) => {
    await page
      .getByRole("textbox", { name: "About me", exact: true })
      .fill("I like quiet mornings,\nlong walks and good coffee.");
    await page.getByLabel("A question for a first date").fill("Sea or mountains?");
    await page.getByLabel("My daily life").fill("Early to bed");
    await page.getByLabel("Something surprising about me").fill("I bake");
    await page.getByLabel("MBTI").selectOption("INFJ");
  },
  "Marriage plans": async (page) => {
    await choose(page, "Plans for children", "Open to children");
  },
  "Who you’re looking for": async (page) => {
    await choose(page, "Looking for", "Men");
    await page.getByRole("textbox", { name: /^Maximum distance/ }).fill("50");
    await switchOn(page, "Age");
    await numberBox(page, "Age: from").fill("28");
    await numberBox(page, "Age: to").fill("40");
    await switchOn(page, "Education");
    await page.getByLabel("At least").selectOption("BACHELOR");
    await choose(page, "Smokes?", "No");
  },
  Verification: async (page) => {
    await choose(page, "How to verify", "Link to a public page");
    await page.getByRole("textbox", { name: /^Link/ }).fill("https://www.example.com/in/xiaomei");
    await chooseEmployer(page, "Google");
  },
  "Check your answers": async (page) => {
    await page.getByLabel("Anything you’d like to tell us").fill("Thank you");
  },
};

/** Does the same, and adds photos. */
export const fill: Record<Heading, (page: Page) => Promise<void>> = {
  ...answer,
  Photos: async (page) => {
    const files = [
      await drawPicture(page, "first.jpg", "image/jpeg", 5),
      await drawPicture(page, "second.png", "image/png", 7),
    ];
    await page.getByLabel(/^Add photo 1/).setInputFiles(files);
    await page.getByRole("img", { name: "Photo 2", exact: true }).waitFor();
  },
};

/** Agrees to the policy on the welcome screen, which the app requires before it stores anything. */
export async function agree(page: Page, press = click): Promise<void> {
  await waitForWelcome(page);
  await press(page.getByRole("button", { name: "Start my profile", exact: true }));
  await press(page.getByRole("button", { name: "Let’s begin", exact: true }));
}

/** Fills the form from the welcome screen to the summary. Calls `onPage` on each page, after filling it. */
export async function fillForm(
  page: Page,
  onPage: (heading: Heading) => Promise<void>,
  press = click,
): Promise<void> {
  await agree(page, press);
  for (const heading of headings) {
    await waitForHeading(page, heading);
    await fill[heading](page);
    await onPage(heading);
    if (heading !== "Check your answers") await pressContinue(page, press);
  }
}

/** Finds the list of errors at the top of the page. */
export function errorSummary(page: Page): Locator {
  return page.getByRole("group", {
    name: /^There (is a|are \d+) problem|questions? left to answer$/,
  });
}

/** Returns the paths of the fields to which the list of errors leads, in its order. */
export async function summaryPaths(page: Page): Promise<string[]> {
  const links = errorSummary(page).getByRole("link");
  await links.first().waitFor();
  const targets = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute("href") ?? ""),
  );
  for (const target of targets) expect(target).toMatch(/^#field-/);
  return targets.map((target) => target.slice("#field-".length));
}
