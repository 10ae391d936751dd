/** Reviewers in the console: they enrol and sign in with passkeys, take cases from the queue, decide and undo. */
import { expect } from "@playwright/test";
import { findViolations } from "./accessibility";
import { openDevice, takeScreenshots } from "./browser";
import {
  addAuthenticator,
  addReviewer,
  approveAs,
  openDecision,
  press,
  takeNext,
  consoleTest as test,
} from "./console-stage";
import { waitForHeading } from "./form";
import { tabTo } from "./keys";
import { registerApplicant } from "./members";

test("a reviewer enrols once, signs out, and signs in with the passkey", async ({
  browser,
  console: { server },
}) => {
  const link = await addReviewer(server, "Ada", "lead");
  const { context, page } = await openDevice(browser);
  await addAuthenticator(context, page);
  await page.goto(link);
  await waitForHeading(page, "Hello, Ada");
  expect(page.url()).toBe(`${server.url}/review/enrol`);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "console-enrol");
  await press(page, "Create passkey");
  await waitForHeading(page, "Queue");
  await page.getByText("Nothing to review").waitFor();
  await press(page, "Sign out");
  await waitForHeading(page, "Sign in");
  expect(await findViolations(page)).toEqual([]);

  await page.goto(`${server.url}/review/statistics`);
  await waitForHeading(page, "Sign in");
  await press(page, "Sign in with a passkey");
  await waitForHeading(page, "Statistics");
  expect(page.url()).toBe(`${server.url}/review/statistics`);

  const other = await openDevice(browser);
  await other.page.goto(link);
  await other.page.getByText("This link has expired or was used already.").waitFor();
});

test("in LINE’s browser, a link says where to open it and is not used up", async ({
  browser,
  console: { server },
}) => {
  const link = await addReviewer(server, "Ada", "reviewer");
  const userAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Line/14.5.0";
  const { page } = await openDevice(browser, { userAgent });
  await page.goto(link);
  await waitForHeading(page, "Open this in your browser");
  expect(await findViolations(page)).toEqual([]);
  const { context, page: phone } = await openDevice(browser);
  await addAuthenticator(context, phone);
  await phone.goto(link);
  await press(phone, "Create passkey");
  await waitForHeading(phone, "Queue");
});

test("a reviewer opens the evidence, approves, takes it back, and asks for more", async ({
  console: { server, openAs },
}) => {
  const mei = await registerApplicant(server, "小美");
  const page = await openAs("Ada");
  await page.getByRole("listitem").filter({ hasText: "New profile" }).waitFor();
  await takeScreenshots(page, "console-queue");
  await takeNext(page);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "console-case");

  expect(await page.getByRole("img", { name: /Photo 1/ }).count()).toBe(0);
  await page.keyboard.press("1");
  const photo = page.getByRole("img", { name: /Photo 1/ });
  await photo.waitFor();
  expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await approveAs(page, "A bakery");
  await page.getByText("New profile: approved.").waitFor();
  await page.keyboard.press("u");
  await page.getByText("You had chosen “Approve”.").waitFor();
  expect(await server.run("review", "show", mei.userId)).not.toContain("APPROVED");

  const dialog = await openDecision(page, "i");
  await dialog.getByRole("checkbox", { name: "About me", exact: true }).check();
  await dialog
    .getByRole("combobox", { name: "Reason: About me" })
    .selectOption("This isn’t clear enough for us to check.");
  await dialog.getByRole("textbox", { name: /Note/ }).fill("Which mountain?");
  await dialog.getByRole("button", { name: "日本語" }).click();
  await expect(dialog.locator('[data-preview="ja"]')).toContainText("Which mountain?");
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "console-reasons");
  await dialog.getByRole("button", { name: "Ask for info", exact: true }).click();
  await page.getByText("New profile: asked for info.").waitFor();
  await waitForHeading(page, "Queue");
  // The member learns of it after 30 seconds, within which the reviewer can undo it.
  await expect
    .poll(() => server.run("review", "show", mei.userId), { timeout: 60_000 })
    .toContain("NEEDS_INFO");
});

test("a case is with one reviewer at a time, and the other sees it within five seconds", async ({
  console: { server, openAs },
}) => {
  await registerApplicant(server, "小美");
  const ada = await openAs("Ada");
  const bob = await openAs("Bob");
  const row = bob.getByRole("listitem");
  await row.waitFor();
  await takeNext(ada);
  await row.filter({ hasText: "Ada until" }).waitFor({ timeout: 5_000 });
  await bob.keyboard.press("n");
  await bob.getByText("No case is free right now.").waitFor();
  await row.getByRole("button").click();
  await bob.getByText("Ada has this case until").waitFor();
  await ada.keyboard.press("q");
  await waitForHeading(ada, "Queue");
  await bob.getByRole("button", { name: "Take this case" }).click();
  await bob.getByText("Photos and documents").waitFor();
});

test("what a reviewer typed outlives a session that was ended", async ({
  console: { server, openAs },
}) => {
  await registerApplicant(server, "小美");
  const page = await openAs("Ada");
  await takeNext(page);
  const path = new URL(page.url()).pathname;
  const dialog = await openDecision(page, "r");
  await dialog.getByRole("checkbox", { name: "Nickname" }).check();
  await dialog.getByRole("textbox", { name: /Note/ }).fill("Not a name.");
  await page.context().clearCookies();
  await dialog.getByRole("combobox").selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Reject", exact: true }).click();
  await waitForHeading(page, "Sign in");
  await press(page, "Sign in with a passkey");
  await page.waitForURL(`${server.url}${path}`);
  await page.getByText("You had chosen “Reject”.").waitFor();
  const again = await openDecision(page, "r");
  await expect(again.getByRole("textbox", { name: /Note/ })).toHaveValue("Not a name.");
});

test("a reviewer skips a case by keys alone, and leads see why", async ({
  console: { server, openAs },
}) => {
  await registerApplicant(server, "小美");
  const page = await openAs("Ada", "lead");
  await takeNext(page);
  const dialog = await openDecision(page, "s");
  await tabTo(page, dialog.getByRole("radio").first());
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await tabTo(page, dialog.getByRole("button", { name: "Skip" }));
  await page.keyboard.press("Enter");
  await waitForHeading(page, "Queue");
  await page.goto(`${server.url}/review/statistics`);
  await page.getByText("I can’t read the language").waitFor();
  expect(await findViolations(page)).toEqual([]);
});

test("the console and the members’ app load nothing of each other, under policies of their own", async ({
  browser,
  console: { server },
}) => {
  const { page, pageErrors } = await openDevice(browser);
  const loaded: string[] = [];
  const refused: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  page.on("console", (line) => {
    if (line.text().includes("Content Security Policy")) refused.push(line.text());
  });
  const filesOf = async (path: string, heading: string) => {
    loaded.length = 0;
    await page.goto(`${server.url}${path}`);
    await waitForHeading(page, heading);
    await page.waitForLoadState("networkidle");
    return loaded.filter((file) => file.startsWith("/assets/"));
  };
  const ofConsole = await filesOf("/review", "Sign in");
  expect(ofConsole.length).toBeGreaterThan(1);
  expect(ofConsole.filter((file) => !file.startsWith("/assets/console-"))).toEqual([]);
  const ofMembers = await filesOf("/", "Up to five people a day who fit you");
  expect(ofMembers.length).toBeGreaterThan(1);
  expect(ofMembers.filter((file) => file.startsWith("/assets/console-"))).toEqual([]);
  expect(refused).toEqual([]);
  expect(pageErrors).toEqual([]);
});
