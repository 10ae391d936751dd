/** The friend page, which a person leaves only by adding the official account. */
import { expect } from "@playwright/test";
import { launchIn, openLiffView, openOtherBrowser, returnTo, waitForPath } from "./devices";
import { waitForHeading, waitForWelcome } from "./form";
import { botId } from "./line";
import { becomeMember, newPerson } from "./members";
import { lineTest as test } from "./stage";

const friendTitle = "Add us as a friend first";

test("a person who adds the account and comes back gets to the page they asked for", async ({
  stage,
}) => {
  const { page, pageErrors } = await openLiffView(stage.browser, stage.line);
  await becomeMember(stage);
  await stage.line.control({ isFriend: false });
  await launchIn(page, stage.line, "/profile?a=b#c");
  await waitForHeading(page, friendTitle);
  await waitForPath(page, "/friend");

  await returnTo(page);
  await waitForHeading(page, friendTitle);
  await stage.line.control({ isFriend: true });
  await returnTo(page);
  await waitForHeading(page, "小明");
  const { pathname, search, hash } = new URL(page.url());
  expect(pathname + search + hash).toBe("/profile?a=b#c");
  expect(pageErrors).toEqual([]);
});

test("a person who has not added the account learns that LINE does not know of it yet", async ({
  stage,
}) => {
  const { page } = await openLiffView(stage.browser, stage.line);
  await stage.line.control({ isFriend: false, person: newPerson() });
  await launchIn(page, stage.line);
  await waitForHeading(page, friendTitle);
  await page.getByRole("button", { name: "I’ve added it" }).click();
  await page.getByText("LINE says you haven’t added it yet.").waitFor();

  await stage.line.control({ isFriend: true });
  await page.getByRole("button", { name: "I’ve added it" }).click();
  await waitForWelcome(page);
});

test("outside LINE, the page of the account opens in another tab", async ({ stage }) => {
  const { context, page } = await openOtherBrowser(stage.browser, stage.line, { isDebug: true });
  await stage.line.control({ isFriend: false, person: newPerson() });
  await page.goto(`${stage.server.url}/`);
  await waitForHeading(page, friendTitle);
  const [opened] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("button", { name: "Open our account" }).click(),
  ]);
  await opened.waitForURL(`https://line.me/R/ti/p/${encodeURIComponent(botId)}`);
  await waitForHeading(page, friendTitle);
});

test("a person who has removed the account has to add it again when they come back", async ({
  stage,
}) => {
  const { page } = await openLiffView(stage.browser, stage.line);
  await becomeMember(stage);
  await launchIn(page, stage.line, "/profile");
  await waitForHeading(page, "小明");
  await stage.line.control({ isFriend: false });
  await returnTo(page);
  await waitForHeading(page, friendTitle);
});
