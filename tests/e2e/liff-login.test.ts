/** The login through LINE in another browser, where the debug flag starts the app. */
import { expect } from "@playwright/test";
import { openOtherBrowser } from "./devices";
import { waitForHeading, waitForWelcome } from "./form";
import { becomeMember, newPerson } from "./members";
import { lineTest as test } from "./stage";

const authorize = "access.line.me/liff/v1/authorize";

test("a login leads back to the requested page with its query and fragment", async ({ stage }) => {
  const { page, pageErrors } = await openOtherBrowser(stage.browser, stage.line, {
    isDebug: true,
  });
  await becomeMember(stage);
  await page.goto(`${stage.server.url}/profile?a=b#c`);
  await waitForHeading(page, "小明");
  // The app removes LINE's answer from the address. Otherwise the next login would send it along.
  const { pathname, search, hash } = new URL(page.url());
  expect(pathname + search + hash).toBe("/profile?a=b#c");
  expect(await stage.line.count(authorize)).toBe(1);

  await page.reload();
  await waitForHeading(page, "小明");
  expect(await stage.line.count(authorize)).toBe(1);
  expect(pageErrors).toEqual([]);
});

test("a new person gets to the form after the login", async ({ stage }) => {
  const { page } = await openOtherBrowser(stage.browser, stage.line, { isDebug: true });
  await stage.line.control({ person: newPerson() });
  await page.goto(`${stage.server.url}/`);
  await waitForWelcome(page);
});
