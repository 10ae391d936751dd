/** Reviewers with a passkey and a device each, for the journeys in the console. */
import { type Browser, type BrowserContext, test as base, type Page } from "@playwright/test";
import { openDevice, waitForAnimations } from "./browser";
import { waitForHeading } from "./form";
import { startServer, type TestServer } from "./server";
import { closeDevices } from "./stage";

interface Console {
  server: TestServer;
  /** Adds a reviewer and opens a device with a passkey of theirs, on the queue. */
  openAs: (name: string, role?: "reviewer" | "lead") => Promise<Page>;
}

/** A server of its own for each journey, because a reviewer sees the cases of all others. */
export const consoleTestWith = (settings: Record<string, string>) =>
  base.extend<{ console: Console }>({
    console: async ({ browser }, use, info) => {
      const server = await startServer(undefined, settings, "localhost");
      await use({ server, openAs: (name, role) => openAs(browser, server, name, role) });
      await closeDevices(browser, info);
      await server.stop();
    },
  });

export const consoleTest = consoleTestWith({});

/** Returns the link with which a new reviewer creates a passkey. */
export async function addReviewer(server: TestServer, name: string, role: string): Promise<string> {
  const output = await server.run("reviewer", "add", name, "--role", role);
  const link = /http\S+\/review\/enrol#\S+/.exec(output)?.[0];
  if (!link) throw new Error(`the command printed no link: ${output}`);
  return link;
}

/** Gives the device a passkey store that asks for nothing, as a phone does after a fingerprint. */
export async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function openAs(
  browser: Browser,
  server: TestServer,
  name: string,
  role = "reviewer",
): Promise<Page> {
  const { context, page } = await openDevice(browser);
  await addAuthenticator(context, page);
  await page.goto(await addReviewer(server, name, role));
  await page.getByRole("button", { name: "Create passkey" }).click();
  await waitForHeading(page, "Queue");
  return page;
}

export const caseHeading = (page: Page) => page.getByRole("heading", { level: 1, name: /Case \d/ });
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" }).click();

/** Takes the next case with its key. */
export async function takeNext(page: Page): Promise<void> {
  await page.keyboard.press("n");
  await caseHeading(page).waitFor();
  await page.getByText("Photos and documents").waitFor();
}

export async function openDecision(page: Page, key: string) {
  await page.keyboard.press(key);
  const dialog = page.getByRole("dialog");
  await waitForAnimations(dialog);
  return dialog;
}

/** Approves a profile with a link, whose employer the reviewer names. */
export async function approveAs(page: Page, employer: string): Promise<void> {
  const dialog = await openDecision(page, "a");
  await dialog.getByRole("textbox", { name: "Employer in the evidence" }).fill(employer);
  await dialog.getByRole("radio", { name: `Not listed: “${employer}”` }).check();
  await dialog.getByRole("button", { name: "Approve", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}
