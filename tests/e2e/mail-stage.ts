/** The stage of journeys that confirm a work mailbox, and their steps. */
import type { Page } from "@playwright/test";
import { type MailServer, startMailServer } from "./mail";
import { startServer } from "./server";
import { closeDevices, type Stage, withServers } from "./stage";

export interface MailStage extends Stage {
  mail: MailServer;
}

/** Each journey has a database of its own, because the server keeps a mailbox for one account. */
export const mailTest = withServers.extend<{ stage: MailStage }>({
  stage: async ({ browser }, use, info) => {
    const mail = await startMailServer();
    const server = await startServer(undefined, mail.settings);
    await use({ browser, server, mail });
    await closeDevices(browser, info);
    await server.stop();
    await mail.stop();
  },
});

export const addressBox = (page: Page) => page.getByLabel("Work email address", { exact: true });
export const codeBox = (page: Page) => page.getByLabel("Code from the email", { exact: true });

/** Asks for a code to this address, and waits for the box for it. */
export async function requestCode(page: Page, email: string): Promise<void> {
  await addressBox(page).fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  await codeBox(page).waitFor();
}

/** Confirms an address at the chosen employer with the code that its mailbox receives. */
export async function confirmMailbox(
  page: Page,
  mail: MailServer,
  { email, employer }: { email: string; employer: string },
): Promise<void> {
  await requestCode(page, email);
  await codeBox(page).fill(await mail.codeTo(email));
  await page.getByText(`Confirmed at ${employer}`).waitFor();
}
