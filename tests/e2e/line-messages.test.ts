/** Members hear of their news in LINE, and a message opens the page that it is about. */
import { expect, type Page } from "@playwright/test";
import { findViolations } from "./accessibility";
import { takeScreenshots } from "./browser";
import { launchIn, openLiffView } from "./devices";
import { waitForHeading } from "./form";
import { type LinePerson, liffId, messagingSettings, type PushedMessage } from "./line";
import { man, noteOf, sayYes, waitForCard, woman, write } from "./meeting-stage";
import { approve, becomeMemberWith } from "./members";
import { startServer } from "./server";
import { closeDevices, type LineStage, withServers } from "./stage";

/** A zone in which it is noon now. The server sends nothing at night. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  // The sign of these names is the opposite of the usual one.
  return ahead >= 0 ? `Etc/GMT-${ahead}` : `Etc/GMT+${-ahead}`;
}

const messagesTest = withServers.extend<{ stage: LineStage }>({
  stage: async ({ browser, line }, use, info) => {
    const settings = { ...messagingSettings, TIME_ZONE: zoneAtNoon() };
    const server = await startServer(line, settings);
    line.setReachable(true);
    const endpointUrl = `${server.url}/`;
    await line.control({ reset: true, endpointUrl, withheldApis: ["multipleLiffTransition"] });
    await use({ browser, line, server });
    await closeDevices(browser, info);
    await server.stop();
  },
});

/** Waits for the n-th message to a person that opens a page below the path. */
async function messageTo(stage: LineStage, { userId }: LinePerson, path = "", n = 1) {
  let own: PushedMessage[] = [];
  const count = async () => {
    const opens = `https://liff.line.me/${liffId}${path}`;
    const sent = await stage.line.pushedMessages();
    own = sent.filter(({ to, url }) => to === userId && url.startsWith(opens));
    return own.length;
  };
  await expect.poll(count, { timeout: 90_000 }).toBeGreaterThanOrEqual(n);
  return own[n - 1] as PushedMessage;
}

/** Opens what a tap on the button of a message opens. */
async function tap(stage: LineStage, page: Page, person: LinePerson, { url }: PushedMessage) {
  await stage.line.control({ person });
  const path = url.slice(`https://liff.line.me/${liffId}`.length);
  await launchIn(page, stage.line, path);
}

messagesTest(
  "a decision, a match and a note each send a message that opens its page",
  async ({ stage }) => {
    const { browser, line, server } = stage;
    const ming = await becomeMemberWith(stage, man);
    const mei = await becomeMemberWith(stage, { ...woman, nickname: "小美" });
    await approve(server, ming.userId);
    const welcome = await messageTo(stage, ming);
    const his = await openLiffView(browser, line);
    await tap(stage, his.page, ming, welcome);
    await approve(server, mei.userId);
    await waitForCard(his.page, "小美");
    await sayYes(his.page, "Mountains");

    const hers = await openLiffView(browser, line);
    await tap(stage, hers.page, mei, await messageTo(stage, mei));
    await waitForCard(hers.page, "小明");
    await sayYes(hers.page, "Tea");
    await hers.page.getByText(/match/i).first().waitFor();

    await tap(stage, his.page, ming, await messageTo(stage, ming, "/matches/"));
    await write(his.page, "小美", "Good evening");
    await noteOf(his.page, "Good evening").waitFor();

    await hers.page.goto("about:blank");
    const note = await messageTo(stage, mei, "/matches/");
    expect(note.summary).toBe("You have a new message.");
    await tap(stage, hers.page, mei, note);
    await noteOf(hers.page, "Good evening").waitFor();

    const summaries = (await line.pushedMessages()).map(({ summary }) => summary).join();
    for (const word of ["小美", "小明", "Good evening", "match"])
      expect(summaries).not.toContain(word);
    expect([his.pageErrors, hers.pageErrors]).toEqual([[], []]);
  },
);

messagesTest(
  "a member chooses the topics, and learns that LINE does not reach them",
  async ({ stage }) => {
    const { browser, line, server } = stage;
    const ming = await becomeMemberWith(stage, man);
    await approve(server, ming.userId);
    await messageTo(stage, ming);
    const { page, pageErrors } = await openLiffView(browser, line);
    await launchIn(page, line, "/profile");
    await page.getByRole("link", { name: /^Messages in LINE/ }).click();
    await waitForHeading(page, "Messages in LINE");
    const notes = page.getByRole("switch", { name: "New messages" });
    await expect(notes).toBeChecked();
    await notes.click();
    await page.getByText("Saved.").waitFor();
    await page.reload();
    await expect(notes).not.toBeChecked();
    await page.getByText("From 21:00 to 09:00 we send nothing.").waitFor();
    const violations = await findViolations(page);
    await takeScreenshots(page, "messages");

    const event = {
      type: "unfollow",
      mode: "active",
      timestamp: Date.now(),
      webhookEventId: "01HUNFOLLOW",
      source: { type: "user", userId: ming.userId },
    };
    const body = JSON.stringify({ destination: "U0", events: [event] });
    const headers = {
      "X-Line-Signature": await line.sign(body),
      "Content-Type": "application/json",
    };
    const answer = await fetch(`${server.url}/line/webhook`, { method: "POST", headers, body });
    expect(answer.status).toBe(200);
    await page.reload();
    await page.getByText("LINE doesn’t deliver our messages to you").waitFor();
    violations.push(...(await findViolations(page)));
    await takeScreenshots(page, "messages-unreachable");
    expect(violations).toEqual([]);
    expect(pageErrors).toEqual([]);
  },
);
