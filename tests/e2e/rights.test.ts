/** A member takes their data along, deletes the account, and may begin anew. */
import { expect, type Page, type Route } from "@playwright/test";
import { violationsOn } from "./accessibility";
import { takeScreenshots } from "./browser";
import { iPhone, isAt, launchIn, openElsewhere, openLiffView } from "./devices";
import { agree, isOn } from "./form";
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

/** What the device keeps that begins with our name. */
const keptOn = (page: Page) =>
  page.evaluate(() => [
    ...Object.keys(localStorage).filter((key) => key.startsWith("enmusubi:")),
    ...document.cookie.split("; ").filter((cookie) => /^enmusubi_\w+=./.test(cookie)),
  ]);

test("a member takes everything along, deletes the account, and registers anew", async ({
  stage,
}) => {
  const { userId } = await becomeMember(stage);
  // On an iPhone, where LINE's SDK adds a word to the address it opens.
  const userAgent = `${iPhone} Safari Line/14.5.0 LIFF`;
  const device = await openLiffView(stage.browser, stage.line, { userAgent });
  const { context, page, troubles } = device;
  await launchIn(page, stage.line, "/profile");
  await isOn(page, "小明");

  // LINE's browser keeps no files, so another one gets the address, and nothing else.
  const asked = context.waitForEvent("request", (request) =>
    request.url().includes("/api/user/export?"),
  );
  await page.getByRole("button", { name: "Download my data" }).click();
  const taken = await fetch((await asked).url());
  expect(taken.headers.get("Content-Disposition")).toMatch(/enmusubi-export-[\d-]+\.zip/);
  expect(Buffer.from(await taken.arrayBuffer()).includes(userId)).toBe(true);

  const dialog = await openDialog(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  await confirmIn(page);
  await isOn(page, "Your account is deleted");
  // It takes its time to leave, and is nothing to look at meanwhile.
  await page.locator("dialog").waitFor({ state: "hidden" });
  await page.getByText("The permission you gave us in LINE is withdrawn.").waitFor();
  expect(await stage.line.count("/user/v1/deauthorize")).toBe(1);
  expect(await stage.server.run("review", "list")).not.toContain(userId);
  expect(await keptOn(page)).toEqual([]);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe("Your account is deleted");
  expect(await violationsOn(page)).toEqual([]);
  await page.locator("footer").getByRole("button", { name: "Close" }).waitFor();
  await takeScreenshots(page, "rights-farewell");

  await page.getByRole("button", { name: "Register again" }).click();
  await isAt(page, "/register");
  await agree(page);
  await isOn(page, "Who you are");
  expect(troubles).toEqual([]);
});

test("whose answer is lost tries again, and is told that the account is gone", async ({
  stage,
}) => {
  const { userId } = await becomeMember(stage);
  const { page } = await openLiffView(stage.browser, stage.line);
  await launchIn(page, stage.line, "/profile");
  await isOn(page, "小明");
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route("**/api/user", loseAnswer, { times: 1 });
  await confirmIn(page);
  await page.getByText("We could not reach the server.").waitFor();
  expect(await stage.server.run("review", "list")).not.toContain(userId);
  await takeScreenshots(page, "rights-failed");
  await page.getByRole("button", { name: "Try again" }).click();
  await isOn(page, "Your account is deleted");
  await page.getByText("Authorized apps").waitFor();
});

test("outside LINE the data is saved by the browser itself", async ({ stage }) => {
  await becomeMember(stage);
  const { page } = await openElsewhere(stage.browser, stage.line, { isDebug: true });
  await page.goto(`${stage.server.url}/profile`);
  await isOn(page, "小明");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^enmusubi-export-[\d-]+\.zip$/);
  await page.getByText("Your data is being downloaded.").waitFor();
});

test("a member logs out on all devices, and no session is left anywhere", async ({ stage }) => {
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

  const { page, troubles } = await openLiffView(stage.browser, stage.line);
  await launchIn(page, stage.line, "/profile");
  await isOn(page, "小明");
  const logOut = { name: "Log out on all devices" };
  await page.getByRole("button", logOut).click();
  const dialog = page.getByRole("dialog", { name: "Log out on all devices?" });
  await dialog.waitFor();
  await takeScreenshots(page, "rights-logout");
  await dialog.getByRole("button", logOut).click();
  await page.getByText("You are logged out on all devices.").waitFor();
  await isAt(page, "/");
  expect((await otherDevice()).status).toBe(401);
  expect(troubles).toEqual([]);
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const locale of ["en-US", "ja-JP", "zh-TW"]) {
    test(`in a ${colorScheme} scheme, the dialog fits a phone in ${locale}`, async ({ stage }) => {
      await becomeMember(stage);
      const { page } = await openLiffView(stage.browser, stage.line, { colorScheme, locale });
      await launchIn(page, stage.line, "/profile");
      await isOn(page, "小明");
      await page.waitForLoadState("networkidle");
      expect(await violationsOn(page)).toEqual([]);
      await takeScreenshots(page, `rights-profile-${locale}-${colorScheme}`);
      await page.locator("main section").last().getByRole("button").last().click();
      await page.getByRole("dialog").getByRole("checkbox").check();
      await page.waitForTimeout(300);
      expect(await violationsOn(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      await takeScreenshots(page, `rights-dialog-${locale}-${colorScheme}`);
    });
  }
}
