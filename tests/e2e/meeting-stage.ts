/** Approved members with a device each, for the journeys in which people meet. */
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { openDevice, waitForAnimations } from "./browser";
import { callWith } from "./member-calls";
import type { Member } from "./members";
import { startServer, type TestServer } from "./server";
import { closeDevices, withServers } from "./stage";

/** Opens the app as this member, on a device of their own. */
export async function openAs(
  browser: Browser,
  server: TestServer,
  { userId }: Member,
  path = "/",
  options: BrowserContextOptions = {},
): Promise<Page> {
  const { context, page } = await openDevice(browser, options);
  await context.addInitScript((id) => {
    localStorage.setItem("enmusubi:mockUserId", id);
  }, userId);
  await page.goto(`${server.url}${path}`);
  return page;
}

/** The words of the button that says yes to an introduction. */
export const yes = "I’d like to meet";

/** A journey with a server of its own: members of other journeys would be introduced, too. */
export const meetingTest = withServers.extend<{ server: TestServer }>({
  server: async ({ browser }, use, info) => {
    const server = await startServer();
    await use(server);
    await closeDevices(browser, info);
    await server.stop();
  },
});

export const man = { gender: "MALE", matchGender: "FEMALE", datingQuestion: "Sea or mountains?" };
export const woman = { gender: "FEMALE", matchGender: "MALE", datingQuestion: "Tea or coffee?" };

/**
 * Waits for the card of the person. The server makes the first introductions within seconds. A page whose member has
 * had an empty set asks once a minute.
 */
export async function waitForCard(page: Page, name: string): Promise<void> {
  await page.getByRole("article", { name: new RegExp(`^${name}`) }).waitFor({ timeout: 90_000 });
}

export async function sayYes(page: Page, note: string): Promise<void> {
  await page.getByRole("button", { name: yes, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await waitForAnimations(dialog);
  await dialog.getByRole("textbox", { name: "Your answer" }).fill(note);
  await dialog.getByRole("button", { name: "Yes, I’d like to meet" }).click();
  await dialog.waitFor({ state: "detached" }).catch(() => undefined);
}

export const noteBox = (page: Page, name: string) =>
  page.getByRole("textbox", { name: `Message to ${name}` });

export async function write(page: Page, name: string, note: string): Promise<void> {
  await noteBox(page, name).fill(note);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}

export const noteOf = (page: Page, note: string) =>
  page.getByRole("log").getByRole("listitem").filter({ hasText: note });

/** Makes people around the member, who wait for an answer. */
export async function makePeople(server: TestServer, { userId }: Member): Promise<void> {
  await callWith(server)("POST", "/mock/people", { userId, count: 20, language: "zh-TW" });
}

/** Moves the server's clock to just after the next daily set. */
export async function goToNextDay(server: TestServer): Promise<void> {
  await callWith(server)("PUT", "/mock/clock", { toNextSet: true });
}
