/** Consent before the form stores anything, coming back, starting over, and a phone with two owners. */
import { expect, type Page } from "@playwright/test";
import { findViolations } from "./accessibility";
import { takeScreenshots, waitForAnimations } from "./browser";
import { launchIn, openLiffView, waitForPath } from "./devices";
import {
  agree,
  errorSummary,
  fill,
  pressContinue,
  waitForHeading,
  waitForNoDialog,
  waitForWelcome,
} from "./form";
import { newPerson } from "./members";
import { listRecords } from "./records";
import { lineTest as test } from "./stage";

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("the form stores nothing before the consent, and shows the policy without a network", async ({
  stage,
}) => {
  await stage.line.control({ person: newPerson() });
  const { context, page, pageErrors } = await openLiffView(stage.browser, stage.line);
  await launchIn(page, stage.line);
  await waitForWelcome(page);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "welcome");
  await page.waitForLoadState("networkidle");
  expect(await listRecords(page)).toEqual([]);

  await context.setOffline(true);
  await page.getByRole("link", { name: "privacy policy" }).click();
  const policy = page.getByRole("dialog", { name: "Privacy policy" });
  await policy.getByText("we delete it 30 days after the decision").first().waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "privacy-policy");
  await page.keyboard.press("Escape");
  await policy.waitFor({ state: "hidden" });
  await press(page, "日本語");
  await page.getByRole("link", { name: "プライバシーポリシー" }).click();
  const translated = page.getByRole("dialog", { name: "プライバシーポリシー" });
  await waitForAnimations(translated);
  await page.keyboard.press("Escape");
  await translated.waitFor({ state: "hidden" });
  await press(page, "English");
  expect(await listRecords(page)).toEqual([]);
  await agree(page);
  await waitForHeading(page, "Who you are");
  expect(await listRecords(page)).toContain("draft");
  // No page has created a database by looking for photos or for a profile.
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
  await context.setOffline(false);
  expect(pageErrors).toEqual([]);
});

test("a person who comes back continues the form, or starts over after a question", async ({
  stage,
}) => {
  await stage.line.control({ person: newPerson() });
  const { page } = await openLiffView(stage.browser, stage.line);
  await launchIn(page, stage.line);
  await agree(page);
  await waitForHeading(page, "Who you are");
  await fill["Who you are"](page);
  await pressContinue(page);
  await waitForHeading(page, "Looks and lifestyle");
  await page.getByText(/^Saved on this device at/).waitFor();

  await launchIn(page, stage.line);
  await waitForHeading(page, "Welcome back");
  await page.getByText("1 of 9 pages completed").first().waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "welcome-back");
  await press(page, "Keep going");
  await waitForHeading(page, "Looks and lifestyle");

  await launchIn(page, stage.line);
  await press(page, "Start over");
  await press(page, "Cancel");
  await waitForNoDialog(page);
  await press(page, "Start over");
  await press(page, "Remove and start over");
  await waitForHeading(page, "Who you are");
  expect(await page.getByLabel("Nickname").inputValue()).toBe("");
});

test("two people share a phone, and the form shows and keeps the draft of each", async ({
  stage,
}) => {
  const [first, second] = [newPerson(), newPerson()];
  const { page } = await openLiffView(stage.browser, stage.line);
  await stage.line.control({ person: first });
  await launchIn(page, stage.line);
  await agree(page);
  await page.getByLabel("Nickname").fill("First");
  await page.goto(`${stage.server.url}/register?page=photos`);
  await waitForHeading(page, "Photos");
  await fill.Photos(page);

  await page.goto("about:blank");
  await stage.line.control({ person: second });
  await launchIn(page, stage.line);
  await agree(page);
  await waitForHeading(page, "Who you are");
  expect(await page.getByLabel("Nickname").inputValue()).toBe("");
  await page.getByLabel("Nickname").fill("Second");
  await page.getByText(/^Saved on this device at/).waitFor();

  await page.goto("about:blank");
  await stage.line.control({ person: first });
  await launchIn(page, stage.line);
  await waitForHeading(page, "Welcome back");
  await press(page, "Keep going");
  await waitForHeading(page, "Photos");
  await page.getByRole("img", { name: "Photo 2", exact: true }).waitFor();
  await page.goto(`${stage.server.url}/register?page=you`);
  await waitForHeading(page, "Who you are");
  expect(await page.getByLabel("Nickname").inputValue()).toBe("First");
});

test("everyone can read that the outbox waits for a network", async ({ stage }) => {
  await stage.line.control({ person: newPerson() });
  const { context, page } = await openLiffView(stage.browser, stage.line);
  await launchIn(page, stage.line);
  // Block the registration token from the start, because a request under way would still be answered.
  await context.route(`${stage.server.url}/api/user/registration`, (route) =>
    route.abort("connectionrefused"),
  );
  await agree(page);
  await waitForHeading(page, "Who you are");
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((stored) => stored.endsWith(":draft")) ?? "";
    const { idempotencyKey } = JSON.parse(localStorage.getItem(key) ?? "{}");
    const waiting = { queuedAtMs: 1, nFailed: 0, notBeforeMs: 0, waitCode: null };
    const answers = { sentVersions: [], rejection: [] };
    const value = { form: "registration", idempotencyKey, ...waiting, ...answers };
    localStorage.setItem(key.replace(":draft", ":outbox"), JSON.stringify({ version: 2, value }));
  });
  await page.reload();
  await waitForHeading(page, "Sending your profile");
  await page.getByText("We can’t reach the server right now").waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "sending-waits");
  // The form is incomplete, so the app opens it again and shows what is missing.
  await page.getByRole("button", { name: "Try now", exact: true }).focus();
  await context.unroute(`${stage.server.url}/api/user/registration`);
  // By key, at once: the outbox also tries again by itself, and the button may go while a click waits for it.
  await page.keyboard.press("Enter");
  await waitForPath(page, "/register");
  await errorSummary(page).getByRole("link", { name: "Enter your nickname" }).waitFor();
});
