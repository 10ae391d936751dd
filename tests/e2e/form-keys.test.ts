/** The form without a pointer: by the keys of a keyboard, and with a screen reader. */
import { expect } from "@playwright/test";
import { findViolations, inEachScheme } from "./accessibility";
import { openDevice } from "./browser";
import {
  agree,
  fill,
  fillForm,
  pressContinue,
  readBirthday,
  waitForHeading,
  waitForWelcome,
} from "./form";
import {
  chooseByKeys,
  pressByKeys,
  selectNext,
  tabTo,
  typeInto,
  waitForFocusedHeading,
} from "./keys";
import { mockTest as test } from "./stage";

test("a person registers by the keyboard alone", async ({ stage }) => {
  const { page, pageErrors } = await openDevice(stage.browser, { hasTouch: false });
  await page.goto(`${stage.server.url}/register`);
  await waitForWelcome(page);
  await pressByKeys(page, "Start my profile");
  await pressByKeys(page, "Let’s begin");

  await waitForFocusedHeading(page, "Who you are");
  await typeInto(page, "Nickname", "小美");
  await typeInto(page, "Full name", "陳小美");
  await chooseByKeys(page, "Gender", "Woman");
  for (const typed of ["1994/12/28", "19941228", "1994年2月28日"]) {
    await page.getByLabel("Day").fill("");
    await page.getByLabel("Month").fill("");
    await page.getByLabel("Year").fill("");
    await page.getByLabel("Year").focus();
    await page.keyboard.type(typed);
    expect(await readBirthday(page)).toBe(typed.includes("年") ? "1994-2-28日" : "1994-12-28");
  }
  // Enter in a text box submits the page, as in any form on a desktop.
  await page.keyboard.press("Enter");

  await waitForFocusedHeading(page, "Looks and lifestyle");
  await typeInto(page, "Height", "165");
  await selectNext(page, "City");
  await chooseByKeys(page, "Do you smoke?", "No");
  await chooseByKeys(page, "Do you drink alcohol?", "Yes");
  await chooseByKeys(page, "Do you have any tattoos?", "No");
  await chooseByKeys(page, "Have you been married before?", "No");
  await chooseByKeys(page, "Do you have children?", "No");
  await pressByKeys(page, "Continue");

  await waitForFocusedHeading(page, "Work and education");
  await selectNext(page, "Field of work");
  await typeInto(page, "Job title", "Backend engineer");
  await selectNext(page, "Yearly income");
  await selectNext(page, "Education level");
  await pressByKeys(page, "Continue");

  await waitForFocusedHeading(page, "Personality and hobbies");
  await tabTo(page, page.getByRole("checkbox", { name: "Calm", exact: true }));
  await page.keyboard.press("Space");
  await pressByKeys(page, "Continue");

  await waitForFocusedHeading(page, "About you");
  await typeInto(page, "About me", "I like quiet mornings and long walks.");
  await pressByKeys(page, "Continue");

  await waitForFocusedHeading(page, "Marriage plans");
  await chooseByKeys(page, "Plans for children", "Open to children");
  await pressByKeys(page, "Continue");

  await waitForFocusedHeading(page, "Photos");
  // Playwright fills the browser's own file picker, which has no keyboard steps to test.
  await fill.Photos(page);
  await pressByKeys(page, "Continue");

  await waitForFocusedHeading(page, "Who you’re looking for");
  await chooseByKeys(page, "Looking for", "Men");
  await tabTo(page, page.getByRole("slider", { name: /^Maximum distance/ }));
  await page.keyboard.press("ArrowLeft");
  await tabTo(page, page.getByRole("switch", { name: "Age", exact: true }));
  await page.keyboard.press("Space");
  const oldest = page.getByRole("slider", { name: "Age: to" });
  await tabTo(page, page.getByRole("slider", { name: "Age: from" }));
  for (let years = 18; years <= 28; years += 1) await page.keyboard.press("ArrowRight");
  await tabTo(page, oldest);
  expect(await oldest.getAttribute("aria-valuetext")).toBe("Any");
  await page.keyboard.press("ArrowLeft");
  expect(await oldest.getAttribute("aria-valuetext")).toBe("99 years");
  await pressByKeys(page, "Continue");

  await waitForFocusedHeading(page, "Verification");
  await chooseByKeys(page, "How to verify", /^Link to a public page/);
  await typeInto(page, /^Link/, "https://www.example.com/in/xiaomei");
  await pressByKeys(page, "Continue");

  await waitForFocusedHeading(page, "Check your answers");
  await page.getByText("Age: 28 – 99 years").waitFor();
  await page.getByText("500 km", { exact: true }).waitFor();
  await pressByKeys(page, "Send for review");
  await waitForFocusedHeading(page, "Hello, 小美");
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  expect(pageErrors).toEqual([]);
});

test("the summary of errors gets the focus, and Enter on an error leads to its field", async ({
  stage,
}) => {
  const { page } = await openDevice(stage.browser, { hasTouch: false });
  await page.goto(`${stage.server.url}/register`);
  await agree(page);
  await waitForFocusedHeading(page, "Who you are");
  await pressByKeys(page, "Continue");
  const summary = page.getByRole("group", { name: "4 questions left to answer" });
  await expect.poll(() => summary.evaluate((box) => box === document.activeElement)).toBe(true);
  expect(await page.title()).toBe("Error: Who you are – Enmusubi");
  await tabTo(page, summary.getByRole("link", { name: "Enter your birthday" }));
  await page.keyboard.press("Enter");
  const year = page.getByRole("textbox", { name: "Year" });
  expect(await year.evaluate((box) => box === document.activeElement)).toBe(true);
});

/** The controls of each page in the accessibility tree, in their order. */
const controls: Record<string, string[]> = {
  "Who you are": [
    'combobox "Language"',
    'progressbar "Progress of the form"',
    'heading "Who you are"',
    'textbox "Nickname"',
    'textbox "Full name"',
    'radiogroup "Gender"',
    'radio "Man"',
    'radio "Woman"',
    'radio "Non-binary"',
    'group "Birthday"',
    'textbox "Year"',
    'textbox "Month"',
    'textbox "Day"',
    'button "Continue"',
  ],
  "Who you’re looking for": [
    'radiogroup "Looking for"',
    'textbox "Maximum distance optional"',
    'slider "Maximum distance"',
    'group "What matters to you optional"',
    'switch "Age"',
    'textbox "Age: from"',
    'textbox "Age: to"',
    'slider "Age: from"',
    'slider "Age: to"',
    'switch "Yearly income"',
  ],
};

test("every page is accessible to a screen reader and has enough contrast in both colour schemes", async ({
  stage,
}) => {
  const { page } = await openDevice(stage.browser);
  await page.goto(`${stage.server.url}/register`);
  const violations: string[] = [];
  const look = (name: string) =>
    inEachScheme(page, async (scheme) => {
      const found = await findViolations(page);
      violations.push(...found.map((violation) => `${name}, ${scheme}: ${violation}`));
    });
  await fillForm(page, async (heading) => {
    await look(heading);
    const tree = await page.locator("body").ariaSnapshot();
    let from = 0;
    for (const control of controls[heading] ?? []) {
      const at = tree.indexOf(control, from);
      expect(at, `${control} in\n${tree}`).toBeGreaterThanOrEqual(from);
      from = at;
    }
  });
  await page.goBack();
  await waitForHeading(page, "Verification");
  await page.goto(`${stage.server.url}/register?page=you`);
  await page.getByRole("textbox", { name: "Nickname" }).fill("");
  await pressContinue(page);
  await page.getByRole("group", { name: "1 question left to answer" }).waitFor();
  await look("a page with a fault");
  expect(violations).toEqual([]);
});
