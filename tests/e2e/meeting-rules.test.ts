/** Members who pause, report, or widen their circle: their choices hold for the others, too. */
import { expect } from "@playwright/test";
import { findViolations } from "./accessibility";
import { takeScreenshots, waitForAnimations } from "./browser";
import { goToNextDay, man, meetingTest, openAs, waitForCard, woman } from "./meeting-stage";
import { registerMember } from "./members";

meetingTest("a member who pauses meets no one until they resume", async ({ browser, server }) => {
  const mei = await registerMember(server, "小美", woman);
  const hers = await openAs(browser, server, mei, "/privacy");
  await hers.getByRole("radio", { name: "Until I come back" }).check();
  await hers.getByRole("button", { name: "Pause introductions" }).click();
  await hers.getByText("You’re taking a break").waitFor();
  expect(await findViolations(hers)).toEqual([]);
  await takeScreenshots(hers, "paused");

  const ming = await registerMember(server, "小明", man);
  const his = await openAs(browser, server, ming);
  await his.getByRole("heading", { name: "No one new today" }).waitFor();
  await hers.getByRole("link", { name: "Today" }).click();
  await hers.getByRole("heading", { name: "You’re taking a break" }).waitFor();

  await hers.getByRole("link", { name: "Change this" }).click();
  await hers.getByRole("button", { name: "Resume now" }).click();
  await hers.getByRole("button", { name: "Pause introductions" }).waitFor();
  await hers.getByRole("link", { name: "Today" }).click();
  await waitForCard(hers, "小明");
  await his.reload();
  await waitForCard(his, "小美");
});

meetingTest(
  "a member reports another from the card, and neither sees the other",
  async ({ browser, server }) => {
    const ming = await registerMember(server, "小明", man);
    const mei = await registerMember(server, "小美", woman);
    const hers = await openAs(browser, server, mei);
    const his = await openAs(browser, server, ming);
    await waitForCard(hers, "小明");
    await waitForCard(his, "小美");

    await hers.getByRole("button", { name: "Block or report" }).click();
    await hers.getByRole("dialog").getByRole("button", { name: "Report", exact: true }).click();
    const report = hers.getByRole("dialog", { name: "Report 小明" });
    await waitForAnimations(report);
    await report.getByRole("radio", { name: "Something else" }).check();
    await report.getByRole("textbox").fill("He asked for my bank account.");
    expect(await findViolations(hers)).toEqual([]);
    await takeScreenshots(hers, "report");
    await report.getByRole("button", { name: /^(Send|Report)/ }).click();
    await expect(hers.getByRole("article", { name: /^小明/ })).toHaveCount(0);
    await his.reload();
    await his.getByRole("navigation").waitFor();
    await expect(his.getByRole("article")).toHaveCount(0);
    // The first line names the columns.
    expect(await server.run("review", "reports", "list")).toMatch(/^ID .*\n\S/);
  },
);

meetingTest(
  "a member widens the circle, and meets somebody new the next day",
  async ({ browser, server }) => {
    // The page says no number of one man who smokes, and leads to the wishes all the same.
    await registerMember(server, "小1", { ...man, smoke: true });
    const ming = await registerMember(server, "小明", man);
    const wishes = [{ type: "SMOKE", value: false }];
    const mei = await registerMember(server, "小美", { ...woman, valueItem: wishes });
    const hers = await openAs(browser, server, mei);
    await waitForCard(hers, ming.nickname);
    await hers.getByRole("button", { name: "Not this time" }).click();
    await hers.getByRole("heading", { name: "That’s everyone for today" }).waitFor();
    const widen = hers.getByRole("link", { name: "Who you’d like to meet" });
    await widen.waitFor();
    expect(await findViolations(hers)).toEqual([]);
    await takeScreenshots(hers, "circle");

    await widen.click();
    await hers.getByRole("heading", { name: "Who you’d like to meet" }).waitFor();
    const smokes = hers.getByRole("radiogroup", { name: "Smokes?" });
    await smokes.getByRole("radio", { name: "Doesn’t matter" }).check();
    expect(await findViolations(hers)).toEqual([]);
    await takeScreenshots(hers, "preferences");
    await hers.getByRole("button", { name: "Save" }).click();
    await hers.getByText(/^Saved\. It counts from the next introductions/).waitFor();

    await goToNextDay(server);
    await hers.getByRole("link", { name: "Today" }).click();
    await expect(async () => {
      await hers.reload();
      await hers.getByRole("article", { name: /^小\d/ }).waitFor({ timeout: 3_000 });
    }).toPass({ timeout: 60_000 });
  },
);
