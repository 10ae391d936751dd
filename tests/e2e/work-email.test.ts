/** A person proves where they work by a code that the server sends to their work mailbox. */
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { findViolations } from "./accessibility";
import { openDevice, readMockUserId, takeScreenshots } from "./browser";
import {
  agree,
  chooseEmployer,
  fillForm,
  pressContinue,
  summaryPaths,
  waitForHeading,
} from "./form";
import { addressBox, codeBox, confirmMailbox, requestCode, mailTest as test } from "./mail-stage";
import { listRecords } from "./records";
import { startServer } from "./server";
import type { Stage } from "./stage";

/** Opens the page of the verification with the work mailbox chosen. */
async function openVerification(stage: Stage): Promise<{ context: BrowserContext; page: Page }> {
  const { context, page } = await openDevice(stage.browser);
  await page.goto(`${stage.server.url}/register`);
  await agree(page);
  await waitForHeading(page, "Who you are");
  await page.goto(`${stage.server.url}/register?page=verification`);
  await waitForHeading(page, "Verification");
  await page.getByRole("radio", { name: "Work email", exact: true }).check();
  return { context, page };
}

const wrongCodeFor = (right: string) => (right === "111111" ? "222222" : "111111");

test("a code by mail proves the employer, even if the app was closed in between", async ({
  stage,
}) => {
  const { page, pageErrors } = await openDevice(stage.browser);
  await page.goto(`${stage.server.url}/register`);
  const email = "mei.lin+code@tw.ibm.com";
  const violations: string[] = [];
  const look = async (name: string) => {
    violations.push(...(await findViolations(page)).map((found) => `${name}: ${found}`));
    await takeScreenshots(page, name);
  };
  await fillForm(page, async (heading) => {
    if (heading !== "Verification") return;
    await page.getByRole("radio", { name: "Work email", exact: true }).check();
    await chooseEmployer(page, "IBM");
    await pressContinue(page);
    expect(await summaryPaths(page)).toEqual(["verifyMethod"]);
    await page.getByRole("link", { name: "Confirm your work email first" }).click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.id))
      .toBe("field-workEmail");
    await look("work-email-address");
    await requestCode(page, email);
    await look("work-email-code");
    const right = await stage.mail.codeTo(email);

    await page.goto("about:blank");
    await page.goto(`${stage.server.url}/register?page=verification`);
    await codeBox(page).fill(wrongCodeFor(right));
    await page.getByText("This code is wrong").waitFor();
    await page.keyboard.insertText(`${right.slice(0, 3)} ${right.slice(3)}`);
    await page.getByText("Confirmed at IBM").waitFor();
    await look("work-email-confirmed");
    await page.reload();
    await page.getByText("Confirmed at IBM").waitFor();
  });
  expect(violations).toEqual([]);
  const { raw = "" } = stage.mail.mails.find(({ to }) => to.includes(email)) ?? {};
  expect(raw).not.toMatch(/enmusubi|marriage|match|dating/i);

  await page.getByRole("button", { name: "Send for review" }).click();
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  const userId = await readMockUserId(page);
  const shown = await stage.server.run("review", "show", userId);
  expect(shown).toMatch(/^ {2}Mailbox +Confirmed at IBM$/m);
  expect(await listRecords(page)).not.toContain("workEmail");
  expect(pageErrors).toEqual([]);
});

test("a mailbox proves only its own employer", async ({ stage }) => {
  const { page } = await openVerification(stage);
  await chooseEmployer(page, "SAP");
  for (const email of ["me@evilsap.com", "me@sap.com.evil.io", "me@gmail.com"]) {
    await addressBox(page).fill(email);
    await page.getByRole("button", { name: "Send code" }).click();
    await page.getByText("Use your address at the employer you chose").waitFor();
  }
  await confirmMailbox(page, stage.mail, { email: "someone@sap.com", employer: "SAP" });
  await chooseEmployer(page, "Sony");
  await addressBox(page).waitFor();
  expect(await page.getByText(/^Confirmed at/).count()).toBe(0);
  await chooseEmployer(page, "SAP");
  await page.getByText("Confirmed at SAP").waitFor();
});

test("a mailbox belongs to one account only", async ({ stage }) => {
  const first = await openVerification(stage);
  await chooseEmployer(first.page, "Acer");
  await confirmMailbox(first.page, stage.mail, { email: "shared@acer.com", employer: "Acer" });
  await first.context.close();

  const { page } = await openVerification(stage);
  await chooseEmployer(page, "Acer");
  await requestCode(page, "Shared+2@ACER.com");
  await codeBox(page).fill(await stage.mail.codeTo("shared+2@acer.com"));
  await page.getByText("This address belongs to another account").waitFor();
  expect(await addressBox(page).inputValue()).toBe("Shared+2@ACER.com");
});

test("the form keeps the address without a network or a mail server", async ({ stage }) => {
  const { context, page } = await openVerification(stage);
  await chooseEmployer(page, "HP");
  await addressBox(page).fill("offline@hp.com");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByText("We couldn’t reach the server").waitFor();
  await context.setOffline(false);
  stage.mail.setAccepting(false);
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByText("We couldn’t send the email just now").waitFor();
  stage.mail.setAccepting(true);
  await page.reload();
  expect(await addressBox(page).inputValue()).toBe("offline@hp.com");
});

test("a person chooses the employer by the keyboard alone, with logos and without a network", async ({
  stage,
}) => {
  const { context, page } = await openVerification(stage);
  const active = () => page.evaluate(() => document.activeElement?.getAttribute("value"));
  const picker = page.getByRole("button", { name: /^Employer/ });
  // The page loads the logos when it is idle.
  const logos = () =>
    page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  await expect
    .poll(async () => (await logos()).filter((name) => name.includes("_icon/simple-icons")).length)
    .toBeGreaterThan(0);
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);

  await picker.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Your employer" });
  await dialog.waitFor();
  await expect.poll(() => dialog.locator("svg").count()).toBeGreaterThanOrEqual(31);
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog.count()).toBe(0);
  expect(await picker.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("so");
  await page.getByText("2 employers").waitFor();
  await page.keyboard.press("Enter");
  expect(await active()).toBe("microsoft");
  await page.keyboard.press("ArrowDown");
  expect(await active()).toBe("sony");
  expect(await dialog.isVisible()).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Employer.*Sony/ }).waitFor();
  expect(await picker.evaluate((button) => button === document.activeElement)).toBe(true);
});

test("a member answers a doubting reviewer with a work mailbox instead of a link", async ({
  stage,
}) => {
  const { page } = await openDevice(stage.browser);
  await page.goto(`${stage.server.url}/register`);
  await fillForm(page, async () => undefined);
  await page.getByRole("button", { name: "Send for review" }).click();
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  const userId = await readMockUserId(page);
  const reason = "reviewLink:unclear:The page does not show your name.";
  await stage.server.run("review", "needs-info", userId, "--reason", reason);

  await page.goto(`${stage.server.url}/register`);
  await waitForHeading(page, "Verification");
  await page.getByText("The page does not show your name.").waitFor();
  await takeScreenshots(page, "resubmission-verification");
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("radio", { name: "Work email", exact: true }).check();
  await confirmMailbox(page, stage.mail, { email: "mei@google.com", employer: "Google" });
  await pressContinue(page);
  await waitForHeading(page, "Check your answers");
  await page.getByRole("button", { name: "Send for review" }).click();
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  const shown = await stage.server.run("review", "show", userId);
  expect(shown).toMatch(/^ {2}Mailbox +Confirmed at Google$/m);
});

test("a member who registered by a mailbox answers a reviewer without another code", async ({
  stage,
}) => {
  const { page, pageErrors } = await openDevice(stage.browser);
  await page.goto(`${stage.server.url}/register`);
  await fillForm(page, async (heading) => {
    if (heading !== "Verification") return;
    await page.getByRole("radio", { name: "Work email", exact: true }).check();
    await chooseEmployer(page, "Google");
    await confirmMailbox(page, stage.mail, { email: "xiaomei@google.com", employer: "Google" });
  });
  await page.getByRole("button", { name: "Send for review" }).click();
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  const userId = await readMockUserId(page);
  const ask = async (reason: string) => {
    await stage.server.run("review", "needs-info", userId, "--reason", reason);
    await page.goto(`${stage.server.url}/register`);
  };
  const answer = async () => {
    await pressContinue(page);
    await waitForHeading(page, "Check your answers");
    await page.getByRole("button", { name: "Send for review" }).click();
    await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  };

  await ask("aboutMe:incomplete:Tell us a little more.");
  await waitForHeading(page, "About you");
  await page.getByRole("textbox", { name: /^About me/ }).fill("On Sundays I bake for neighbours.");
  await answer();

  await ask("verifyDescription:unclear:In which office?");
  await waitForHeading(page, "Verification");
  await page.getByText("Confirmed at Google").waitFor();
  await takeScreenshots(page, "resubmission-mailbox");
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("textbox", { name: /^Anything our reviewers/ }).fill("In Taipei");
  await answer();
  const shown = await stage.server.run("review", "show", userId);
  expect(shown).toMatch(/^ {2}Mailbox +Confirmed at Google$/m);
  expect(shown).toContain("In Taipei");
  expect(stage.mail.mails.filter(({ to }) => to.includes("xiaomei@google.com"))).toHaveLength(1);
  expect(pageErrors).toEqual([]);
});

test("lost answers cost neither the mail nor the code", async ({ stage }) => {
  const { page } = await openVerification(stage);
  /** Lets the next call reach the server, and loses its answer. */
  const loseAnswer = async (path: string) => {
    await page.route(
      `**/verification/${path}`,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  };
  await chooseEmployer(page, "Microsoft");
  await loseAnswer("work-email");
  await requestCode(page, "mei@microsoft.com");
  await page.getByText("the email may be on its way").waitFor();
  await takeScreenshots(page, "work-email-lost");
  expect(await findViolations(page)).toEqual([]);

  const right = await stage.mail.codeTo("mei@microsoft.com");
  await loseAnswer("work-email/confirm");
  await codeBox(page).fill(right);
  await page.getByText("Your code is still here").waitFor();
  expect(await codeBox(page).inputValue()).toBe(right);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await page.getByText("Confirmed at Microsoft").waitFor();
});

test("on a developer's machine, the page for developers shows the mail", async ({ stage }) => {
  const server = await startServer();
  const { context, page } = await openDevice(stage.browser);
  await page.goto(`${server.url}/register`);
  await agree(page);
  await waitForHeading(page, "Who you are");
  await page.goto(`${server.url}/register?page=verification`);
  await page.getByRole("radio", { name: "Work email", exact: true }).check();
  await chooseEmployer(page, "Tesla");
  await requestCode(page, "mei@tesla.com");
  await page.goto(`${server.url}/dev`);
  const text = await page.getByText(/Your code is \d{6}/).innerText();
  await page.goto(`${server.url}/register?page=verification`);
  await codeBox(page).fill(text.match(/\d{6}/)?.[0] ?? "");
  await page.getByText("Confirmed at Tesla").waitFor();
  await context.close();
  await server.stop();
});
