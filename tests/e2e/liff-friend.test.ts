/** Journey 7: nobody gets past the friend page without adding the official account. */
import { expect } from "@playwright/test";
import { comeBackTo, isAt, launchIn, openElsewhere, openLiffView } from "./devices";
import { isOn } from "./form";
import { botId } from "./line";
import { becomeMember, newPerson } from "./members";
import { lineTest as test } from "./stage";

const friendTitle = "Add us as a friend first";

test("who adds the account and comes back goes on to where they wanted to go", async ({
  stage,
}) => {
  const { page, troubles } = await openLiffView(stage.browser, stage.line);
  await becomeMember(stage);
  await stage.line.control({ isFriend: false });
  await launchIn(page, stage.line, "/profile?a=b#c");
  await isOn(page, friendTitle);
  await isAt(page, "/friend");

  await comeBackTo(page);
  await isOn(page, friendTitle);
  await stage.line.control({ isFriend: true });
  await comeBackTo(page);
  await isOn(page, "小明");
  const { pathname, search, hash } = new URL(page.url());
  expect(pathname + search + hash).toBe("/profile?a=b#c");
  expect(troubles).toEqual([]);
});

test("who only says so is told that LINE knows nothing of it yet", async ({ stage }) => {
  const { page } = await openLiffView(stage.browser, stage.line);
  await stage.line.control({ isFriend: false, person: newPerson() });
  await launchIn(page, stage.line);
  await isOn(page, friendTitle);
  await page.getByRole("button", { name: "I have added it" }).click();
  await page.getByText("LINE says it is not added yet.").waitFor();

  await stage.line.control({ isFriend: true });
  await page.getByRole("button", { name: "I have added it" }).click();
  await isOn(page, "Create your profile");
});

test("outside LINE the account's page opens beside the app", async ({ stage }) => {
  const { context, page } = await openElsewhere(stage.browser, stage.line, { isDebug: true });
  await stage.line.control({ isFriend: false, person: newPerson() });
  await page.goto(`${stage.server.url}/`);
  await isOn(page, friendTitle);
  const [opened] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("button", { name: "Open our account" }).click(),
  ]);
  await opened.waitForURL(`https://line.me/R/ti/p/${encodeURIComponent(botId)}`);
  await isOn(page, friendTitle);
});

test("who is no friend any more when they come back has to add the account again", async ({
  stage,
}) => {
  const { page } = await openLiffView(stage.browser, stage.line);
  await becomeMember(stage);
  await launchIn(page, stage.line, "/profile");
  await isOn(page, "小明");
  await stage.line.control({ isFriend: false });
  await comeBackTo(page);
  await isOn(page, friendTitle);
});
