/** The members' pages in every language and scheme, on the smallest phone and with large text. */
import { expect, type Page } from "@playwright/test";
import { findViolations } from "./accessibility";
import { takeScreenshots } from "./browser";
import { meetingTest, openAs, woman, yes } from "./meeting-stage";
import { type Member, registerMember } from "./members";
import type { TestServer } from "./server";

const pages = [
  "/",
  "/matches",
  "/news",
  "/profile",
  "/profile/edit",
  "/preferences",
  "/privacy",
  "/safety",
];

const small = { width: 320, height: 640 };

/** Makes people around the member, who wait for an answer. */
async function makePeople(server: TestServer, { userId }: Member): Promise<void> {
  const answer = await fetch(`${server.url}/api/mock/people`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ userId, count: 20, language: "zh-TW" }),
  });
  expect(answer.status).toBe(200);
}

/** Says yes until another person has said yes, too. At least one introduction stays without an answer. */
async function findMatch(page: Page): Promise<string> {
  const write = page.getByRole("button", { name: "Write to them" });
  for (let answers = 0; answers < 4 && !(await write.isVisible()); answers += 1) {
    await page.getByRole("button", { name: yes, exact: true }).click();
    await page.getByRole("button", { name: "Yes, I’d like to meet" }).click();
    await write.waitFor({ timeout: 3_000 }).catch(() => undefined);
  }
  await write.click();
  await page.getByRole("textbox", { name: /^Message to/ }).waitFor();
  return new URL(page.url()).pathname;
}

/** Returns the elements that reach beyond the right edge, if the page scrolls sideways. */
async function findTooWide(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const all = [...document.querySelectorAll("body *")];
    return all
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map(({ localName, textContent }) => `${localName} ${textContent?.slice(0, 40)}`);
  });
}

const settled = async (page: Page) => {
  await page.locator("main").waitFor();
  await page.waitForLoadState("networkidle");
};

meetingTest(
  "every members' page is accessible and fits a small phone, also with large text",
  async ({ browser, server }) => {
    meetingTest.setTimeout(300_000);
    const mei = await registerMember(server, "小美", { ...woman, valueItem: [] });
    const first = await openAs(browser, server, mei);
    await makePeople(server, mei);
    await first.getByRole("article").waitFor({ timeout: 30_000 });
    // The made-up people answer within six seconds.
    await first.waitForTimeout(6_000);
    const conversation = await findMatch(first);
    await first.context().close();

    for (const colorScheme of ["light", "dark"] as const) {
      for (const locale of ["en-US", "zh-TW", "ja-JP"]) {
        const page = await openAs(browser, server, mei, "/", { locale, colorScheme });
        for (const path of [...pages, conversation]) {
          const where = `${path} in ${locale}, ${colorScheme}`;
          await page.goto(server.url + path);
          await settled(page);
          expect.soft(await findViolations(page), where).toEqual([]);
          const name = path === conversation ? "conversation" : path.replaceAll("/", "-");
          await takeScreenshots(page, `members-${name}-${locale}-${colorScheme}`);
          if (colorScheme === "dark") continue;
          await page.setViewportSize(small);
          expect.soft(await findTooWide(page), `${where}, 320 px`).toEqual([]);
          await page.evaluate(() => {
            document.documentElement.style.fontSize = "200%";
          });
          expect.soft(await findTooWide(page), `${where}, 320 px and 200 % text`).toEqual([]);
          await page.evaluate(() => {
            document.documentElement.style.fontSize = "";
          });
          await page.setViewportSize({ width: 360, height: 740 });
        }
        await page.context().close();
      }
    }
  },
);
