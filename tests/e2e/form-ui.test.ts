/** What people do to a form: paste, refuse, change the language, be too young, type on glass. */
import { expect, type Page } from "@playwright/test";
import { violationsOn } from "./accessibility";
import { openDevice } from "./browser";
import {
  agree,
  fill,
  goOn,
  isOn,
  numberBox,
  readBirthday,
  summaryPaths,
  typeBirthday,
} from "./form";
import { type Stage, mockTest as test } from "./stage";

/** A new person at a page of the form; what comes before it is not asked. */
async function openAt(
  stage: Stage,
  pageId: string,
  options: Parameters<typeof openDevice>[1] = {},
) {
  const device = await openDevice(stage.browser, options);
  await device.page.goto(`${stage.server.url}/register`);
  await agree(device.page);
  await isOn(device.page, "Who you are");
  if (pageId !== "you") {
    await device.page.goto(`${stage.server.url}/register?page=${pageId}`);
    await device.page.locator("form").waitFor();
  }
  return device;
}

const isFocused = (page: Page, name: string) =>
  page
    .getByRole("textbox", { name, exact: true })
    .evaluate((box) => box === document.activeElement);

/** What a finger would meet instead of the buttons in the bar, while the page is scrolled to its end. */
const coversOfButtons = (page: Page) =>
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

test("who is too young is told so kindly, can correct a slip, and can delete everything", async ({
  stage,
}) => {
  const { context, page, troubles } = await openAt(stage, "you");
  await fill["Who you are"](page);
  const year = new Date().getFullYear() - 12;
  await typeBirthday(page, `${year}-02-28`);
  await goOn(page);
  await isOn(page, "Enmusubi is for people aged 18 and over");
  expect(await errorLinks(page).count()).toBe(0);
  expect(await violationsOn(page)).toEqual([]);

  // Back is the way of the thumb, and this page has no address of its own.
  await page.goBack();
  await isOn(page, "Who you are");
  await expect.poll(() => isFocused(page, "Year")).toBe(true);
  await goOn(page);
  await isOn(page, "Enmusubi is for people aged 18 and over");
  await page.getByRole("button", { name: "Correct the birthday" }).click();
  await expect.poll(() => isFocused(page, "Year")).toBe(true);
  expect(await page.getByLabel("Nickname").inputValue()).toBe("小美");
  await goOn(page);
  await page.getByRole("button", { name: "Delete what I entered" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete what I entered" }).click();
  await isOn(page, "Everything you entered was deleted");
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(kept).not.toContain("小美");
  await page.reload();
  await isOn(page, "Create your profile");
  expect(troubles).toEqual([]);
  await context.close();
});

test("a place that is allowed is kept as the middle of its cell", async ({ stage }) => {
  const { context, page } = await openAt(stage, "life", {
    geolocation: { latitude: 25.0339, longitude: 121.5645 },
    permissions: ["geolocation"],
  });
  await page.getByRole("button", { name: "Use my current location" }).click();
  await page.getByText("Approximate location added").waitFor();
  await page.waitForTimeout(600);
  const draft = await page.evaluate(() =>
    JSON.parse(localStorage.getItem("enmusubi:registerForm") ?? "{}"),
  );
  expect([draft.latitude, draft.longitude]).toEqual([25.025, 121.575]);
  await page.getByRole("button", { name: "Remove location" }).click();
  await page.getByRole("button", { name: "Use my current location" }).waitFor();
  await context.close();
});

test("a place that is refused is explained, and the form goes on with the city", async ({
  stage,
}) => {
  const { context, page } = await openAt(stage, "life");
  await context.clearPermissions();
  await context.grantPermissions([]);
  await page.getByRole("button", { name: "Use my current location" }).click();
  await page.getByText("Your location was not shared.").waitFor();
  for (const system of ["iPhone: Settings", "Android: Settings", "This mini app:"]) {
    await page.getByText(system).waitFor();
  }
  expect(await violationsOn(page)).toEqual([]);
  await fill["Looks and life"](page);
  await goOn(page);
  await isOn(page, "Work and education");
  await context.close();
});

test("in the middle of the form and of a tunnel the language changes, and nothing else does", async ({
  stage,
}) => {
  const { context, page } = await openAt(stage, "you");
  await fill["Who you are"](page);
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  const select = page.getByRole("combobox", { name: "Language" });
  await select.focus();
  for (const [language, heading, lang] of [
    ["日本語", "あなたについて", "ja"],
    ["繁體中文", "基本資料", "zh-TW"],
    ["English", "Who you are", "en"],
  ] as const) {
    await page.locator("header select").selectOption({ label: language });
    await isOn(page, heading);
    expect(await page.locator("html").getAttribute("lang")).toBe(lang);
    expect(await page.title()).toBe(`${heading} – Enmusubi`);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("SELECT");
  }
  expect(await page.getByLabel("Nickname").inputValue()).toBe("小美");
  expect(await readBirthday(page)).toBe("1994-02-28");
  await goOn(page);
  await isOn(page, "Looks and life");
  await context.close();
});

test("a thumb is dragged to a bound, and what is exact is typed beside it", async ({ stage }) => {
  const { context, page } = await openAt(stage, "partner");
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
  await context.close();
});

test("characters nobody can see are told of, and taken out with one tap", async ({ stage }) => {
  const { context, page } = await openAt(stage, "you");
  await fill["Who you are"](page);
  const nickname = page.getByRole("textbox", { name: "Nickname" });
  await nickname.fill("小\u0007美\u202e");
  await goOn(page);
  expect(await summaryPaths(page)).toEqual(["nickname"]);
  await page.getByRole("button", { name: "Remove these characters" }).click();
  expect(await nickname.inputValue()).toBe("小美");
  expect(await isFocused(page, "Nickname")).toBe(true);
  await goOn(page);
  await isOn(page, "Looks and life");
  await context.close();
});

test("emoji, wide digits and writing from right to left are taken as they are", async ({
  stage,
}) => {
  const { context, page } = await openAt(stage, "you");
  await fill["Who you are"](page);
  const nickname = page.getByRole("textbox", { name: "Nickname" });
  await nickname.fill("مريم 👩‍🚀");
  expect(await nickname.evaluate((box) => getComputedStyle(box).direction)).toBe("rtl");
  await typeBirthday(page, "１９９４-２-２８");
  await goOn(page);
  await isOn(page, "Looks and life");
  await page.getByLabel("Height").fill("１６５");
  await page.goto(`${stage.server.url}/register?page=check`);
  await isOn(page, "Check your answers");
  await page.getByText("February 28, 1994", { exact: true }).waitFor();
  await page.getByText("165 cm", { exact: true }).waitFor();
  const shown = page.getByText("مريم 👩‍🚀");
  expect(await shown.evaluate((answer) => getComputedStyle(answer).direction)).toBe("rtl");
  await page.goto(`${stage.server.url}/register?page=life`);
  expect(await page.getByLabel("Height").inputValue()).toBe("１６５");
  await context.close();
});

test("ten thousand pasted characters are kept and counted, and typing stays quick", async ({
  stage,
}) => {
  const { context, page } = await openAt(stage, "about");
  const aboutMe = page.getByRole("textbox", { name: "About me", exact: true });
  const long = "愛と平和 ".repeat(2_000);
  await aboutMe.fill(long);
  await page.getByText("9999 of 1000 characters").waitFor();
  await goOn(page);
  expect(await summaryPaths(page)).toEqual(["aboutMe"]);
  await aboutMe.focus();
  expect(await slowestAnswerMs(page)).toBeLessThan(100);
  await page.reload();
  expect(await aboutMe.inputValue()).toContain(long.trim());
  await context.close();
});

test("wherever a page is scrolled to, nothing of it lies over the buttons at the bottom", async ({
  stage,
}) => {
  const { context, page } = await openAt(stage, "you");
  for (const pageId of ["life", "work", "tags", "about", "photos", "partner", "verification"]) {
    await page.goto(`${stage.server.url}/register?page=${pageId}`);
    await page.locator("form").waitFor();
    // What a condition asks for is on the page once it is switched on.
    for (const condition of await page.getByRole("switch").all()) await condition.check();
    expect(await page.locator("footer button").count()).toBe(2);
    expect(await coversOfButtons(page), pageId).toEqual([]);
  }
  await context.close();
});

test("above a keyboard of glass the field in use is in sight, and Enter goes to the next one", async ({
  stage,
}) => {
  // What Android leaves of the screen; the rest is the keyboard.
  const { context, page } = await openAt(stage, "about", {
    viewport: { width: 360, height: 400 },
    isMobile: true,
  });
  const box = page.getByRole("textbox", { name: "A surprising thing about me" });
  await box.focus();
  const seen = await box.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + Math.min(height, 40) / 2);
    return at === element;
  });
  expect(seen).toBe(true);
  await page.goto(`${stage.server.url}/register?page=you`);
  await page.getByRole("textbox", { name: "Nickname" }).focus();
  await page.keyboard.press("Enter");
  expect(await isFocused(page, "Full name")).toBe(true);
  expect(await errorLinks(page).count()).toBe(0);
  await context.close();
});

/**
 * What the form itself does at a key, the longest of ten, on a processor four times slower.
 *
 * The browser's own work is left out: breaking ten thousand characters into lines takes it longer than
 * everything else together, and no page can help it.
 */
async function slowestAnswerMs(page: Page): Promise<number> {
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
      // React draws what was typed before anything else happens.
      await Promise.resolve();
      seenMs.push(performance.now() - startMs);
    }
    return seenMs;
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return Math.max(...tookMs);
}
