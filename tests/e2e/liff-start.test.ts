/** The start with the real LIFF SDK, in each browser in which a person may open the app. */
import { expect } from "@playwright/test";
import { findViolations } from "./accessibility";
import {
  iPhone,
  launchIn,
  openLiffView,
  openLineBrowser,
  openOtherBrowser,
  waitForPath,
} from "./devices";
import { waitForHeading, waitForWelcome } from "./form";
import { botId, liffId } from "./line";
import { becomeMember, newPerson } from "./members";
import { lineTest as test } from "./stage";

test("in LINE, a new person gets to the form", async ({ stage }) => {
  const { page, pageErrors } = await openLiffView(stage.browser, stage.line);
  await stage.line.control({ person: newPerson() });
  await launchIn(page, stage.line);
  await waitForPath(page, "/register");
  await waitForWelcome(page);
  expect(page.url()).not.toContain("access_token");
  expect(pageErrors).toEqual([]);
});

test("a new person reads what Enmusubi is, and can start without scrolling", async ({ stage }) => {
  const { page } = await openLiffView(stage.browser, stage.line);
  await stage.line.control({ person: newPerson() });
  await launchIn(page, stage.line);
  await waitForWelcome(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Up to five people a day who fit you",
  );
  const points = page.getByRole("main").getByRole("listitem");
  await expect(points).toHaveCount(3);
  for (const point of await points.all()) await expect(point).toBeInViewport({ ratio: 1 });
  const start = page.getByRole("button", { name: "Start my profile" });
  await expect(start).toBeInViewport({ ratio: 1 });

  expect(await findViolations(page)).toEqual([]);
  // With text of twice the size, no element is wider than the screen.
  const width = await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
    return document.documentElement.scrollWidth;
  });
  expect(width).toBe(360);
});

test("in LINE, a member sees their status and gets from the front page to the profile", async ({
  stage,
}) => {
  const { page, pageErrors } = await openLiffView(stage.browser, stage.line);
  await becomeMember(stage);
  await launchIn(page, stage.line);
  await page.getByRole("heading", { level: 1, name: "Hello, 小明" }).waitFor();
  await page.getByRole("link", { name: "Your profile" }).click();
  await waitForPath(page, "/profile");
  await waitForHeading(page, "小明");
  await page.goto(`${stage.server.url}/register`);
  await waitForPath(page, "/");
  expect(pageErrors).toEqual([]);
});

test("on an iPhone, the app uses the language of LINE and not that of the phone", async ({
  stage,
}) => {
  const options = { userAgent: `${iPhone} Line/14.11.0 LIFF`, locale: "en-US" };
  const { page } = await openLiffView(stage.browser, stage.line, options);
  // The SDK asks LINE for its language by this dialog.
  page.on("dialog", (dialog) => {
    void (dialog.message() === "LIFF:GET_APP_LANGUAGE" ? dialog.accept("ja") : dialog.dismiss());
  });
  await stage.line.control({ person: newPerson() });
  await launchIn(page, stage.line);
  await page.getByRole("button", { name: "プロフィールを作る" }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("ja");
});

test("outside LINE, the app leads to the page that adds the official account", async ({
  stage,
}) => {
  const { page } = await openOtherBrowser(stage.browser, stage.line, { isDebug: false });
  await page.goto(`${stage.server.url}/profile?a=b#c`);
  await page.waitForURL(`https://line.me/R/ti/p/${encodeURIComponent(botId)}`);
  expect(await stage.line.count("/liff/v1/authorize")).toBe(0);
});

test("in LINE's own browser, a link opens the same page as a LIFF view", async ({ stage }) => {
  const { page } = await openLineBrowser(stage.browser, stage.line);
  await page.goto(`${stage.server.url}/profile?a=b#c`);
  await page.waitForURL(`https://liff.line.me/${liffId}/profile?a=b#c`);
});
