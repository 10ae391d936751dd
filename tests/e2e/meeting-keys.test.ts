/** The members' pages by the keys of a keyboard alone. Wherever a control or a page goes, the focus goes on. */
import { expect, type Locator, type Page } from "@playwright/test";
import { waitForAnimations } from "./browser";
import {
  chooseByKeys,
  followByKeys,
  pressByKeys,
  tabTo,
  typeInto,
  waitForFocusedHeading,
} from "./keys";
import { man, meetingTest, openAs, waitForCard, woman, yes } from "./meeting-stage";
import { makeMatch, sayYesByCall } from "./member-calls";
import { registerMember } from "./members";

const keyboard = { hasTouch: false };

/** Waits for a dialog, whose title has the focus. */
async function waitForDialog(page: Page, name: string): Promise<Locator> {
  const dialog = page.getByRole("dialog", { name, exact: true });
  await waitForAnimations(dialog);
  await expect(dialog.getByRole("heading", { name, exact: true })).toBeFocused();
  return dialog;
}

/** Closes the dialog by Escape. The control that opened it has the focus again. */
async function pressEscape(page: Page, dialog: Locator, opener: Locator): Promise<void> {
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect(opener).toBeFocused();
}

/** Moves to a switch and turns it. */
async function turn(page: Page, name: string): Promise<Locator> {
  const control = page.getByRole("switch", { name, exact: true });
  await tabTo(page, control);
  await page.keyboard.press("Space");
  return control;
}

/** Replaces the text of a box. */
async function retype(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, page.getByRole("textbox", { name, exact: true }));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

meetingTest(
  "a member answers introductions and writes a note by keys alone",
  async ({ browser, server }) => {
    const men = [];
    for (const name of ["小一", "小二", "小三"]) men.push(await registerMember(server, name, man));
    const mei = await registerMember(server, "小美", woman);
    for (const each of men) await sayYesByCall(server, each, mei);
    const page = await openAs(browser, server, mei, "/", keyboard);
    const card = page.getByRole("article");
    const yesButton = page.getByRole("button", { name: yes, exact: true });

    await waitForFocusedHeading(page, "Today");
    await card.waitFor();
    const first = await card.getAttribute("aria-label");
    await pressByKeys(page, "Not this time");
    await expect(card).not.toHaveAttribute("aria-label", first ?? "");
    await expect(page.locator(":focus")).toContainText("2 people to meet today");

    // A dialog that is closed changes nothing.
    const second = (await card.getAttribute("aria-label")) ?? "";
    await pressByKeys(page, yes);
    const question = page.getByRole("dialog", { name: /^Meet/ });
    await waitForAnimations(question);
    await pressEscape(page, question, yesButton);
    await expect(card).toHaveAttribute("aria-label", second);

    await page.keyboard.press("Enter");
    await waitForAnimations(question);
    await typeInto(page, /^Your answer/, "Mountains");
    await pressByKeys(page, "Yes, I’d like to meet");
    const match = await waitForDialog(page, "You both said yes");
    await page.keyboard.press("Escape");
    await match.waitFor({ state: "detached" });
    await expect(card).not.toHaveAttribute("aria-label", second);
    await expect(page.locator(":focus")).toContainText("One person to meet today");

    await pressByKeys(page, yes);
    await waitForAnimations(question);
    await pressByKeys(page, "Yes, I’d like to meet");
    const third = await waitForDialog(page, "You both said yes");
    await pressByKeys(page, "Write to them", third);
    const box = page.getByRole("textbox", { name: /^Message to/ });
    await box.waitFor();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await tabTo(page, box);
    await page.keyboard.insertText("Written without a mouse");
    await pressByKeys(page, "Send");
    await expect(box).toBeFocused();
    await expect(page.getByRole("log")).toContainText("Written without a mouse");
    // With a keyboard, Enter sends as well.
    await page.keyboard.insertText("And sent by Enter");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("log")).toContainText("And sent by Enter");
    await expect(box).toHaveValue("");
    await expect(box).toBeFocused();
  },
);

meetingTest(
  "a member who answers or blocks the last person by keys is at the heading of the page",
  async ({ browser, server }) => {
    const ming = await registerMember(server, "小明", man);
    const mei = await registerMember(server, "小美", woman);
    const his = await openAs(browser, server, ming, "/", keyboard);
    await waitForCard(his, "小美");
    await pressByKeys(his, "Not this time");
    await his.getByRole("heading", { name: "That’s everyone for today" }).waitFor();
    await waitForFocusedHeading(his, "Today");

    const hers = await openAs(browser, server, mei, "/", keyboard);
    await waitForCard(hers, "小明");
    const opener = hers.getByRole("button", { name: "Block or report" });
    await pressByKeys(hers, "Block or report");
    await pressEscape(hers, await waitForDialog(hers, "小明"), opener);
    await hers.keyboard.press("Enter");
    const menu = await waitForDialog(hers, "小明");
    // The report opens above the menu, and leads back to it.
    await pressByKeys(hers, "Report", menu);
    const report = await waitForDialog(hers, "Report 小明");
    await pressEscape(hers, report, menu.getByRole("button", { name: "Report", exact: true }));
    await pressByKeys(hers, "Block", menu);
    await menu.waitFor({ state: "detached" });
    await expect(hers.getByRole("article")).toHaveCount(0);
    await waitForFocusedHeading(hers, "Today");

    await followByKeys(hers, "Me", hers.getByRole("navigation"));
    await followByKeys(hers, /^Privacy and blocked/);
    await waitForFocusedHeading(hers, "Privacy");
    const unblock = hers.getByRole("button", { name: "Unblock 小明" });
    await pressByKeys(hers, "Unblock 小明");
    await pressEscape(hers, await waitForDialog(hers, "Unblock 小明?"), unblock);
    await hers.keyboard.press("Enter");
    await pressByKeys(hers, "Unblock", await waitForDialog(hers, "Unblock 小明?"));
    await hers.getByText("You haven’t blocked anyone.").waitFor();
    await expect(hers.getByRole("heading", { name: "Blocked people" })).toBeFocused();
  },
);

meetingTest(
  "a member changes preferences and privacy choices by keys alone",
  async ({ browser, server }) => {
    const mei = await registerMember(server, "小美", woman);
    const page = await openAs(browser, server, mei, "/profile", keyboard);
    await followByKeys(page, /^Who you’d like to meet/);
    await waitForFocusedHeading(page, "Who you’d like to meet");
    await chooseByKeys(page, "Smokes?", "No");
    await turn(page, "Age");
    await tabTo(page, page.getByRole("slider", { name: "Age: from" }));
    await page.keyboard.press("ArrowRight");
    await page.getByText("Not saved yet").waitFor();
    await pressByKeys(page, "Save");
    await page.getByText(/^Saved\. It counts from the next introductions/).waitFor();
    await expect(page.getByRole("button", { name: "Save", exact: true })).toBeFocused();

    await followByKeys(page, "Me", page.getByRole("navigation"));
    await followByKeys(page, /^Privacy and blocked/);
    await waitForFocusedHeading(page, "Privacy");
    await chooseByKeys(page, "How long?", "Until I come back");
    await pressByKeys(page, "Pause introductions");
    await expect(page.locator(":focus")).toContainText("You’re taking a break");
    await pressByKeys(page, "Resume now");
    await expect(page.locator(":focus")).toContainText("A pause hides you from introductions");

    // Her employer is not in the list, so that a dialog asks first.
    const hide = await turn(page, "Hide from colleagues");
    await pressEscape(page, await waitForDialog(page, "Nobody will be introduced to you"), hide);
    await expect(hide).not.toBeChecked();
    await page.keyboard.press("Space");
    const warning = await waitForDialog(page, "Nobody will be introduced to you");
    await pressByKeys(page, "Switch on anyway", warning);
    await expect(hide).toBeChecked();
    await expect(hide).toBeFocused();
    const receipts = await turn(page, "Read receipts");
    await expect(receipts).toBeFocused();
    await expect(page.getByText("Saved.", { exact: true })).toHaveCount(1);

    await page.reload();
    await expect(hide).toBeChecked();
    await expect(receipts).toBeChecked();
    await page.getByRole("button", { name: "Pause introductions" }).waitFor();
    await page.goto(`${server.url}/preferences`);
    const smokes = page.getByRole("radiogroup", { name: "Smokes?" });
    await expect(smokes.getByRole("radio", { name: "No", exact: true })).toBeChecked();
    await expect(page.getByRole("textbox", { name: "Age: from" })).toHaveValue("18");
  },
);

meetingTest(
  "a member edits a text and proposes a new job title by keys alone",
  async ({ browser, server }) => {
    const mei = await registerMember(server, "小美", woman);
    const page = await openAs(browser, server, mei, "/profile", keyboard);
    await followByKeys(page, /^Edit profile/);
    await waitForFocusedHeading(page, "Edit your profile");
    await followByKeys(page, /^About you/);
    await waitForFocusedHeading(page, "About you");
    await retype(page, "About me", "I wrote this without a mouse.");
    await pressByKeys(page, "Save");
    await waitForFocusedHeading(page, "Edit your profile");
    await page.getByRole("link", { name: /^About you I wrote this without a mouse/ }).waitFor();

    await followByKeys(page, /^Work and education/);
    await waitForFocusedHeading(page, "Work and education");
    // An empty title is an error: the list of errors gets the focus, and leads back to the box.
    await retype(page, "Job title", "");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("group", { name: "1 question left to answer" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Job title" })).toBeFocused();
    await page.keyboard.insertText("Data scientist");
    await page.keyboard.press("Enter");
    await waitForFocusedHeading(page, "Edit your profile");
    const unsent = page.getByRole("region", { name: "Not sent yet" });
    await expect(unsent).toContainText("Data scientist");

    // She gives the change up, makes it once more, and sends it.
    const discard = unsent.getByRole("button", { name: "Discard changes" });
    await pressByKeys(page, "Discard changes");
    await pressEscape(page, await waitForDialog(page, "Discard these changes?"), discard);
    await page.keyboard.press("Enter");
    const question = await waitForDialog(page, "Discard these changes?");
    await pressByKeys(page, "Discard changes", question);
    await unsent.waitFor({ state: "detached" });
    await waitForFocusedHeading(page, "Edit your profile");
    await followByKeys(page, /^Work and education/);
    await waitForFocusedHeading(page, "Work and education");
    await retype(page, "Job title", "Data scientist");
    await pressByKeys(page, "Continue");
    await waitForFocusedHeading(page, "Edit your profile");
    await pressByKeys(page, "Send for review");
    const waiting = page.getByRole("region", { name: "Waiting for review" });
    await expect(waiting).toContainText("Data scientist");
    await waitForFocusedHeading(page, "Edit your profile");
    expect(await server.run("review", "changes", "list")).toContain(mei.userId);

    await pressByKeys(page, "Take it back");
    const withdraw = await waitForDialog(page, "Take your changes back?");
    await pressByKeys(page, "Take it back", withdraw);
    await waiting.waitFor({ state: "detached" });
    await waitForFocusedHeading(page, "Edit your profile");
  },
);

meetingTest(
  "a member offers a LINE contact and reports the other person by keys alone",
  async ({ browser, server }) => {
    const ming = await registerMember(server, "小明", man);
    const mei = await registerMember(server, "小美", woman);
    const matchId = await makeMatch(server, ming, mei);
    const page = await openAs(browser, server, mei, "/matches", keyboard);
    await waitForFocusedHeading(page, "Matches");
    await followByKeys(page, /^小明/);
    await waitForFocusedHeading(page, "小明");
    expect(new URL(page.url()).pathname).toContain(matchId);
    const more = page.getByRole("button", { name: "More", exact: true });

    await pressByKeys(page, "More");
    await pressByKeys(page, "See profile", await waitForDialog(page, "小明"));
    const card = page.getByRole("dialog", { name: "小明" }).filter({ has: page.locator("img") });
    await waitForAnimations(card);
    await pressEscape(page, card, more);

    const openContact = async () => {
      await pressByKeys(page, "More");
      const menu = await waitForDialog(page, "小明");
      await pressByKeys(page, "Offer my LINE contact", menu);
      return await waitForDialog(page, "Your LINE contact");
    };
    await pressEscape(page, await openContact(), more);
    const contact = await openContact();
    await typeInto(page, /^Link to your LINE contact/, "https://line.me/ti/p/klmnopqrst");
    await pressByKeys(page, "Offer it", contact);
    await contact.waitFor({ state: "detached" });
    await page.getByText(/^You’ve offered your LINE contact/).waitFor();
    await expect(more).toBeFocused();
    await pressByKeys(page, "Take it back");
    await page.getByText(/^You’ve offered your LINE contact/).waitFor({ state: "detached" });
    await waitForFocusedHeading(page, "小明");

    await pressByKeys(page, "More");
    const menu = await waitForDialog(page, "小明");
    await pressByKeys(page, "Report", menu);
    const report = await waitForDialog(page, "Report 小明");
    // Without a reason, the focus moves to the reasons.
    await pressByKeys(page, "Send report", report);
    await expect(report.getByRole("radio").first()).toBeFocused();
    await chooseByKeys(page, "What’s wrong?", "Something else");
    await typeInto(page, /^In your own words/, "He asked for my bank account.");
    await pressByKeys(page, "Send report", report);
    await page.getByRole("heading", { name: "No matches yet" }).waitFor();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await waitForFocusedHeading(page, "Matches");
    // The first line names the columns.
    expect(await server.run("review", "reports", "list")).toMatch(/^ID .*\n\S/);
  },
);
