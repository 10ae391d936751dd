/** The hands of a person who has keys and no pointer. */
import type { Locator, Page } from "@playwright/test";

/** More than there are controls on any page. */
const longestWay = 120;

/** Tab by Tab until the focus is on it. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses <= longestWay; presses += 1) {
    if (await hasFocus(control)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no Tab leads to ${control}`);
}

/** Goes to a box and types into it. */
export async function typeInto(page: Page, name: string | RegExp, text: string): Promise<void> {
  const box = page.getByRole("textbox", { name, exact: typeof name === "string" });
  await tabTo(page, box);
  await page.keyboard.insertText(text);
}

/** Goes to a group of radio buttons and on to one of them by its arrows. */
export async function chooseByKeys(
  page: Page,
  question: string,
  answer: string | RegExp,
): Promise<void> {
  const group = page.getByRole("radiogroup", { name: question });
  const all = group.getByRole("radio");
  const wanted = group.getByRole("radio", { name: answer, exact: typeof answer === "string" });
  // A group is one stop: its first button, or the chosen one.
  for (let presses = 0; presses <= longestWay && !(await anyHasFocus(all)); presses += 1) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Space");
  for (let presses = 0; presses < (await all.count()); presses += 1) {
    if (await wanted.isChecked()) return;
    await page.keyboard.press("ArrowDown");
  }
  throw new Error(`the arrows do not lead to ${answer}`);
}

/** Goes to a native list and takes its next entry. */
export async function takeNextOf(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole("combobox", { name }));
  await page.keyboard.press("ArrowDown");
}

function hasFocus(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element === document.activeElement);
}

function anyHasFocus(controls: Locator): Promise<boolean> {
  return controls.evaluateAll((all) => all.some((element) => element === document.activeElement));
}
