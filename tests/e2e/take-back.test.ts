/** A person takes a waiting profile back, corrects it, and sends it again. */
import { expect, type Page } from "@playwright/test";
import { findViolations } from "./accessibility";
import { openDevice, readMockUserId, takeScreenshots } from "./browser";
import { launchIn, openLiffView } from "./devices";
import { fillForm, headings, waitForHeading } from "./form";
import { approve, becomeMember } from "./members";
import { type LineStage, lineTest, mockTest } from "./stage";

const takeBack = (page: Page) =>
  page.getByRole("button", { name: "Take it back and edit", exact: true }).click();
const sendAgain = (page: Page) =>
  page.getByRole("button", { name: "Send again", exact: true }).click();

async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Take your profile back?" });
  await dialog.getByText("your place in the queue starts again").waitFor();
  await dialog.getByRole("button", { name: "Take it back", exact: true }).click();
}

/** Types another nickname on its page, and returns to the list of all answers. */
async function correctNickname(page: Page, nickname: string): Promise<void> {
  await page.getByRole("button", { name: "Change Who you are" }).click();
  await waitForHeading(page, "Who you are");
  await page.getByLabel("Nickname").fill(nickname);
  await page.getByRole("button", { name: "Save changes" }).click();
  await waitForHeading(page, "You took your profile back");
}

mockTest("a person corrects a typo in a profile that waits for review", async ({ stage }) => {
  const { page, pageErrors } = await openDevice(stage.browser);
  await page.goto(`${stage.server.url}/register`);
  await fillForm(page, async () => undefined);
  const userId = await readMockUserId(page);
  await page.getByRole("button", { name: "Send for review" }).click();
  await page.waitForURL(`${stage.server.url}/`);
  await page.getByRole("link", { name: "Your profile" }).click();
  await page.waitForURL(`${stage.server.url}/profile`);
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  const violations = (await findViolations(page)).map((found) => `profile: ${found}`);
  await takeScreenshots(page, "take-back-profile");

  await takeBack(page);
  const dialog = page.getByRole("dialog", { name: "Take your profile back?" });
  await dialog.waitFor();
  violations.push(...(await findViolations(page)).map((found) => `dialog: ${found}`));
  await takeScreenshots(page, "take-back-dialog");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  await takeBack(page);
  await confirm(page);

  await waitForHeading(page, "You took your profile back");
  // The page has the same title while the form opens.
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(headings.slice(0, -1));
  const listed = await stage.server.run("review", "list", "--status", "NEEDS_INFO");
  expect(listed).toContain(`taken back by the member ${userId}`);
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  violations.push(...(await findViolations(page)).map((found) => `form: ${found}`));
  await takeScreenshots(page, "take-back-form");

  // On the home page and the profile, the person reads where the profile is.
  await page.goto(stage.server.url);
  await page.getByRole("heading", { name: "You took your profile back" }).waitFor();
  await takeScreenshots(page, "take-back-home");
  await page.getByRole("link", { name: "Your profile" }).click();
  await page.getByRole("heading", { name: "You took your profile back" }).waitFor();
  await takeScreenshots(page, "take-back-taken");
  await page.getByRole("link", { name: "Edit and send" }).click();

  await waitForHeading(page, "You took your profile back");
  await correctNickname(page, "小花");
  await page.reload();
  await waitForHeading(page, "You took your profile back");
  await page.getByText("小花").waitFor();
  await sendAgain(page);
  await page.waitForURL(`${stage.server.url}/profile`);
  await page.getByText("Sent. Your profile waits for review again.").waitFor();
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  await waitForHeading(page, "小花");
  const shown = await stage.server.run("review", "show", userId);
  expect(shown).toMatch(/Nickname +小花/);
  expect(shown).toMatch(/Status +Waiting for review \(PENDING\)/);
  const stored = await page.evaluate(() => Object.keys(localStorage));
  expect(stored.filter((key) => /resubmission|outbox|photos/.test(key))).toEqual([]);
  expect(violations).toEqual([]);
  expect(pageErrors).toEqual([]);
});

/** Opens the profile page of a new member whose profile waits for review. */
async function openProfile(stage: LineStage) {
  const { userId } = await becomeMember(stage);
  const device = await openLiffView(stage.browser, stage.line);
  await launchIn(device.page, stage.line, "/profile");
  await waitForHeading(device.page, "小明");
  return { ...device, userId };
}

lineTest("a profile that was taken back is edited and sent through a tunnel", async ({ stage }) => {
  const { context, page } = await openProfile(stage);
  await takeBack(page);
  await confirm(page);
  await waitForHeading(page, "You took your profile back");
  // The page has the same title while the form opens, and a form that is not there yet cannot open in a tunnel.
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(headings.slice(0, -1));
  await context.setOffline(true);
  await correctNickname(page, "小花");
  await sendAgain(page);
  await waitForHeading(page, "Sending your profile");
  await page.getByText("Waiting until you’re online").waitFor();
  await context.setOffline(false);
  await waitForHeading(page, "小花");
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
});

/** Opens the page of an answer from the list of all answers. */
async function openAnswerPage(page: Page, heading: string): Promise<void> {
  await waitForHeading(page, "You took your profile back");
  await page.getByRole("button", { name: `Change ${heading}` }).click();
  await waitForHeading(page, heading);
}

lineTest("a person removes the location, which no page shows", async ({ stage }) => {
  const { context, page } = await openProfile(stage);
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 25.0339, longitude: 121.5645 });
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") sent.push(request.postDataJSON());
  });
  const save = () => page.getByRole("button", { name: "Save changes" }).click();
  const remove = page.getByRole("button", { name: "Remove location" });
  const hint = page.getByText("If you added a location before");
  // The contrast of a toast that fades in or out is lower.
  const closeToast = page.getByRole("button", { name: "Close", exact: true });

  await takeBack(page);
  await confirm(page);
  await openAnswerPage(page, "Looks and lifestyle");
  await page.getByRole("button", { name: "Use my current location" }).click();
  await page.getByText("Approximate location added").waitFor();
  await expect(hint).toHaveCount(0);
  await save();
  await sendAgain(page);
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();

  await takeBack(page);
  await confirm(page);
  await openAnswerPage(page, "Looks and lifestyle");
  await hint.waitFor();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await expect(closeToast).toHaveCount(0, { timeout: 10_000 });
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "take-back-location");
  await remove.click();
  await page.getByRole("button", { name: "Undo" }).click();
  await hint.waitFor();
  await remove.click();
  await expect(remove).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Use my current location" })).toBeFocused();
  await takeScreenshots(page, "take-back-location-removed");
  await expect(closeToast).toHaveCount(0, { timeout: 10_000 });
  expect(await findViolations(page)).toEqual([]);
  await save();
  await sendAgain(page);
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  expect(sent).toEqual([
    expect.objectContaining({ latitude: 25.025, longitude: 121.575 }),
    expect.objectContaining({ latitude: null, longitude: null }),
  ]);
});

lineTest(
  "a person whose confirmation is lost reads that the profile is taken back, and edits it",
  async ({ stage }) => {
    const { page, userId } = await openProfile(stage);
    let nSent = 0;
    await page.route("**/user-profile/withdrawal", async (route) => {
      nSent += 1;
      // The server gets the first request, and its answer is lost.
      if (nSent === 1) await route.fetch();
      return nSent === 1 ? route.abort() : route.continue();
    });
    await takeBack(page);
    await confirm(page);
    await expect.poll(() => nSent).toBe(1);
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.getByRole("heading", { name: "You took your profile back", level: 2 }).waitFor();
    await page.getByRole("link", { name: "Edit and send" }).click();
    await waitForHeading(page, "You took your profile back");
    expect(nSent).toBe(1);
    // The person gives up editing: the profile goes back as it was.
    await sendAgain(page);
    await waitForHeading(page, "小明");
    await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
    expect(await stage.server.run("review", "show", userId)).toContain("TAKE_BACK by the member");
  },
);

lineTest("a person reads that a reviewer came first", async ({ stage }) => {
  const { page, userId } = await openProfile(stage);
  await takeBack(page);
  await approve(stage.server, userId);
  await confirm(page);
  await page.getByText("A reviewer has already started on your profile").waitFor();
  await page.getByRole("heading", { name: "How others see you" }).waitFor();
  await expect(page.getByRole("button", { name: "Take it back and edit" })).toHaveCount(0);
});

lineTest("a person is asked before a reviewer gets the same answers again", async ({ stage }) => {
  const { page, userId } = await openProfile(stage);
  await stage.server.run("review", "needs-info", userId, "--reason", "school:incomplete:Which?");
  await page.reload();
  await page.getByRole("link", { name: "Answer", exact: true }).click();
  await waitForHeading(page, "Work and education");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await waitForHeading(page, "Check your answers");
  const send = () => page.getByRole("button", { name: "Send for review" }).click();
  await send();
  const dialog = page.getByRole("dialog", { name: "You have not changed anything yet" });
  await dialog.waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "resubmission-unchanged");
  await dialog.getByRole("button", { name: "Go back" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Change Work and education" }).click();
  await page.getByRole("textbox", { name: /^School/ }).fill("國立臺灣大學");
  await page.getByRole("button", { name: "Save changes" }).click();
  await send();
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
});
