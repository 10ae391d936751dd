/** Uses a page by the keyboard alone. */
import { expect, type Locator, type Page } from "@playwright/test";
import { waitForHeading } from "./form";

/** More presses than any page has controls. */
const maxPresses = 120;

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses <= maxPresses; presses += 1) {
    if (await hasFocus(control)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no Tab leads to ${control}`);
}

/** Moves to a button of the page or of a part of it, and presses it. */
export async function pressByKeys(
  page: Page,
  name: string,
  part: Page | Locator = page,
): Promise<void> {
  await tabTo(page, part.getByRole("button", { name, exact: true }));
  await page.keyboard.press("Enter");
}

/** Moves to a link of the page or of a part of it, and follows it. */
export async function followByKeys(
  page: Page,
  name: string | RegExp,
  part: Page | Locator = page,
): Promise<void> {
  await tabTo(page, part.getByRole("link", { name, exact: typeof name === "string" }));
  await page.keyboard.press("Enter");
}

/** Waits until the page is shown and its heading has the focus, so that a screen reader reads it. */
export async function waitForFocusedHeading(page: Page, heading: string): Promise<void> {
  await waitForHeading(page, heading);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe(heading);
}

/** Moves to a box and types into it. */
export async function typeInto(page: Page, name: string | RegExp, text: string): Promise<void> {
  const box = page.getByRole("textbox", { name, exact: typeof name === "string" });
  await tabTo(page, box);
  await page.keyboard.insertText(text);
}

/** Moves to a group of radio buttons and checks one of them by the arrow keys. */
export async function chooseByKeys(
  page: Page,
  question: string,
  answer: string | RegExp,
): Promise<void> {
  const group = page.getByRole("radiogroup", { name: question });
  const all = group.getByRole("radio");
  const wanted = group.getByRole("radio", { name: answer, exact: typeof answer === "string" });
  // Tab stops once at a group: at its checked button, or at the first one.
  for (let presses = 0; presses <= maxPresses && !(await someHasFocus(all)); presses += 1) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Space");
  for (let presses = 0; presses < (await all.count()); presses += 1) {
    if (await wanted.isChecked()) return;
    await page.keyboard.press("ArrowDown");
  }
  throw new Error(`the arrows do not lead to ${answer}`);
}

/** Moves to a native list and selects its next entry. */
export async function selectNext(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole("combobox", { name }));
  await page.keyboard.press("ArrowDown");
}

function hasFocus(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element === document.activeElement);
}

function someHasFocus(controls: Locator): Promise<boolean> {
  return controls.evaluateAll((all) => all.some((element) => element === document.activeElement));
}
