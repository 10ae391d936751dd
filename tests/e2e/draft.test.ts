/** Journey 15: consent before anything is kept, coming back, starting over, and a phone of two owners. */
import { expect, type Locator, type Page } from "@playwright/test";
import { violationsOn } from "./accessibility";
import { takeScreenshots } from "./browser";
import { isAt, launchIn, openLiffView } from "./devices";
import { agree, dialogsAreGone, errorSummary, fill, goOn, isOn } from "./form";
import { newPerson } from "./members";
import { lineTest as test } from "./stage";

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** On its way in a dialog is still half see-through, and nobody has read it. */
async function hasMovedIn(dialog: Locator): Promise<void> {
  await dialog.waitFor();
  await dialog.evaluate((element) =>
    Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished)),
  );
}

/** What this app keeps of the person. */
const keptOn = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /register|outbox|Photos/.test(key)),
  );

test("nothing is kept before the consent, and the policy is there without a network", async ({
  stage,
}) => {
  await stage.line.control({ person: newPerson() });
  const { context, page, troubles } = await openLiffView(stage.browser, stage.line);
  await launchIn(page, stage.line);
  await page.getByRole("button", { name: "Agree and start" }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await takeScreenshots(page, "welcome");
  await page.waitForLoadState("networkidle");
  expect(await keptOn(page)).toEqual([]);

  await context.setOffline(true);
  await press(page, "Read the privacy policy");
  const policy = page.getByRole("dialog", { name: "Privacy policy" });
  await policy.getByText("deleted 30 days after the decision").first().waitFor();
  await hasMovedIn(policy);
  expect(await violationsOn(page)).toEqual([]);
  await takeScreenshots(page, "privacy-policy");
  await page.keyboard.press("Escape");
  await policy.waitFor({ state: "hidden" });
  await press(page, "日本語");
  await press(page, "プライバシーポリシーを読む");
  const translated = page.getByRole("dialog", { name: "プライバシーポリシー" });
  await hasMovedIn(translated);
  await page.keyboard.press("Escape");
  await translated.waitFor({ state: "hidden" });
  await press(page, "English");
  expect(await keptOn(page)).toEqual([]);
  await agree(page);
  await isOn(page, "Who you are");
  expect(await keptOn(page)).toContain("enmusubi:registerForm");
  await context.setOffline(false);
  expect(troubles).toEqual([]);
});

test("whoever comes back goes on where they were, or starts over after a question", async ({
  stage,
}) => {
  await stage.line.control({ person: newPerson() });
  const { page } = await openLiffView(stage.browser, stage.line);
  await launchIn(page, stage.line);
  await agree(page);
  await isOn(page, "Who you are");
  await fill["Who you are"](page);
  await goOn(page);
  await isOn(page, "Looks and life");
  await page.getByText(/^Saved on this device at/).waitFor();

  await launchIn(page, stage.line);
  await isOn(page, "Welcome back");
  await page.getByText("1 of 9 pages filled in").first().waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await takeScreenshots(page, "welcome-back");
  await press(page, "Go on");
  await isOn(page, "Looks and life");

  await launchIn(page, stage.line);
  await press(page, "Start over");
  await press(page, "Cancel");
  await dialogsAreGone(page);
  await press(page, "Start over");
  await press(page, "Remove and start over");
  await isOn(page, "Who you are");
  expect(await page.getByLabel("Nickname").inputValue()).toBe("");
});

test("two people share a phone, and neither sees or loses the other's draft", async ({ stage }) => {
  const [first, second] = [newPerson(), newPerson()];
  const { page } = await openLiffView(stage.browser, stage.line);
  await stage.line.control({ person: first });
  await launchIn(page, stage.line);
  await agree(page);
  await page.getByLabel("Nickname").fill("First");
  await page.goto(`${stage.server.url}/register?page=photos`);
  await isOn(page, "Photos");
  await fill.Photos(page);

  await page.goto("about:blank");
  await stage.line.control({ person: second });
  await launchIn(page, stage.line);
  await agree(page);
  await isOn(page, "Who you are");
  expect(await page.getByLabel("Nickname").inputValue()).toBe("");
  await page.getByLabel("Nickname").fill("Second");
  await page.getByText(/^Saved on this device at/).waitFor();

  await page.goto("about:blank");
  await stage.line.control({ person: first });
  await launchIn(page, stage.line);
  await isOn(page, "Welcome back");
  await press(page, "Go on");
  await isOn(page, "Photos");
  await page.getByRole("img", { name: "Photo 2", exact: true }).waitFor();
  await page.goto(`${stage.server.url}/register?page=you`);
  await isOn(page, "Who you are");
  expect(await page.getByLabel("Nickname").inputValue()).toBe("First");
});

test("what waits for a network is told in a way that everyone can read", async ({ stage }) => {
  await stage.line.control({ person: newPerson() });
  const { context, page } = await openLiffView(stage.browser, stage.line);
  await launchIn(page, stage.line);
  // From the start: a ticket on its way would arrive after all.
  await context.route(`${stage.server.url}/api/user/registration`, (route) =>
    route.abort("connectionrefused"),
  );
  await agree(page);
  await isOn(page, "Who you are");
  await page.evaluate(() => {
    const key = "enmusubi:registerForm";
    const { account, idempotencyKey } = JSON.parse(localStorage.getItem(key) ?? "{}");
    const entry = { userId: account, idempotencyKey, queuedAtMs: 1, sent: [] };
    localStorage.setItem("enmusubi:outbox", JSON.stringify(entry));
  });
  await page.reload();
  await isOn(page, "Sending your profile");
  await page.getByText("The server cannot be reached at the moment").waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await takeScreenshots(page, "sending-waits");
  // The form is not complete: it comes back with what is missing.
  await context.unroute(`${stage.server.url}/api/user/registration`);
  await press(page, "Try now");
  await isAt(page, "/register");
  await errorSummary(page).getByRole("link", { name: "Enter your nickname" }).waitFor();
});
