/** Journey 5: the login round trip through LINE, in a browser that is not LINE's (debug flag). */
import { expect } from "@playwright/test";
import { openElsewhere } from "./devices";
import { isOn } from "./form";
import { becomeMember, newPerson } from "./members";
import { lineTest as test } from "./stage";

const authorize = "access.line.me/liff/v1/authorize";

test("a login leads back to the place that was asked for, with its query and fragment", async ({
  stage,
}) => {
  const { page, troubles } = await openElsewhere(stage.browser, stage.line, {
    isDebug: true,
  });
  await becomeMember(stage);
  await page.goto(`${stage.server.url}/profile?a=b#c`);
  await isOn(page, "小明");
  // LINE's answer to the login is gone from the address: it would go along into the next one.
  const { pathname, search, hash } = new URL(page.url());
  expect(pathname + search + hash).toBe("/profile?a=b#c");
  expect(await stage.line.count(authorize)).toBe(1);

  await page.reload();
  await isOn(page, "小明");
  expect(await stage.line.count(authorize)).toBe(1);
  expect(troubles).toEqual([]);
});

test("someone new comes to the form after the login", async ({ stage }) => {
  const { page } = await openElsewhere(stage.browser, stage.line, { isDebug: true });
  await stage.line.control({ person: newPerson() });
  await page.goto(`${stage.server.url}/`);
  await isOn(page, "Create your profile");
});
