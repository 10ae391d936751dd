/** Unusual uses of the form: pasting, refusing the location, changing the language, being too young, typing on a touch screen. */
import { expect, type Page } from "@playwright/test";
import { findViolations } from "./accessibility";
import { openDevice } from "./browser";
import {
  agree,
  fill,
  numberBox,
  pressContinue,
  readBirthday,
  summaryPaths,
  typeBirthday,
  waitForHeading,
  waitForWelcome,
} from "./form";
import { readRecord } from "./records";
import { type Stage, mockTest as test } from "./stage";

/** Opens a page of the form for a new person, without the pages before it. */
async function openAt(
  stage: Stage,
  pageId: string,
  options: Parameters<typeof openDevice>[1] = {},
) {
  const device = await openDevice(stage.browser, options);
  await device.page.goto(`${stage.server.url}/register`);
  await agree(device.page);
  await waitForHeading(device.page, "Who you are");
  if (pageId !== "you") {
    await device.page.goto(`${stage.server.url}/register?page=${pageId}`);
    await device.page.locator("form").waitFor();
  }
  return device;
}

const hasFocus = (page: Page, name: string) =>
  page
    .getByRole("textbox", { name, exact: true })
    .evaluate((box) => box === document.activeElement);

/** Finds the elements that cover the buttons of the bar, while the page is scrolled to its end. */
const elementsOverButtons = (page: Page) =>
  page.evaluate(() => {
    const covers = new Set<string>();
    const buttons = [...document.querySelectorAll("footer button")];
    for (let top = 0; top <= document.documentElement.scrollHeight - innerHeight; top += 8) {
      window.scrollTo({ top, behavior: "instant" });
      for (const button of buttons) {
        const box = button.getBoundingClientRect();
        for (const part of [0.1, 0.5, 0.9]) {
          const met = document.elementFromPoint(
            box.left + part * box.width,
            box.top + box.height / 2,
          );
          if (met && !button.contains(met)) covers.add(met.id || met.outerHTML);
        }
      }
    }
    return [...covers];
  });

const errorLinks = (page: Page) => page.locator('a[href^="#field-"]');

test("a person who is too young can correct the birthday or delete everything", async ({
  stage,
}) => {
  const { page, pageErrors } = await openAt(stage, "you");
  await fill["Who you are"](page);
  const year = new Date().getFullYear() - 12;
  await typeBirthday(page, `${year}-02-28`);
  await pressContinue(page);
  await waitForHeading(page, "Enmusubi is for people aged 18 and over");
  expect(await errorLinks(page).count()).toBe(0);
  expect(await findViolations(page)).toEqual([]);

  // The Back button of the browser must lead to the form too, although this page has no address of its own.
  await page.goBack();
  await waitForHeading(page, "Who you are");
  await expect.poll(() => hasFocus(page, "Year")).toBe(true);
  await pressContinue(page);
  await waitForHeading(page, "Enmusubi is for people aged 18 and over");
  await page.getByRole("button", { name: "Correct the birthday" }).click();
  await expect.poll(() => hasFocus(page, "Year")).toBe(true);
  expect(await page.getByLabel("Nickname").inputValue()).toBe("小美");
  await pressContinue(page);
  await page.getByRole("button", { name: "Delete what I entered" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete what I entered" }).click();
  await waitForHeading(page, "Everything you entered is deleted");
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(stored).not.toContain("小美");
  await page.reload();
  await waitForWelcome(page);
  expect(pageErrors).toEqual([]);
});

test("on a desktop, the buttons are as wide as their words, and the line above them as the page", async ({
  stage,
}) => {
  const { page } = await openAt(stage, "life", { viewport: { width: 1280, height: 800 } });
  for (const name of ["Continue", "Back", "Use my current location"]) {
    const box = await page.getByRole("button", { name, exact: true }).boundingBox();
    expect(box?.width, name).toBeLessThan(300);
  }
  expect(await page.getByRole("contentinfo").boundingBox()).toMatchObject({ x: 0, width: 1280 });
});

test("the draft stores an allowed location as the middle of its cell", async ({ stage }) => {
  const { page } = await openAt(stage, "life", {
    geolocation: { latitude: 25.0339, longitude: 121.5645 },
    permissions: ["geolocation"],
  });
  await page.getByRole("button", { name: "Use my current location" }).click();
  await page.getByText("Approximate location added").waitFor();
  await page.waitForTimeout(600);
  const draft = JSON.parse((await readRecord(page, "draft")) ?? "{}");
  expect([draft.latitude, draft.longitude]).toEqual([25.025, 121.575]);
  await page.getByRole("button", { name: "Remove location" }).click();
  await page.getByRole("button", { name: "Use my current location" }).waitFor();
});

test("the form explains a refused location and continues with the city", async ({ stage }) => {
  const { context, page } = await openAt(stage, "life");
  await context.clearPermissions();
  await context.grantPermissions([]);
  await page.getByRole("button", { name: "Use my current location" }).click();
  await page.getByText("Your location wasn’t shared.").waitFor();
  for (const system of ["iPhone: Settings", "Android: Settings", "This mini app:"]) {
    await page.getByText(system).waitFor();
  }
  expect(await findViolations(page)).toEqual([]);
  await fill["Looks and lifestyle"](page);
  await pressContinue(page);
  await waitForHeading(page, "Work and education");
});

test("a change of the language without a network keeps the page, the focus and the answers", async ({
  stage,
}) => {
  const { context, page } = await openAt(stage, "you");
  await fill["Who you are"](page);
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  const select = page.getByRole("combobox", { name: "Language" });
  await select.focus();
  for (const [language, heading, lang] of [
    ["日本語", "基本情報", "ja"],
    ["繁體中文", "基本資料", "zh-TW"],
    ["English", "Who you are", "en"],
  ] as const) {
    await page.locator("header select").selectOption({ label: language });
    await waitForHeading(page, heading);
    expect(await page.locator("html").getAttribute("lang")).toBe(lang);
    expect(await page.title()).toBe(`${heading} – Enmusubi`);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("SELECT");
    const wordBreak = await page.evaluate(() => getComputedStyle(document.body).wordBreak);
    expect(wordBreak).toBe(lang === "ja" ? "auto-phrase" : "normal");
  }
  expect(await page.getByLabel("Nickname").inputValue()).toBe("小美");
  expect(await readBirthday(page)).toBe("1994-02-28");
  await pressContinue(page);
  await waitForHeading(page, "Looks and lifestyle");
});

test("a person drags the thumbs of a range and types an exact number beside it", async ({
  stage,
}) => {
  const { page } = await openAt(stage, "partner");
  await page.getByRole("switch", { name: "Age", exact: true }).check();
  const low = page.getByRole("slider", { name: "Age: from" });
  const high = page.getByRole("slider", { name: "Age: to" });
  const track = await high.boundingBox();
  if (!track) throw new Error("the track is on the screen");
  const middle = track.y + track.height / 2;
  for (const [thumb, from, to] of [
    [high, track.x + track.width - 22, track.x + track.width / 2],
    [low, track.x + 22, track.x + track.width / 4],
  ] as const) {
    await page.mouse.move(from, middle);
    await page.mouse.down();
    await page.mouse.move(to, middle, { steps: 5 });
    await page.mouse.up();
    expect(await thumb.getAttribute("aria-valuetext")).toMatch(/^\d\d years$/);
  }
  const [youngest, oldest] = [await low.inputValue(), await high.inputValue()].map(Number);
  expect(youngest).toBeLessThan(oldest ?? 0);
  await numberBox(page, "Age: to").fill("41");
  expect(await high.getAttribute("aria-valuetext")).toBe("41 years");
});

test("the form takes no invisible characters, and keeps the caret behind what was pasted", async ({
  stage,
}) => {
  const { page } = await openAt(stage, "you");
  await fill["Who you are"](page);
  const nickname = page.getByRole("textbox", { name: "Nickname" });
  await nickname.fill("小\u0007美\u202e");
  expect(await nickname.inputValue()).toBe("小美");
  await nickname.press("ArrowLeft");
  await page.keyboard.insertText("\u202aA\tB\u202c");
  await page.keyboard.press("C");
  expect(await nickname.inputValue()).toBe("小A BC美");
  await pressContinue(page);
  await waitForHeading(page, "Looks and lifestyle");
});

test("the form accepts emoji, wide digits and text from right to left as typed", async ({
  stage,
}) => {
  const { page } = await openAt(stage, "you");
  await fill["Who you are"](page);
  const nickname = page.getByRole("textbox", { name: "Nickname" });
  await nickname.fill("مريم 👩‍🚀");
  expect(await nickname.evaluate((box) => getComputedStyle(box).direction)).toBe("rtl");
  await typeBirthday(page, "１９９４-２-２８");
  await pressContinue(page);
  await waitForHeading(page, "Looks and lifestyle");
  await page.getByLabel("Height").fill("１６５");
  await page.goto(`${stage.server.url}/register?page=check`);
  await waitForHeading(page, "Check your answers");
  await page.getByText("February 28, 1994", { exact: true }).waitFor();
  await page.getByText("165 cm", { exact: true }).waitFor();
  const shown = page.getByText("مريم 👩‍🚀");
  expect(await shown.evaluate((answer) => getComputedStyle(answer).direction)).toBe("rtl");
  await page.goto(`${stage.server.url}/register?page=life`);
  expect(await page.getByLabel("Height").inputValue()).toBe("１６５");
});

test("the form keeps and counts ten thousand pasted characters, and typing stays quick", async ({
  stage,
}) => {
  const { page } = await openAt(stage, "about");
  const aboutMe = page.getByRole("textbox", { name: "About me", exact: true });
  const long = "愛と平和 ".repeat(2_000);
  await aboutMe.fill(long);
  await page.getByText("9999 of 1000 characters").waitFor();
  await pressContinue(page);
  expect(await summaryPaths(page)).toEqual(["aboutMe"]);
  await aboutMe.focus();
  expect(await usualInputMs(page)).toBeLessThan(100);
  await page.reload();
  expect(await aboutMe.inputValue()).toContain(long.trim());
});

test("no part of a page covers the buttons at the bottom while the person scrolls", async ({
  stage,
}) => {
  const { page } = await openAt(stage, "you");
  for (const pageId of ["life", "work", "tags", "about", "photos", "partner", "verification"]) {
    await page.goto(`${stage.server.url}/register?page=${pageId}`);
    await page.locator("form").waitFor();
    // A condition shows its fields once it is switched on.
    for (const condition of await page.getByRole("switch").all()) await condition.check();
    expect(await page.locator("footer button").count()).toBe(2);
    expect(await elementsOverButtons(page), pageId).toEqual([]);
  }
});

test("the field in use stays visible above the on-screen keyboard, and Enter leads to the next field", async ({
  stage,
}) => {
  // The part of the screen that the keyboard of Android leaves free.
  const { page } = await openAt(stage, "about", {
    viewport: { width: 360, height: 400 },
    isMobile: true,
  });
  const box = page.getByRole("textbox", { name: "Something surprising about me" });
  await box.focus();
  const isVisible = await box.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + Math.min(height, 40) / 2);
    return at === element;
  });
  expect(isVisible).toBe(true);
  await page.goto(`${stage.server.url}/register?page=you`);
  await page.getByRole("textbox", { name: "Nickname" }).focus();
  await page.keyboard.press("Enter");
  expect(await hasFocus(page, "Full name")).toBe(true);
  expect(await errorLinks(page).count()).toBe(0);
});

/**
 * Measures the longest of ten answers of the form to a key, on a processor four times slower.
 *
 * It is the median of ten keys, because another process may interrupt one of them. The layout of the
 * browser is not part of it: breaking ten thousand characters into lines takes longer than everything
 * else together, and no page can avoid that.
 */
async function usualInputMs(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const tookMs = await page.evaluate(async () => {
    const box = document.activeElement as HTMLTextAreaElement;
    const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
    const seenMs: number[] = [];
    for (let key = 0; key < 10; key += 1) {
      value?.set?.call(box, `${box.value}x`);
      const startMs = performance.now();
      box.dispatchEvent(new InputEvent("input", { bubbles: true }));
      // React renders the input before the next task.
      await Promise.resolve();
      seenMs.push(performance.now() - startMs);
    }
    return seenMs;
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return tookMs.sort((one, other) => one - other)[tookMs.length / 2] ?? Number.NaN;
}

test("a half-typed link does not keep a person on its page, and a change leads back to its place in the summary", async ({
  stage,
}) => {
  const { page } = await openAt(stage, "verification");
  const link = page.getByRole("textbox", { name: /^Link/ });
  await page.getByRole("radio", { name: /link/i }).check();
  await link.fill("http://linkedin");
  await pressContinue(page);
  expect(await errorLinks(page).count()).toBe(1);
  await page.getByRole("radio", { name: /document/i }).check();
  await expect.poll(() => errorLinks(page).allTextContents()).toEqual([]);
  await page.getByRole("radio", { name: /link/i }).check();
  await link.fill("linkedin.com/in/mei");
  await link.blur();
  expect(await link.inputValue()).toBe("https://linkedin.com/in/mei");
  await pressContinue(page);
  await waitForHeading(page, "Check your answers");
  const change = page.getByRole("button", { name: "Change Verification" });
  await change.click();
  await waitForHeading(page, "Verification");
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await waitForHeading(page, "Check your answers");
  expect(await change.evaluate((button) => button === document.activeElement)).toBe(true);
  const { y = -1 } = (await change.boundingBox()) ?? {};
  expect(y).toBeGreaterThan(0);
});
