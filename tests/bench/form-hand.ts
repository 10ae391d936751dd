/**
 * A simulated person on a phone, who uses every kind of input of a page with real events and keeps
 * the answers.
 */
import { setTimeout } from "node:timers/promises";
import type { ElementHandle, Locator, Page } from "playwright-core";
import { clockOf, type Span } from "./form-probe";

/** The delay of a quick thumb. */
const keyDelayMs = 80;
/** The most inputs of a kind on a page. More of them would add no information. */
const atMost = 3;

/** Longer than any page takes to appear. */
const settleMs = 700;

/**
 * Waits until the page has settled, then taps. Otherwise the tool's own calls would be measured
 * too.
 */
export async function tap(button: Locator): Promise<void> {
  await button.waitFor();
  await setTimeout(settleMs);
  const box = await button.boundingBox();
  if (!box) throw new Error("the button is not visible");
  await button.page().touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await setTimeout(settleMs);
}

/** Types, toggles, slides and chooses on this page. Returns the times spent on typing. */
export async function exercise(page: Page): Promise<Span[]> {
  const form = page.locator("main form");
  const typing: Span[] = [];
  for (const box of await some(
    form.locator("textarea, input:is([type=text], [type=url], [type=email], :not([type]))"),
  )) {
    typing.push(await typeInto(page, box));
  }
  for (const chip of await some(form.locator("input[type=checkbox]:not([role=switch]):checked"))) {
    await chip.uncheck();
    await chip.check();
  }
  for (const slider of await some(form.locator("[role=slider], input[type=range]"))) {
    await slider.focus();
    for (const key of ["ArrowLeft", "ArrowRight"]) await page.keyboard.press(key);
  }
  for (const list of await some(form.locator("select"))) {
    const answer = await list.inputValue();
    await list.focus();
    await page.keyboard.press("ArrowDown");
    await list.selectOption(answer);
  }
  return typing;
}

/**
 * Returns the first usable ones as handles, because unchecking a box changes which ones are
 * checked.
 */
async function some(found: Locator): Promise<ElementHandle[]> {
  const usable: ElementHandle[] = [];
  for (const control of await found.elementHandles()) {
    if ((await control.isVisible()) && (await control.isEnabled())) usable.push(control);
    if (usable.length === atMost) break;
  }
  return usable;
}

async function typeInto(page: Page, box: ElementHandle): Promise<Span> {
  await box.tap();
  const isNumeric = (await box.getAttribute("inputmode")) === "numeric";
  const number = isNumeric ? await box.inputValue() : "";
  // A full box of a date moves the focus to the next one, so that its number is typed once more instead.
  await page.keyboard.press(number ? "ControlOrMeta+A" : "End");
  const startMs = await clockOf(page);
  const text = isNumeric ? number || "12" : "quick";
  await page.keyboard.type(text, { delay: keyDelayMs });
  if (!number) {
    for (const _ of text) await page.keyboard.press("Backspace", { delay: keyDelayMs });
  }
  return { startMs, durationMs: (await clockOf(page)) - startMs };
}
