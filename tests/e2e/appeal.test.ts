/** A rejected person asks for another review, and a waiting person sees their place in line. */
import { expect, type Page } from "@playwright/test";
import { findViolations, inEachScheme } from "./accessibility";
import { takeScreenshots, waitForAnimations } from "./browser";
import { launchIn, openLiffView } from "./devices";
import { waitForHeading } from "./form";
import { approve, becomeMember } from "./members";
import { listUnsent } from "./records";
import { type LineStage, lineTest } from "./stage";

const words = "The photo shows me.\nI wear glasses now.";
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 2 });
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Ask for another review" });
const ask = (page: Page) => page.getByRole("button", { name: "Ask for another review" }).click();

async function openProfile(stage: LineStage) {
  const { userId } = await becomeMember(stage);
  const device = await openLiffView(stage.browser, stage.line);
  await launchIn(device.page, stage.line, "/profile");
  await waitForHeading(device.page, "小明");
  return { ...device, userId };
}

const reject = ({ server }: LineStage, userId: string) =>
  server.run("review", "reject", userId, "--reason", "photoNameList[0]:unclear:too dark");

lineTest("a rejected person appeals through a tunnel, and is approved", async ({ stage }) => {
  const { context, page, pageErrors, userId } = await openProfile(stage);
  await reject(stage, userId);
  await page.reload();
  await heading(page, "Not approved").waitFor();
  await page.getByText("too dark").waitFor();
  await page.getByText(/You can do this until .+ \d{4}\./).waitFor();
  const violations = (await findViolations(page)).map((found) => `rejected: ${found}`);
  await takeScreenshots(page, "appeal-rejected");

  await ask(page);
  const dialog = dialogOf(page);
  await waitForAnimations(dialog);
  await dialog.getByText("Their decision is final").waitFor();
  await dialog.getByText("0 of 1000 characters").waitFor();
  await dialog.getByRole("textbox").fill(words);
  await dialog.getByText(`${words.length} of 1000 characters`).waitFor();
  violations.push(...(await findViolations(page)).map((found) => `dialog: ${found}`));
  await takeScreenshots(page, "appeal-dialog");
  await expect.poll(() => listUnsent(page)).toContain(words);

  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.reload();
  await heading(page, "Not approved").waitFor();
  await ask(page);
  await expect(dialog.getByRole("textbox")).toHaveValue(words);

  const send = (name: string) => dialog.getByRole("button", { name, exact: true }).click();
  await context.setOffline(true);
  await send("Send");
  await dialog.getByText("Your words are still here").waitFor();
  await takeScreenshots(page, "appeal-offline");
  violations.push(...(await findViolations(page)).map((found) => `offline: ${found}`));
  await context.setOffline(false);

  let nSent = 0;
  await page.route("**/user-profile/appeal", async (route) => {
    nSent += 1;
    // The server gets the first request, and its answer is lost.
    if (nSent === 1) await route.fetch();
    return nSent === 1 ? route.abort() : route.continue();
  });
  await send("Try again");
  await expect.poll(() => nSent).toBe(1);
  await dialog.getByText("Your words are still here").waitFor();
  await send("Try again");

  await heading(page, "Waiting for another review").waitFor();
  await expect(page.getByText("There’s nothing you need to do now.")).toBeVisible();
  await page.getByText(/^(You’re next|Number \d+)$/).waitFor();
  await expect(page.getByRole("button", { name: "Take it back and edit" })).toHaveCount(0);
  const closeToast = page.getByRole("button", { name: "Close", exact: true });
  // The contrast of a toast that fades in or out is lower.
  await expect(closeToast).toHaveCount(0, { timeout: 10_000 });
  violations.push(...(await findViolations(page)).map((found) => `waiting: ${found}`));
  await takeScreenshots(page, "appeal-waiting");
  expect(await stage.server.run("review", "show", userId)).toContain("I wear glasses now.");

  await approve(stage.server, userId, "--actor", "ralf");
  await page.reload();
  await page.getByRole("heading", { name: "How others see you" }).waitFor();
  expect(violations).toEqual([]);
  expect(pageErrors).toEqual([]);
});

lineTest("a second rejection is final, and the words of the appeal are gone", async ({ stage }) => {
  const { page, userId } = await openProfile(stage);
  await reject(stage, userId);
  await page.reload();
  await ask(page);
  const dialog = dialogOf(page);
  await dialog.getByRole("textbox").fill(words);
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await heading(page, "Waiting for another review").waitFor();
  // An appeal goes to another reviewer.
  const another = ["--actor", "ralf"];
  await stage.server.run("review", "reject", userId, "--reason", "aboutMe:unclear", ...another);
  await page.reload();
  await page.getByText("This decision is final.").waitFor();
  await expect(page.getByRole("button", { name: "Ask for another review" })).toHaveCount(0);
  await page.getByRole("button", { name: "Download my data" }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "appeal-final");
});

lineTest("a waiting person sees their place without a network, too", async ({ stage }) => {
  const { page } = await openProfile(stage);
  const place = page.getByText(/^(You’re next|Number \d+)$/);
  await place.waitFor();
  await page.getByText("Waiting since").waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "waiting-profile");
  const said = await place.textContent();
  await page.route("**/user/my-info", (route) => route.abort());
  await page.route("**/user/review-status/**", (route) => route.abort());
  await page.reload();
  // The page shows what it knows after three attempts of two calls, which take 3.2 to 4 seconds and the start.
  await page.getByText(said ?? "").waitFor();
  await page.unroute("**/user/my-info");
  await page.unroute("**/user/review-status/**");

  await page.getByRole("link", { name: "Go to the start page" }).click();
  await place.waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "waiting-home");
});

for (const locale of ["zh-TW", "ja-JP"]) {
  lineTest(
    `in ${locale}, the appeal is accessible in both colour schemes and fits a phone`,
    async ({ stage }) => {
      const { userId } = await becomeMember(stage);
      const { page } = await openLiffView(stage.browser, stage.line, { locale });
      await launchIn(page, stage.line, "/profile");
      await waitForHeading(page, "小明");
      await takeScreenshots(page, `waiting-${locale}`);
      await reject(stage, userId);
      await page.reload();
      await page.getByText("too dark").waitFor();
      await page.locator("section[data-status=REJECTED] button").click();
      await waitForAnimations(page.getByRole("dialog"));
      await page.getByRole("dialog").getByRole("textbox").fill("愛".repeat(1001));
      await inEachScheme(page, async (scheme) => {
        expect(await findViolations(page)).toEqual([]);
        await takeScreenshots(page, `appeal-${locale}-${scheme}`);
      });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    },
  );
}
