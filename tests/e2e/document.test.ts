/** A person proves the employment by a document, and loses the network when they send the form. */
import { join } from "node:path";
import { expect } from "@playwright/test";
import { openDevice, readMockUserId, takeScreenshots } from "./browser";
import { fillForm, waitForHeading } from "./form";
import { readySign } from "./photos-stage";
import { mockTest as test } from "./stage";

test("sends a document that was picked before the network was lost", async ({ stage }) => {
  const { context, page } = await openDevice(stage.browser);
  await page.goto(`${stage.server.url}/register`);
  await fillForm(page, async (heading) => {
    if (heading !== "Verification") return;
    await page.getByRole("radio", { name: "Upload a document" }).check();
    const contract = join(import.meta.dirname, "contract.pdf");
    await page.locator("input[type=file]").setInputFiles(contract);
    await page.getByText("contract.pdf").waitFor();
    await readySign(page).waitFor();
    await page.getByRole("region", { name: "Picture of the document" }).getByRole("img").waitFor();
    await takeScreenshots(page, "document-picked");
  });

  await context.setOffline(true);
  await page.getByRole("button", { name: "Send for review" }).click();
  await waitForHeading(page, "Sending your profile");
  await page
    .getByRole("status")
    .getByText("Waiting until you’re online", { exact: true })
    .waitFor();
  await takeScreenshots(page, "offline-submit");
  const userId = await readMockUserId(page);
  expect(await stage.server.run("review", "list")).not.toContain(userId);

  // The person does not tap again.
  await context.setOffline(false);
  await page.waitForURL(`${stage.server.url}/`);
  await waitForHeading(page, "Hello, 小美");
  const listed = await stage.server.run("review", "list");
  expect(listed.split(userId)).toHaveLength(2);
  const shown = await stage.server.run("review", "show", userId);
  expect(shown).toMatch(/^ {2}Document +.*[0-9a-f]{32}\.jpg$/m);
  expect(shown.match(/^ {2}Photo \d +http/gm)).toHaveLength(2);

  await stage.server.run(
    "review",
    "needs-info",
    userId,
    "--reason",
    "photoNameList:unclear:Show your face",
  );
  await page.goto(`${stage.server.url}/profile`);
  await page.getByRole("heading", { name: "We need a little more from you" }).waitFor();
  await page.getByText("Show your face").waitFor();
  await takeScreenshots(page, "profile-needs-info");
});
