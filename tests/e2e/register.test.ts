/** A person registers in the browser, from the welcome screen to the approved profile. */
import { expect } from "@playwright/test";
import { findViolations } from "./accessibility";
import { openDevice, readMockUserId, takeScreenshots } from "./browser";
import { agree, fill, fillForm, pressContinue, readBirthday, waitForHeading } from "./form";
import { approve } from "./members";
import { listRecords } from "./records";
import { mockTest as test } from "./stage";

test("a person registers with photos, waits for review and is approved", async ({ stage }) => {
  const { page, pageErrors } = await openDevice(stage.browser);
  await page.goto(`${stage.server.url}/register`);
  const violations: string[] = [];
  await fillForm(page, async (heading) => {
    violations.push(...(await findViolations(page)).map((found) => `${heading}: ${found}`));
    await takeScreenshots(page, heading.toLowerCase().replaceAll(" ", "-"));
  });
  expect(violations).toEqual([]);

  await page.getByRole("button", { name: "Send for review" }).click();
  await page.waitForURL(`${stage.server.url}/`);
  // A screen reader says the title of the new page, and then its heading.
  await expect(page.getByRole("heading", { level: 1, name: "Hello, 小美" })).toBeFocused();
  await expect(page).toHaveTitle("Hello, 小美 – Enmusubi");
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  await page.getByText("Usually within 24 hours. We’ll show the result").waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "home-pending");

  await page.getByRole("link", { name: "Your profile" }).click();
  await page.waitForURL(`${stage.server.url}/profile`);
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  await page.getByText("小美").first().waitFor();
  for (const [name, width] of [
    ["Photo 1", 480],
    ["Photo 2", 240],
  ] as const) {
    const photo = page.getByRole("img", { name, exact: true });
    await photo.waitFor();
    // The server stores 900 pixels; the page loads as many as the screen shows.
    await expect
      .poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBe(width);
  }
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "profile-pending");

  await approve(stage.server, await readMockUserId(page));
  await page.reload();
  await page.getByRole("heading", { name: "How others see you" }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "profile-approved");

  await page.goto(`${stage.server.url}/register`);
  await page.waitForURL(`${stage.server.url}/profile`);
  expect(await listRecords(page)).toEqual([]);
  expect(pageErrors).toEqual([]);
});

test("a reload of the form keeps the page, the answers and the photos", async ({ stage }) => {
  const { page } = await openDevice(stage.browser);
  await page.goto(`${stage.server.url}/register`);
  await agree(page);
  await waitForHeading(page, "Who you are");
  await fill["Who you are"](page);
  await pressContinue(page);
  await waitForHeading(page, "Looks and lifestyle");
  await page.getByLabel("Height").fill("165");
  await page.reload();
  await waitForHeading(page, "Looks and lifestyle");
  expect(await page.getByLabel("Height").inputValue()).toBe("165");
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await waitForHeading(page, "Who you are");
  expect(await page.getByLabel("Nickname").inputValue()).toBe("小美");
  expect(await readBirthday(page)).toBe("1994-02-28");

  await page.goto(`${stage.server.url}/register?page=photos`);
  await waitForHeading(page, "Photos");
  await fill.Photos(page);
  await page.reload();
  await waitForHeading(page, "Photos");
  await page.getByRole("img", { name: "Photo 1", exact: true }).waitFor();
  await page.getByRole("img", { name: "Photo 2", exact: true }).waitFor();
});
