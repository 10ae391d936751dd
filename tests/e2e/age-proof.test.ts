/** A newcomer proves the age with a document, which the approval deletes. */
import { expect, type Locator, type Page } from "@playwright/test";
import { findViolations } from "./accessibility";
import { openDevice, readMockUserId, takeScreenshots } from "./browser";
import { consoleTestWith, openDecision, press, takeNext } from "./console-stage";
import { fillForm, pressContinue, summaryPaths, typeBirthday, waitForHeading } from "./form";
import { callWith } from "./member-calls";
import { readySign } from "./photos-stage";
import { drawPicture } from "./pictures";

const test = consoleTestWith({ AGE_PROOF: "required" });

const section = (page: Page) => page.getByRole("region", { name: "Proof of age" });

async function pickLicence(page: Page): Promise<void> {
  const licence = await drawPicture(page, "licence.jpg", "image/jpeg", 3);
  await section(page).locator("input[type=file]").setInputFiles(licence);
  await readySign(section(page)).waitFor();
}

async function confirmAge(dialog: Locator, document: string, birthday: string): Promise<void> {
  await dialog.getByLabel(/^Document that shows the age/).selectOption(document);
  await dialog.getByRole("checkbox", { name: `the birthday is ${birthday}` }).check();
}

test("a document goes from the form to the reviewer, is gone after the approval, and a new birthday needs another", async ({
  browser,
  console: { server, openAs },
}) => {
  const { page, pageErrors } = await openDevice(browser);
  await page.goto(`${server.url}/register`);
  await fillForm(page, async (heading) => {
    if (heading !== "Verification") return;
    await pressContinue(page);
    expect(await summaryPaths(page)).toEqual(["ageProofFileName"]);
    await pickLicence(page);
    await takeScreenshots(page, "age-proof");
    expect(await findViolations(page)).toEqual([]);
    // The picture is in the storage of the device, and comes back with the form.
    await page.goto(`${server.url}/register?page=verification`);
    await waitForHeading(page, "Verification");
    await section(page).getByText("licence.jpg").waitFor();
  });
  await expect(page.getByText("licence.jpg")).toBeVisible();
  await page.getByRole("button", { name: "Send for review", exact: true }).click();
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  const userId = await readMockUserId(page);

  const ada = await openAs("Ada");
  await takeNext(ada);
  await ada.getByText("Birthday in the profile: 1994-02-28").first().waitFor();
  await ada.keyboard.press("1");
  await ada.getByRole("img", { name: "Document with your birthday" }).waitFor();
  await takeScreenshots(ada, "console-age");
  const dialog = await openDecision(ada, "a");
  await dialog.getByRole("textbox", { name: "Employer in the evidence" }).fill("Google");
  await dialog.getByRole("radio", { name: /^Google/ }).check();
  await dialog.getByRole("button", { name: "Approve", exact: true }).click();
  await dialog.getByText("Open the document, and choose its kind.").waitFor();
  await confirmAge(dialog, "DRIVING_LICENCE", "1994-02-28");
  expect(await findViolations(ada)).toEqual([]);
  await dialog.getByRole("button", { name: "Approve", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await ada.getByText("New profile: approved.").waitFor();
  const call = callWith(server);
  await call("PUT", "/mock/clock", { aheadMinutes: 1 });

  const shown = () => server.run("review", "show", userId);
  await expect.poll(shown, { timeout: 20_000 }).toContain("1994-02-28 with DRIVING_LICENCE");
  expect(await shown()).not.toContain("Document with your birthday");

  // The check holds for that birthday only.
  await page.goto(`${server.url}/profile/edit?facts=you`);
  await waitForHeading(page, "Who you are");
  await typeBirthday(page, "1994-03-28");
  await pressContinue(page);
  await press(page, "Send for review");
  await waitForHeading(page, "Verification");
  expect(await summaryPaths(page)).toEqual(["ageProofFileName"]);
  await pickLicence(page);
  await takeScreenshots(page, "age-proof-change");
  expect(await findViolations(page)).toEqual([]);
  await pressContinue(page);
  await press(page, "Send for review");
  await page.getByText("Sent. A reviewer will check your changes.").waitFor();
  await takeNext(ada);
  await ada.getByText("Birthday in the profile: 1994-03-28").first().waitFor();
  await takeScreenshots(ada, "console-age-change");
  const second = await openDecision(ada, "a");
  await confirmAge(second, "PASSPORT", "1994-03-28");
  await second.getByRole("button", { name: "Approve", exact: true }).click();
  await second.waitFor({ state: "detached" });
  await call("PUT", "/mock/clock", { aheadMinutes: 2 });
  await expect.poll(shown, { timeout: 20_000 }).toContain("1994-03-28 with PASSPORT");
  expect(pageErrors).toEqual([]);
});
