/** The members' pages in every language and scheme, on the smallest phone and with large text. */
import { expect, type Page } from "@playwright/test";
import { findViolations, inEachScheme } from "./accessibility";
import { phone, takeScreenshots } from "./browser";
import { makePeople, meetingTest, openAs, woman } from "./meeting-stage";
import { logIn } from "./member-calls";
import { type Member, registerMember } from "./members";
import type { TestServer } from "./server";

const pages = [
  "/",
  "/matches",
  "/news",
  "/profile",
  "/profile/edit",
  "/profile/edit?texts=about",
  "/profile/edit?facts=photos",
  "/profile/edit?facts=verification",
  "/preferences",
  "/privacy",
  "/safety",
];

const small = { width: 320, height: 640 };

interface Lists {
  introductions: { introductionId: string }[];
  matches: { matchId: string }[];
}

/** Says yes to all but one of the first introductions, and writes to the first person who says yes, too. */
async function findMatch(server: TestServer, member: Member): Promise<string> {
  const call = await logIn(server, member);
  const list = async (path: string) => await call<Lists>("GET", path);
  // The server makes the first introductions within seconds, and the made-up people answer within six.
  await expect
    .poll(async () => (await list("/introductions")).introductions.length, { timeout: 30_000 })
    .toBeGreaterThan(1);
  const [, ...others] = (await list("/introductions")).introductions;
  for (const { introductionId } of others) {
    const answer = { answer: "YES", note: "Mountains" };
    await call("PUT", `/introductions/${introductionId}/answer`, answer);
  }
  await expect
    .poll(async () => (await list("/matches")).matches.length, { timeout: 30_000 })
    .toBeGreaterThan(0);
  const [match] = (await list("/matches")).matches;
  const matchId = match?.matchId ?? "";
  await call("POST", `/matches/${matchId}/notes`, { text: "Hello! Which mountain?" });
  return `/matches/${matchId}`;
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

for (const locale of ["en-US", "zh-TW", "ja-JP"]) {
  meetingTest(
    `every members' page in ${locale} fits a small phone, also with large text${locale === "en-US" ? ", and is accessible in both colour schemes" : ""}`,
    async ({ browser, server }) => {
      const mei = await registerMember(server, "小美", { ...woman, valueItem: [] });
      await makePeople(server, mei);
      const conversation = await findMatch(server, mei);
      const page = await openAs(browser, server, mei, "/", { locale });
      for (const path of [...pages, conversation]) {
        const name = path === conversation ? "conversation" : path.replaceAll(/[/?=]/g, "-");
        await page.goto(server.url + path);
        await page.locator("main").waitFor();
        await page.waitForLoadState("networkidle");
        await inEachScheme(page, async (scheme) => {
          // Words change neither the colours nor the roles, so one language is enough.
          if (locale === "en-US")
            expect.soft(await findViolations(page), `${path}, ${scheme}`).toEqual([]);
          await takeScreenshots(page, `members-${name}-${locale}-${scheme}`);
        });
        await page.setViewportSize(small);
        expect.soft(await findTooWide(page), `${path}, 320 px`).toEqual([]);
        await page.evaluate(() => {
          document.documentElement.style.fontSize = "200%";
        });
        expect.soft(await findTooWide(page), `${path}, 320 px and 200 % text`).toEqual([]);
        await page.setViewportSize(phone);
      }
    },
  );
}
