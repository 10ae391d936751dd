/** The form without a pointer: by the keys of a keyboard, and as a screen reader is told of it. */
import { expect, type Page } from "@playwright/test";
import { violationsOn } from "./accessibility";
import { openDevice } from "./browser";
import { agree, fill, fillForm, goOn, isOn } from "./form";
import { chooseByKeys, tabTo, takeNextOf, typeInto } from "./keys";
import { mockTest as test } from "./stage";

/** The page has come, and a screen reader reads its heading. */
async function arrive(page: Page, heading: string): Promise<void> {
  await isOn(page, heading);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe(heading);
}

async function pressButton(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole("button", { name, exact: true }));
  await page.keyboard.press("Enter");
}

test("keys alone lead from the welcome to the profile", async ({ stage }) => {
  const { context, page, troubles } = await openDevice(stage.browser, { hasTouch: false });
  await page.goto(`${stage.server.url}/register`);
  await isOn(page, "Create your profile");
  await pressButton(page, "Agree and start");

  await arrive(page, "Who you are");
  await typeInto(page, "Nickname", "小美");
  await typeInto(page, "Full name", "陳小美");
  await chooseByKeys(page, "Gender", "Woman");
  await typeInto(page, "Year", "1994");
  await typeInto(page, "Month", "2");
  await typeInto(page, "Day", "28");
  // As in any form on a desk, Enter in a box sends it.
  await page.keyboard.press("Enter");

  await arrive(page, "Looks and life");
  await typeInto(page, "Height", "165");
  await takeNextOf(page, "City");
  await chooseByKeys(page, "Do you smoke?", "No");
  await chooseByKeys(page, "Do you drink alcohol?", "Yes");
  await chooseByKeys(page, "Do you have a tattoo?", "No");
  await chooseByKeys(page, "Have you been married before?", "No");
  await chooseByKeys(page, "Do you have children?", "No");
  await pressButton(page, "Continue");

  await arrive(page, "Work and education");
  await takeNextOf(page, "Field of work");
  await typeInto(page, "Job title", "Backend engineer");
  await takeNextOf(page, "Yearly income");
  await takeNextOf(page, "Highest education");
  await pressButton(page, "Continue");

  await arrive(page, "Personality and hobbies");
  await tabTo(page, page.getByRole("checkbox", { name: "Calm", exact: true }));
  await page.keyboard.press("Space");
  await pressButton(page, "Continue");

  await arrive(page, "About you");
  await typeInto(page, "About me", "I like quiet mornings and long walks.");
  await pressButton(page, "Continue");

  await arrive(page, "Marriage plans");
  await chooseByKeys(page, "Plans about children", "Open to children");
  await pressButton(page, "Continue");

  await arrive(page, "Photos");
  // The picker is the device's own.
  await fill.Photos(page);
  await pressButton(page, "Continue");

  await arrive(page, "Who you look for");
  await chooseByKeys(page, "Looking for", "Men");
  await tabTo(page, page.getByRole("slider", { name: /^Farthest distance/ }));
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
  await pressButton(page, "Continue");

  await arrive(page, "Verification");
  await chooseByKeys(page, "How to verify", /^Link to a public page/);
  await typeInto(page, /^Link/, "https://www.example.com/in/xiaomei");
  await pressButton(page, "Continue");

  await arrive(page, "Check your answers");
  await page.getByText("Age: 28 – 99 years").waitFor();
  await page.getByText("500 km", { exact: true }).waitFor();
  await pressButton(page, "Send for review");
  await page.waitForURL(`${stage.server.url}/profile`);
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test("the errors of a page are read out first, and each leads to its field by Enter", async ({
  stage,
}) => {
  const { context, page } = await openDevice(stage.browser, { hasTouch: false });
  await page.goto(`${stage.server.url}/register`);
  await agree(page);
  await arrive(page, "Who you are");
  await pressButton(page, "Continue");
  const summary = page.getByRole("group", { name: "There are 4 problems" });
  await expect.poll(() => summary.evaluate((box) => box === document.activeElement)).toBe(true);
  expect(await page.title()).toBe("Error: Who you are – Enmusubi");
  await tabTo(page, summary.getByRole("link", { name: "Enter your birthday" }));
  await page.keyboard.press("Enter");
  const year = page.getByRole("textbox", { name: "Year" });
  expect(await year.evaluate((box) => box === document.activeElement)).toBe(true);
  await context.close();
});

/** What a screen reader is told of each page's controls, in their order. */
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
  "Who you look for": [
    'radiogroup "Looking for"',
    'textbox "Farthest distance optional"',
    'slider "Farthest distance"',
    'group "What matters to you optional"',
    'switch "Age"',
    'textbox "Age: from"',
    'textbox "Age: to"',
    'slider "Age: from"',
    'slider "Age: to"',
    'switch "Yearly income"',
  ],
};

for (const colorScheme of ["light", "dark"] as const) {
  test(`every page has names, roles and values for a screen reader, and its ${colorScheme} colours can be told apart`, async ({
    stage,
  }) => {
    const { context, page } = await openDevice(stage.browser, { colorScheme });
    await page.goto(`${stage.server.url}/register`);
    const violations: string[] = [];
    await fillForm(page, async (heading) => {
      violations.push(...(await violationsOn(page)).map((found) => `${heading}: ${found}`));
      const tree = await page.locator("body").ariaSnapshot();
      let from = 0;
      for (const control of controls[heading] ?? []) {
        const at = tree.indexOf(control, from);
        expect(at, `${control} in\n${tree}`).toBeGreaterThanOrEqual(from);
        from = at;
      }
    });
    expect(violations).toEqual([]);
    await page.goBack();
    await isOn(page, "Verification");
    await page.goto(`${stage.server.url}/register?page=you`);
    await page.getByRole("textbox", { name: "Nickname" }).fill("");
    await goOn(page);
    await page.getByRole("group", { name: "There is a problem" }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await context.close();
  });
}
