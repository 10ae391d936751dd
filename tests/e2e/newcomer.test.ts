/** A newcomer starts the app with the mock, registers, makes people, and meets one of them. */
import { expect } from "@playwright/test";
import { openDevice } from "./browser";
import { fillForm } from "./form";
import { meetingTest, noteOf, yes } from "./meeting-stage";

/** Four of five made-up people say yes, and the first day introduces five. */
const mostAnswers = 5;

meetingTest("a newcomer makes people around them, and meets one", async ({ browser, server }) => {
  const { page } = await openDevice(browser);
  await page.goto(server.url);
  await page.waitForURL(/\/register/);
  await fillForm(page, async () => undefined);
  await page.getByRole("button", { name: "Send for review" }).click();
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();

  await page.goto(`${server.url}/dev`);
  await page.getByRole("button", { name: "Make 50 people around me" }).click();
  await page.getByText("50 people now live around you.").waitFor({ timeout: 60_000 });
  await page.goto(server.url);
  await page.getByRole("article").waitFor({ timeout: 60_000 });

  const match = page.getByRole("dialog", { name: "You both said yes" });
  const yesButton = page.getByRole("button", { name: yes, exact: true });
  const over = page.getByRole("heading", { name: "That’s everyone for today" });
  for (let answers = 0; answers < mostAnswers; answers += 1) {
    await yesButton.click();
    await page.getByRole("button", { name: "Yes, I’d like to meet" }).click();
    await match.or(over).or(yesButton).first().waitFor();
    // The made-up person may not have answered yet. Their yes makes the match a little later.
    if (
      await match.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => false,
      )
    )
      break;
  }
  if (await match.isVisible()) await match.getByRole("button", { name: "Write to them" }).click();
  else {
    await page.getByRole("link", { name: /^Matches/ }).click();
    await page.locator("main ul a").first().click();
  }
  const box = page.getByRole("textbox", { name: /^Message to/ });
  await box.waitFor();
  await box.fill("Hello! What made you smile today?");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(noteOf(page, "Hello! What made you smile today?")).not.toContainText("Will send");
  // The made-up person answers within seconds.
  await expect(page.getByRole("log").getByRole("listitem")).toHaveCount(3, { timeout: 20_000 });
});
