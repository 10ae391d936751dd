/** A newcomer reads the first screen before any script has arrived, and a tap counts already then. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, type Page } from "@playwright/test";
import { findViolations } from "./accessibility";
import { openDevice } from "./browser";
import { launchIn, openLiffView, waitForPath } from "./devices";
import { waitForHeading, waitForWelcome } from "./form";
import { becomeMember, newPerson } from "./members";
import { lineTest, mockTest } from "./stage";

const titles = {
  "en-US": "Up to five people a day who fit you",
  "ja-JP": "1日に最大5名、お互いに合う方をご紹介",
  "zh-TW": "每天最多五位，和你合適的人",
  // Without any of the app's languages, the words are English.
  "ko-KR": "Up to five people a day who fit you",
};
const scripts = /\.js$/;

/** Holds all scripts back until the caller calls the returned function. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(scripts, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

for (const [locale, title] of Object.entries(titles)) {
  mockTest(
    `the words of ${locale} stand before any script, with their style`,
    async ({ stage }) => {
      const { page, pageErrors } = await openDevice(stage.browser, { locale });
      const messages: string[] = [];
      page.on("console", (message) => messages.push(message.text()));
      await page.route(scripts, () => undefined);
      await page.goto(stage.server.url, { waitUntil: "commit" });
      const heading = page.getByRole("heading", { level: 1, name: title, exact: true });
      await expect(heading).toBeInViewport({ ratio: 1 });
      await expect(page.locator(".first-start")).toBeInViewport({ ratio: 1 });
      await expect(page.locator(".first-start")).toHaveCSS("background-color", "rgb(143, 42, 107)");
      expect(await page.locator("#root").innerHTML()).toBe("");
      expect(await findViolations(page)).toEqual([]);
      // The policy for content would report a style or script that it refuses.
      expect(messages).toEqual([]);
      expect(pageErrors).toEqual([]);
    },
  );
}

lineTest("a tap before the app has started counts, once", async ({ stage }) => {
  const { page } = await openLiffView(stage.browser, stage.line);
  await stage.line.control({ person: newPerson() });
  const release = await holdScripts(page);
  await launchIn(page, stage.line);
  const start = page.locator(".first-start");
  await start.click();
  await expect(start).toHaveAttribute("aria-busy", "true");
  await page.getByText("Getting your form ready…").waitFor();
  await start.click();
  release();
  await waitForHeading(page, "Before you start");
  expect(await page.evaluate(() => sessionStorage.getItem("enmusubi:started"))).toBeNull();
  await page.getByRole("button", { name: "Let’s begin" }).click();
  await waitForHeading(page, "Who you are");
});

mockTest("a press counts that lasts until the app has drawn its own screen", async ({ stage }) => {
  const { page } = await openDevice(stage.browser);
  const release = await holdScripts(page);
  await page.goto(`${stage.server.url}/register`, { waitUntil: "commit" });
  await page.locator("#loading .first-start").hover();
  await page.mouse.down();
  release();
  await page.locator("#root .first-start").waitFor({ state: "attached" });
  // The app replaces the screen of the HTML in the next moment.
  await wait(500);
  await page.mouse.up();
  await waitForHeading(page, "Before you start");
});

lineTest(
  "a tap of a member, whom the device no longer knows, begins nothing",
  async ({ stage }) => {
    const { context, page } = await openLiffView(stage.browser, stage.line);
    await becomeMember(stage);
    const release = await holdScripts(page);
    await launchIn(page, stage.line);
    await page.locator(".first-start").click();
    release();
    await page.getByRole("heading", { level: 1, name: /^Hello/ }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem("enmusubi:started"))).toBeNull();
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContainEqual(
      expect.stringMatching(/:draft$/),
    );
    await context.close();
  },
);

lineTest(
  "a tap before a person is a friend counts after they have become one",
  async ({ stage }) => {
    const { page } = await openLiffView(stage.browser, stage.line);
    await stage.line.control({ isFriend: false, person: newPerson() });
    const release = await holdScripts(page);
    await launchIn(page, stage.line);
    await page.locator(".first-start").click();
    release();
    await waitForPath(page, "/friend");
    await stage.line.control({ isFriend: true });
    await page.getByRole("button", { name: "I’ve added it" }).click();
    await waitForHeading(page, "Before you start");
  },
);

mockTest("without scripts, the words stay and say what is missing", async ({ stage }) => {
  const context = await stage.browser.newContext({ javaScriptEnabled: false, locale: "en-US" });
  const page = await context.newPage();
  await page.goto(stage.server.url);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("noscript")).toBeVisible();
  await page.getByRole("link", { name: "privacy policy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Privacy policy" })).toBeVisible();
  await expect(page.getByText("write to our official account")).toBeVisible();
  await context.close();
});

mockTest("without styles, the words are in order", async ({ stage }) => {
  const { page } = await openDevice(stage.browser);
  await page.route(scripts, () => undefined);
  await page.route("/", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/<style>.*<\/style>/s, "");
    await route.fulfill({ response: answer, body });
  });
  await page.goto(stage.server.url, { waitUntil: "commit" });
  await page.getByRole("button", { name: "Start my profile" }).waitFor();
  const text = await page.locator("body").innerText();
  const order = ["Up to five people", "If you both", "Every day at noon", "aged 18", "By starting"];
  const places = order.map((words) => text.indexOf(words));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
});

mockTest("with text of twice the size on a narrow phone, nothing is cut", async ({ stage }) => {
  const { page } = await openDevice(stage.browser, { viewport: { width: 320, height: 568 } });
  await page.route(scripts, () => undefined);
  await page.goto(stage.server.url, { waitUntil: "commit" });
  await page.locator(".first-start").waitFor();
  const overlay = await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
    const overlay = document.querySelector("#loading:not([hidden])") ?? document.body;
    const { scrollWidth, scrollHeight, clientHeight } = overlay;
    return { scrollWidth, canScroll: scrollHeight > clientHeight };
  });
  expect(overlay).toEqual({ scrollWidth: 320, canScroll: true });
  await page.getByText("For people aged 18").scrollIntoViewIfNeeded();
  await expect(page.getByText("For people aged 18")).toBeInViewport({ ratio: 1 });
});

lineTest("a member sees the knot from the first moment, and no first screen", async ({ stage }) => {
  const { context, page } = await openLiffView(stage.browser, stage.line);
  await becomeMember(stage);
  await launchIn(page, stage.line);
  await page.getByRole("heading", { level: 1, name: /^Hello/ }).waitFor();
  const again = await context.newPage();
  await again.route(scripts, () => undefined);
  await launchIn(again, stage.line);
  const knot = again.getByRole("img", { name: "Enmusubi" });
  await knot.waitFor();
  expect(await knot.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(
    0,
  );
  await expect(again.locator(".first-start")).toBeHidden();
  const moves = () => knot.evaluate((image) => getComputedStyle(image).animationName);
  expect(await moves()).toBe("pulse");
  await again.emulateMedia({ reducedMotion: "reduce" });
  expect(await moves()).toBe("none");
  // After two seconds, it says why nothing happens.
  await again.getByText("Your connection is slow.").filter({ visible: true }).waitFor();
});

mockTest(
  "a person who has chosen another language sees no words of the wrong one",
  async ({ stage }) => {
    const { page } = await openDevice(stage.browser);
    await page.goto(`${stage.server.url}/register`);
    await waitForWelcome(page);
    await page.getByRole("button", { name: "日本語" }).click();
    await page.getByRole("heading", { level: 1, name: titles["ja-JP"] }).waitFor();
    await page.route(scripts, () => undefined);
    await page.reload({ waitUntil: "commit" });
    await page.getByRole("img", { name: "Enmusubi" }).waitFor();
    await expect(page.locator(".first-start")).toBeHidden();
  },
);
