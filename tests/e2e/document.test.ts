/** Journey 3: a document as proof, and a network that is not there when it is needed. */
import { join } from "node:path";
import { expect } from "@playwright/test";
import { openDevice, readMockUserId, takeScreenshots } from "./browser";
import { fillForm, isOn } from "./form";
import { mockTest as test } from "./stage";

test("a document proves the employment, and a lost network loses nothing", async ({ stage }) => {
  const { context, page } = await openDevice(stage.browser);
  await page.goto(`${stage.server.url}/register`);
  await fillForm(page, async (heading) => {
    if (heading !== "Verification") return;
    await page.getByRole("radio", { name: "Upload a document" }).check();
    // A whole PDF: server/pdf/tests/documents holds it against what the server accepts.
    const contract = join(import.meta.dirname, "contract.pdf");
    await page.locator("input[type=file]").setInputFiles(contract);
    await page.getByText("contract.pdf").waitFor();
  });

  await context.setOffline(true);
  await page.getByRole("button", { name: "Send for review" }).click();
  await isOn(page, "Sending your profile");
  await page.getByRole("status").getByText("Waiting for a network", { exact: true }).waitFor();
  await takeScreenshots(page, "offline-submit");
  const userId = await readMockUserId(page);
  expect(await stage.server.run("review", "list")).not.toContain(userId);

  // Nobody taps again.
  await context.setOffline(false);
  await page.waitForURL(`${stage.server.url}/profile`);
  await isOn(page, "小美");
  const listed = await stage.server.run("review", "list");
  expect(listed.split(userId)).toHaveLength(2);
  const shown = await stage.server.run("review", "show", userId);
  expect(shown).toMatch(/^ {2}Document +.*[0-9a-f]{32}\.pdf$/m);
  expect(shown.match(/^ {2}Photo \d +http/gm)).toHaveLength(2);

  await stage.server.run(
    "review",
    "needs-info",
    userId,
    "--reason",
    "photoNameList:unclear:Show your face",
  );
  await page.reload();
  await page.getByRole("heading", { name: "We need something from you" }).waitFor();
  await page.getByText("Show your face").waitFor();
  await takeScreenshots(page, "profile-needs-info");
  await context.close();
});
