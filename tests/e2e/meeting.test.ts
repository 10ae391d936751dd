/** Two members are introduced to each other, both say yes, write to each other, and one blocks the other. */
import { expect, type Page } from "@playwright/test";
import { findViolations } from "./accessibility";
import { takeScreenshots, waitForAnimations, waitForChunks } from "./browser";
import {
  man,
  meetingTest,
  noteBox,
  noteOf,
  openAs,
  sayYes,
  waitForCard,
  woman,
  write,
} from "./meeting-stage";
import { registerMember } from "./members";

meetingTest(
  "two members meet, write to each other, and one blocks the other",
  async ({ browser, server }) => {
    const ming = await registerMember(server, "小明", man);
    const mei = await registerMember(server, "小美", woman);
    const his = await openAs(browser, server, ming);
    const hers = await openAs(browser, server, mei);

    await waitForCard(his, "小美");
    await waitForCard(hers, "小明");
    expect(await findViolations(his)).toEqual([]);
    await takeScreenshots(his, "introduction");
    await expect(his.getByText("You meet everything 小美 asked for.")).toBeVisible();

    await sayYes(his, "Coffee, black");
    await his.getByRole("heading", { name: "That’s everyone for today" }).waitFor();
    expect(await findViolations(his)).toEqual([]);
    await takeScreenshots(his, "that-was-today");

    // Her yes makes the match, and a dialog says so at once.
    await sayYes(hers, "Mountains");
    const match = hers.getByRole("dialog", { name: "You both said yes" });
    await match.waitFor();
    expect(await findViolations(hers)).toEqual([]);
    await takeScreenshots(hers, "match");
    await match.getByRole("button", { name: "Write to them" }).click();
    await hers.getByText("Your question: Tea or coffee?").waitFor();
    await hers.getByText("小明 answered: Coffee, black").waitFor();
    // A phone and a table copy such characters with a text, and no note may hold them.
    await write(hers, "小明", "\u202aHello!\tWhich mountain?\u202c");
    await expect(noteOf(hers, "Hello! Which mountain?")).not.toContainText("Will send");

    await his.getByRole("link", { name: /^Matches/ }).click();
    await his.getByRole("heading", { name: "Matches", exact: true }).waitFor();
    await expect(his.getByRole("link", { name: /Hello! Which mountain\?/ })).toContainText("1");
    expect(await findViolations(his)).toEqual([]);
    await takeScreenshots(his, "matches");
    await his.getByRole("link", { name: /Hello! Which mountain\?/ }).click();
    await noteOf(his, "Hello! Which mountain?").waitFor();
    expect(await findViolations(his)).toEqual([]);
    await takeScreenshots(his, "conversation");

    // A note that he writes in a tunnel, and another whose answer is lost, arrive once each.
    await his.context().setOffline(true);
    await write(his, "小美", "I am in a tunnel");
    await expect(noteOf(his, "I am in a tunnel")).toContainText("Will send when you’re online");
    await his.context().setOffline(false);
    await expect(noteOf(his, "I am in a tunnel")).not.toContainText("Will send", {
      timeout: 15_000,
    });
    let nLost = 0;
    await his.route("**/api/matches/*/notes", async (route) => {
      if (route.request().method() !== "POST" || nLost > 0) return await route.continue();
      nLost += 1;
      await route.fetch();
      await route.abort("connectionreset");
    });
    await write(his, "小美", "Yushan!");
    await expect(noteOf(hers, "Yushan!")).toHaveCount(1, { timeout: 5_000 });
    await expect(noteOf(his, "Yushan!")).not.toContainText("Will send", { timeout: 15_000 });
    expect(nLost).toBe(1);
    for (const page of [his, hers]) {
      await page.reload();
      await noteOf(page, "Yushan!").waitFor();
      await expect(noteOf(page, "I am in a tunnel")).toHaveCount(1);
      await expect(noteOf(page, "Yushan!")).toHaveCount(1);
    }

    // Without a network, he can still go to the list and back, and read what was there.
    await waitForChunks(his, ["/matches-page"]);
    await his.context().setOffline(true);
    await his.getByRole("link", { name: "Matches" }).click();
    await his.getByRole("link", { name: /Yushan!/ }).click();
    await noteOf(his, "I am in a tunnel").waitFor();
    await his
      .getByText(/^Last updated/)
      .first()
      .waitFor();
    await his.context().setOffline(false);

    // A text that he has not sent yet is there after he comes back.
    await noteBox(his, "小美").fill("Half a sent");
    await his.getByRole("link", { name: "Matches" }).click();
    await his.getByRole("link", { name: /小美/ }).click();
    await expect(noteBox(his, "小美")).toHaveValue("Half a sent");

    // Each sees the other's LINE contact after both have offered one.
    const offer = async (page: Page, link: string) => {
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Offer my LINE contact" }).click();
      const dialog = page.getByRole("dialog", { name: "Your LINE contact" });
      await waitForAnimations(dialog);
      await dialog.getByRole("textbox").fill(link);
      await dialog.getByRole("button", { name: "Offer it" }).click();
      await dialog.waitFor({ state: "detached" });
    };
    await offer(his, "https://line.me/ti/p/abcdefghij");
    await his.getByText("You’ve offered your LINE contact.").waitFor();
    await offer(hers, "https://line.me/ti/p/klmnopqrst");
    await expect(hers.getByRole("link", { name: "Add 小明 in LINE" })).toHaveAttribute(
      "href",
      "https://line.me/ti/p/abcdefghij",
    );
    await takeScreenshots(hers, "contact");

    // She blocks him with two taps, and the conversation is over for both.
    await hers.getByRole("button", { name: "More" }).click();
    const menu = hers.getByRole("dialog", { name: "小明" });
    await menu.waitFor();
    expect(await findViolations(hers)).toEqual([]);
    await takeScreenshots(hers, "person-menu");
    await menu.getByRole("button", { name: "Block", exact: true }).click();
    await hers.getByRole("heading", { name: "No matches yet" }).waitFor();
    await his.getByRole("heading", { name: "This conversation has ended" }).waitFor();
  },
);
