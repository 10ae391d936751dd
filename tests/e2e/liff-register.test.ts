/** Journey 12: a newcomer registers in LINE, in the dark, with nothing but LINE's own proofs. */
import { expect } from "@playwright/test";
import { violationsOn } from "./accessibility";
import { isAt, launchIn, openLiffView } from "./devices";
import { agree, fillForm, isOn } from "./form";
import { newPerson } from "./members";
import { lineTest as test } from "./stage";

test("a newcomer registers in LINE, and their next visit finds them registered", async ({
  stage,
}) => {
  const person = newPerson();
  await stage.line.control({ person });
  const { page, troubles } = await openLiffView(stage.browser, stage.line, { colorScheme: "dark" });
  await launchIn(page, stage.line);
  const violations: string[] = [];
  await fillForm(page, async (heading) => {
    violations.push(...(await violationsOn(page)).map((found) => `${heading}: ${found}`));
  });
  expect(violations).toEqual([]);
  await page.getByRole("button", { name: "Send for review" }).click();
  await isAt(page, "/profile");
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  expect(await stage.server.run("review", "list")).toContain(person.userId);

  // Another device of the same person, as far as the app can tell.
  const other = await openLiffView(stage.browser, stage.line);
  await launchIn(other.page, stage.line);
  await isOn(other.page, "Hello, 小美");
  expect(await stage.line.count("/liff/v1/authorize")).toBe(0);
  expect([...troubles, ...other.troubles]).toEqual([]);
});

test("someone else on the same device sees nothing of who was there before", async ({ stage }) => {
  await stage.line.control({ person: newPerson() });
  const { page } = await openLiffView(stage.browser, stage.line);
  await launchIn(page, stage.line);
  await agree(page);
  await isOn(page, "Who you are");
  await page.getByLabel("Nickname").fill("Somebody");
  await page.getByLabel("Full name").fill("Someone Else");

  await page.goto("about:blank");
  await stage.line.control({ person: newPerson() });
  await launchIn(page, stage.line);
  await agree(page);
  await isOn(page, "Who you are");
  expect(await page.getByLabel("Nickname").inputValue()).toBe("");
  expect(await page.getByLabel("Full name").inputValue()).toBe("");
});
