/** A person looks at the card that others will see, and a member changes the picture beside the name. */
import { expect } from "@playwright/test";
import { findViolations, inEachScheme } from "./accessibility";
import { openDevice, takeScreenshots, waitForAnimations } from "./browser";
import { launchIn, openLiffView } from "./devices";
import { fillForm } from "./form";
import { becomeMember } from "./members";
import { drawPicture } from "./pictures";
import { lineTest, mockTest } from "./stage";

mockTest("a person sees their own card before they send it", async ({ stage }) => {
  const { page } = await openDevice(stage.browser);
  await page.goto(`${stage.server.url}/register`);
  await fillForm(page, async () => undefined);
  const button = page.getByRole("button", { name: "How others see you" });
  await button.click();
  const dialog = page.getByRole("dialog", { name: "How others see you" });
  await waitForAnimations(dialog);
  await dialog.getByRole("article", { name: /^小美, \d+$/ }).waitFor();
  await dialog.getByRole("img", { name: "Photo 2", exact: true }).waitFor();
  await inEachScheme(page, async (scheme) => {
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshots(page, `card-${scheme}`);
  });
  const text = await dialog.innerText();
  expect(text).toContain("Employer verified");
  for (const hidden of ["陳小美", "1994", "大安區", "1.5M", "example.com"]) {
    expect(text).not.toContain(hidden);
  }
  await dialog.getByRole("button", { name: "Done" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
});

lineTest("a member crops a new picture to 3:4 before it is uploaded", async ({ stage }) => {
  const { page } = await openLiffView(stage.browser, stage.line);
  await becomeMember(stage);
  await launchIn(page, stage.line, "/profile");
  const file = await drawPicture(page, "wide.jpg", "image/jpeg", 5);
  await page.getByLabel("Your profile photo").setInputFiles(file);
  const dialog = page.getByRole("dialog", { name: "Your profile photo" });
  await dialog.getByRole("group", { name: /^The part of the photo/ }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "avatar-crop");
  const upload = page.waitForRequest((request) => request.url().endsWith("/file/tempUpload"));
  await dialog.getByRole("button", { name: "Use this photo" }).click();
  expect((await upload).method()).toBe("POST");
  await page.getByText("Profile photo changed.").waitFor();
});
