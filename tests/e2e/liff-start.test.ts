/** Journey 4: the start with the real LIFF SDK, in each browser a person may open the app in. */
import { expect } from "@playwright/test";
import { iPhone, isAt, launchIn, openElsewhere, openLiffView, openLineBrowser } from "./devices";
import { isOn } from "./form";
import { botId, liffId } from "./line";
import { becomeMember, newPerson } from "./members";
import { lineTest as test } from "./stage";

test("in LINE, someone new comes to the form", async ({ stage }) => {
  const { page, troubles } = await openLiffView(stage.browser, stage.line);
  await stage.line.control({ person: newPerson() });
  await launchIn(page, stage.line);
  await isAt(page, "/register");
  await isOn(page, "Create your profile");
  expect(page.url()).not.toContain("access_token");
  expect(troubles).toEqual([]);
});

test("in LINE, a member sees their own status and comes from the front page to the profile", async ({
  stage,
}) => {
  const { page, troubles } = await openLiffView(stage.browser, stage.line);
  await becomeMember(stage);
  await launchIn(page, stage.line);
  await page.getByRole("heading", { level: 1, name: "Hello, 小明" }).waitFor();
  await page.getByRole("link", { name: "Your profile" }).click();
  await isAt(page, "/profile");
  await isOn(page, "小明");
  await page.goto(`${stage.server.url}/register`);
  await isAt(page, "/profile");
  expect(troubles).toEqual([]);
});

test("on an iPhone, the app speaks the language of LINE and not that of the phone", async ({
  stage,
}) => {
  const options = { userAgent: `${iPhone} Line/14.11.0 LIFF`, locale: "en-US" };
  const { page } = await openLiffView(stage.browser, stage.line, options);
  // How LINE's SDK asks LINE for it.
  page.on("dialog", (dialog) => {
    void (dialog.message() === "LIFF:GET_APP_LANGUAGE" ? dialog.accept("ja") : dialog.dismiss());
  });
  await stage.line.control({ person: newPerson() });
  await launchIn(page, stage.line);
  await page.getByRole("button", { name: "同意して始める" }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("ja");
});

test("outside LINE the browser leaves for the page that adds the official account", async ({
  stage,
}) => {
  const { page } = await openElsewhere(stage.browser, stage.line, { isDebug: false });
  await page.goto(`${stage.server.url}/profile?a=b#c`);
  await page.waitForURL(`https://line.me/R/ti/p/${encodeURIComponent(botId)}`);
  expect(await stage.line.count("/liff/v1/authorize")).toBe(0);
});

test("in LINE's browser a link is opened as the mini-app, at the same place", async ({ stage }) => {
  const { page } = await openLineBrowser(stage.browser, stage.line);
  await page.goto(`${stage.server.url}/profile?a=b#c`);
  await page.waitForURL(`https://liff.line.me/${liffId}/profile?a=b#c`);
});
