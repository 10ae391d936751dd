/** A member in a tunnel: the pages that stay, those that do not load, and a yes that arrives later. */
import { expect, type Page } from "@playwright/test";
import { findViolations } from "./accessibility";
import { takeScreenshots, waitForAnimations, waitForChunks } from "./browser";
import { man, meetingTest, openAs, sayYes, waitForCard, woman, yes } from "./meeting-stage";
import { registerMember } from "./members";

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main pages" }).getByRole("link", { name });

meetingTest(
  "a member learns of a match on the page on which the yes arrives",
  async ({ browser, server }) => {
    const ming = await registerMember(server, "小明", man);
    const mei = await registerMember(server, "小美", woman);
    const hers = await openAs(browser, server, mei);
    await waitForCard(hers, "小明");
    await sayYes(hers, "Mountains");

    const his = await openAs(browser, server, ming);
    await waitForCard(his, "小美");
    await waitForChunks(his, ["/matches-page"]);
    await his.getByRole("button", { name: yes, exact: true }).click();
    const question = his.getByRole("dialog");
    await waitForAnimations(question);
    await waitForChunks(his, ["/match-dialog"]);
    await his.context().setOffline(true);
    await question.getByRole("button", { name: "Yes, I’d like to meet" }).click();
    await question.waitFor({ state: "detached" });
    await tab(his, "Matches").click();
    await his.getByRole("heading", { name: "Matches", level: 1 }).waitFor();
    await his.context().setOffline(false);
    await his.getByRole("dialog", { name: "You both said yes" }).waitFor({ timeout: 30_000 });
  },
);

meetingTest(
  "a page that does not load leaves the one before it, says so, and opens with the network",
  async ({ browser, server }) => {
    const mei = await registerMember(server, "小美", woman);
    const page = await openAs(browser, server, mei);
    await tab(page, "Today").waitFor();
    await waitForChunks(page, ["/profile-page", "/safety-page"]);
    await page.context().setOffline(true);
    await tab(page, "Me").click();
    await page.getByRole("navigation", { name: "Your profile and settings" }).waitFor();

    // The page of the wishes is not loaded ahead.
    await page.getByRole("link", { name: /^Who you’d like to meet/ }).click();
    const late = page.getByText("This page hasn’t loaded yet");
    await late.waitFor();
    await expect(page.getByRole("navigation", { name: "Your profile and settings" })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshots(page, "late-page");
    // The profile itself is out of reach too, and has a button of its own.
    const notifications = page.getByRole("region", { name: /^Notifications/ });
    await notifications.getByRole("button", { name: "Try again" }).click();
    await late.waitFor({ state: "detached" });
    await late.waitFor();
    await tab(page, "Today").click();
    await late.waitFor({ state: "detached" });

    await tab(page, "Me").click();
    await page.getByRole("link", { name: /^Who you’d like to meet/ }).click();
    await late.waitFor();
    await page.context().setOffline(false);
    await page.getByRole("heading", { name: "Who you’d like to meet", level: 1 }).waitFor();
    await expect(late).toHaveCount(0);
  },
);
