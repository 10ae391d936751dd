/** A member downloads their data, deletes the account, and may register again. */
import { expect, type Page, type Route } from "@playwright/test";
import { findViolations, inEachScheme } from "./accessibility";
import { takeScreenshots, waitForAnimations } from "./browser";
import { iPhone, launchIn, openLiffView, openOtherBrowser, waitForPath } from "./devices";
import { agree, waitForHeading } from "./form";
import { becomeMember } from "./members";
import { lineTest as test } from "./stage";

const deletion = (page: Page) => page.getByRole("button", { name: "Delete my account" });

async function openDialog(page: Page) {
  await deletion(page).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.waitFor();
  return dialog;
}

async function confirmIn(page: Page): Promise<void> {
  const dialog = await openDialog(page);
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Delete my account" }).click();
}

/** Returns the keys and cookies of the app that the device stores. */
const readStoredKeys = (page: Page) =>
  page.evaluate(() => [
    ...Object.keys(localStorage).filter((key) => key.startsWith("enmusubi:")),
    ...document.cookie.split("; ").filter((cookie) => /^enmusubi_\w+=./.test(cookie)),
  ]);

test("a member downloads their data, deletes the account, and registers again", async ({
  stage,
}) => {
  const { userId } = await becomeMember(stage);
  // On an iPhone, LINE's SDK adds a parameter to the address that it opens.
  const userAgent = `${iPhone} Safari Line/14.5.0 LIFF`;
  const device = await openLiffView(stage.browser, stage.line, { userAgent });
  const { context, page, pageErrors } = device;
  await launchIn(page, stage.line, "/profile");
  await waitForHeading(page, "小明");

  // LINE's browser cannot save files, so the app opens the address in another browser, which has no session.
  const exportRequest = context.waitForEvent(
    "request",
    (request) => request.method() === "GET" && request.url().includes("/api/user/export?"),
  );
  await page.getByRole("button", { name: "Download my data" }).click();
  const download = await fetch((await exportRequest).url());
  expect(download.headers.get("Content-Disposition")).toMatch(/enmusubi-export-[\d-]+\.zip/);
  const archive = Buffer.from(await download.arrayBuffer());
  expect(archive.includes(userId)).toBe(true);
  expect(archive.includes("<h1>Your data at Enmusubi</h1>")).toBe(true);

  const dialog = await openDialog(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  await confirmIn(page);
  await waitForHeading(page, "Your account is deleted");
  // Wait until the dialog has faded out, so that it is in no screenshot.
  await page.locator("dialog").waitFor({ state: "hidden" });
  await page.getByText("The permission you gave us in LINE is withdrawn.").waitFor();
  expect(await stage.line.count("/user/v1/deauthorize")).toBe(1);
  expect(await stage.server.run("review", "list")).not.toContain(userId);
  expect(await readStoredKeys(page)).toEqual([]);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe("Your account is deleted");
  expect(await findViolations(page)).toEqual([]);
  await page.locator("footer").getByRole("button", { name: "Close" }).waitFor();
  await takeScreenshots(page, "rights-farewell");

  await page.getByRole("button", { name: "Register again" }).click();
  await waitForPath(page, "/register");
  await agree(page);
  await waitForHeading(page, "Who you are");
  expect(pageErrors).toEqual([]);
});

test("a member whose answer was lost tries again and learns that the account is deleted", async ({
  stage,
}) => {
  const { userId } = await becomeMember(stage);
  const { page } = await openLiffView(stage.browser, stage.line);
  await launchIn(page, stage.line, "/profile");
  await waitForHeading(page, "小明");
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route("**/api/user", loseAnswer, { times: 1 });
  await confirmIn(page);
  await page.getByText("We couldn’t reach the server.").waitFor();
  expect(await stage.server.run("review", "list")).not.toContain(userId);
  await takeScreenshots(page, "rights-failed");
  await page.getByRole("button", { name: "Try again" }).click();
  await waitForHeading(page, "Your account is deleted");
  await page.getByText("Authorized apps").waitFor();
});

test("outside LINE, the browser itself saves the data", async ({ stage }) => {
  await becomeMember(stage);
  const { page } = await openOtherBrowser(stage.browser, stage.line, { isDebug: true });
  await page.goto(`${stage.server.url}/profile`);
  await waitForHeading(page, "小明");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^enmusubi-export-[\d-]+\.zip$/);
  await page.getByText("Your data is downloading.").waitFor();
  await page.getByRole("button", { name: "Privacy policy" }).click();
  const policy = page.getByRole("dialog", { name: "Privacy policy" });
  await policy.getByText("A person reads it").waitFor();
});

test("a member logs out on all devices, and no session is left", async ({ stage }) => {
  const { userId } = await becomeMember(stage);
  const { idToken } = await stage.line.launch();
  const login = await fetch(`${stage.server.url}/api/user/login`, {
    method: "POST",
    headers: { "X-Line-Id-Token": idToken, "Content-Type": "application/json" },
    body: JSON.stringify({ account: userId, password: userId }),
  });
  const { token } = (await login.json()) as { token: string };
  const otherDevice = () =>
    fetch(`${stage.server.url}/api/user/my-info`, {
      headers: { Authorization: `Bearer ${token}` },
    });
  expect((await otherDevice()).status).toBe(200);

  const { page, pageErrors } = await openLiffView(stage.browser, stage.line);
  await launchIn(page, stage.line, "/profile");
  await waitForHeading(page, "小明");
  const logOut = { name: "Log out on all devices" };
  await page.getByRole("button", logOut).click();
  const dialog = page.getByRole("dialog", { name: "Log out on all devices?" });
  await dialog.waitFor();
  await takeScreenshots(page, "rights-logout");
  await dialog.getByRole("button", logOut).click();
  await page.getByText("You’re logged out on all devices.").waitFor();
  await waitForPath(page, "/");
  expect((await otherDevice()).status).toBe(401);
  expect(pageErrors).toEqual([]);
});

for (const locale of ["en-US", "ja-JP", "zh-TW"]) {
  test(`in ${locale}, the deletion dialog is accessible in both colour schemes and fits a phone`, async ({
    stage,
  }) => {
    await becomeMember(stage);
    const { page } = await openLiffView(stage.browser, stage.line, { locale });
    await launchIn(page, stage.line, "/profile");
    await waitForHeading(page, "小明");
    await page.waitForLoadState("networkidle");
    const look = (name: string) =>
      inEachScheme(page, async (scheme) => {
        expect(await findViolations(page)).toEqual([]);
        await takeScreenshots(page, `rights-${name}-${locale}-${scheme}`);
      });
    await look("profile");
    await page.locator("main section").last().getByRole("button").last().click();
    await page.getByRole("dialog").getByRole("checkbox").check();
    await waitForAnimations(page.getByRole("dialog"));
    await look("dialog");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
}
