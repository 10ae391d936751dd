/** The form refuses wrong answers, and the server refuses the same answers if a client sends them without the form. */
import { expect, type Page } from "@playwright/test";
import { findViolations } from "./accessibility";
import { openDevice, takeScreenshots } from "./browser";
import {
  agree,
  errorSummary,
  numberBox,
  pressContinue,
  readBirthday,
  summaryPaths,
  typeBirthday,
  waitForHeading,
} from "./form";
import { messagesOf } from "./messages";
import { mockTest as test } from "./stage";

interface WireError {
  path: string;
  code: string;
  params: { min?: number; max?: number };
}

test("the form shows errors under their fields and at the top, and keeps what was typed", async ({
  stage,
}) => {
  const { page } = await openDevice(stage.browser);
  await page.goto(`${stage.server.url}/register`);
  await agree(page);
  await waitForHeading(page, "Who you are");
  await page.getByLabel("Nickname").fill("a".repeat(21));
  await typeBirthday(page, "1990-02-30");
  await pressContinue(page);

  expect(await summaryPaths(page)).toEqual(["nickname", "name", "gender", "birthday"]);
  await waitForHeading(page, "Who you are");
  for (const link of await errorSummary(page).getByRole("link").allTextContents()) {
    // The text is in the summary and under its field.
    expect(await page.getByText(link, { exact: true }).count(), link).toBe(2);
  }
  expect(await page.getByLabel("Nickname").inputValue()).toBe("a".repeat(21));
  expect(await readBirthday(page)).toBe("1990-02-30");
  expect(await page.getByLabel("Nickname").getAttribute("aria-invalid")).toBe("true");
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "errors-on-a-page");

  await errorSummary(page).getByRole("link").first().click();
  expect(await page.getByLabel("Nickname").evaluate((box) => box === document.activeElement)).toBe(
    true,
  );
  await page.getByLabel("Nickname").fill("a".repeat(20));
  await expect.poll(() => summaryPaths(page)).toEqual(["name", "gender", "birthday"]);
});

test("the server refuses the same form with the same codes and paths", async ({ stage }) => {
  const { page } = await openDevice(stage.browser);
  await page.goto(`${stage.server.url}/register`);
  await agree(page);
  await waitForHeading(page, "Who you are");
  await typeBirthday(page, "1990-02-30");
  await page.goto(`${stage.server.url}/register?page=life`);
  await waitForHeading(page, "Looks and lifestyle");
  await page.getByLabel("Height").fill("119");
  await page.goto(`${stage.server.url}/register?page=partner`);
  await waitForHeading(page, "Who you’re looking for");
  await page.getByRole("switch", { name: "Age", exact: true }).check();
  await numberBox(page, "Age: from").fill("40");
  await numberBox(page, "Age: to").fill("30");
  await page.goto(`${stage.server.url}/register?page=check`);
  await waitForHeading(page, "Check your answers");
  await page.getByRole("button", { name: "Send for review" }).click();

  // The form opens the first page with errors, and the summary of the answers lists all of them.
  await waitForHeading(page, "Who you are");
  expect(await summaryPaths(page)).toEqual(["nickname", "name", "gender", "birthday"]);
  await page.goBack();
  await waitForHeading(page, "Check your answers");
  const shownPaths = await summaryPaths(page);
  const texts = await errorSummary(page).getByRole("link").allTextContents();
  await takeScreenshots(page, "errors-of-the-whole-form");
  const refused = await postStoredDraft(page);
  // The list is in the order of the form, and the answer of the server in that of the payload.
  expect(shownPaths).toEqual([
    "nickname",
    "name",
    "gender",
    "birthday",
    "height",
    "city",
    "smoke",
    "drink",
    "tattoo",
    "marriageRecord",
    "hasChildren",
    "occupationType",
    "occupation",
    "incomeRange",
    "education",
    "aboutMe",
    "fertilityPlanTagIds",
    "photoNameList",
    "matchGender",
    "valueItem[0].to",
    "verifyMethod",
  ]);
  expect(refused.map((error) => error.path).sort()).toEqual([...shownPaths].sort());
  const messages = await messagesOf("en");
  for (const error of refused) {
    // The form names the wrong part of a date; the code of the server is the same.
    const isDate = error.path === "birthday" && error.code === "date";
    const message = isDate ? messages["errors.day.wrong"] : messageOf(messages, error);
    expect(texts[shownPaths.indexOf(error.path)], error.path).toContain(message);
  }
});

/** Posts the stored draft to the server with an ID token of the same person, and returns the errors. */
function postStoredDraft(page: Page): Promise<WireError[]> {
  return page.evaluate(async () => {
    const key = Object.keys(localStorage).find((stored) => stored.endsWith(":draft")) ?? "";
    const draft = localStorage.getItem(key) ?? "";
    const { account } = JSON.parse(draft);
    const { idToken } = await (await fetch(`/api/mock/id-token?userId=${account}`)).json();
    const answer = await fetch("/api/user-profile", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Line-Id-Token": idToken },
      body: draft,
    });
    const body = await answer.json();
    if (answer.status !== 422 || body.code !== "E002") throw new Error(JSON.stringify(body));
    return body.fields;
  });
}

type Messages = Awaited<ReturnType<typeof messagesOf>>;

/** Returns the part of the form's message for this code that does not depend on the field's name. */
function messageOf(messages: Messages, { path, code, params }: WireError): string {
  const field = path.split(/[.[]/, 1)[0];
  const pattern =
    messages[`errors.${field}.${code}`] ?? messages[`errors.${code}`] ?? `no message for ${code}`;
  return pattern
    .replace("{label}", "")
    .replaceAll("{min}", String(params.min))
    .replaceAll("{max}", String(params.max));
}
