/** A new person registers in LINE, in the dark scheme, with only LINE's own credentials. */
import { expect } from "@playwright/test";
import { findViolations } from "./accessibility";
import { launchIn, openLiffView, waitForPath } from "./devices";
import { agree, fillForm, waitForHeading } from "./form";
import { newPerson } from "./members";
import { lineTest as test } from "./stage";

test("a new person registers in LINE, and another device shows them as registered", async ({
  stage,
}) => {
  const person = newPerson();
  await stage.line.control({ person });
  const { page, pageErrors } = await openLiffView(stage.browser, stage.line, {
    colorScheme: "dark",
  });
  await launchIn(page, stage.line);
  const violations: string[] = [];
  await fillForm(page, async (heading) => {
    violations.push(...(await findViolations(page)).map((found) => `${heading}: ${found}`));
  });
  expect(violations).toEqual([]);
  await page.getByRole("button", { name: "Send for review" }).click();
  await waitForPath(page, "/");
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  expect(await stage.server.run("review", "list")).toContain(person.userId);

  // An empty profile of the browser is another device to the app.
  const other = await openLiffView(stage.browser, stage.line);
  await launchIn(other.page, stage.line);
  await waitForHeading(other.page, "Hello, 小美");
  expect(await stage.line.count("/liff/v1/authorize")).toBe(0);
  expect([...pageErrors, ...other.pageErrors]).toEqual([]);
});

test("another person on the same device sees nothing of the first draft", async ({ stage }) => {
  await stage.line.control({ person: newPerson() });
  const { page } = await openLiffView(stage.browser, stage.line);
  await launchIn(page, stage.line);
  await agree(page);
  await waitForHeading(page, "Who you are");
  await page.getByLabel("Nickname").fill("Somebody");
  await page.getByLabel("Full name").fill("Someone Else");

  await page.goto("about:blank");
  await stage.line.control({ person: newPerson() });
  await launchIn(page, stage.line);
  await agree(page);
  await waitForHeading(page, "Who you are");
  expect(await page.getByLabel("Nickname").inputValue()).toBe("");
  expect(await page.getByLabel("Full name").inputValue()).toBe("");
});
