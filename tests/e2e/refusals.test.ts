/** Journey 2: wrong answers are refused by the form, and past the form by the server, in the same way. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { violationsOn } from "./accessibility";
import { openDevice, takeScreenshots } from "./browser";
import {
  agree,
  errorSummary,
  goOn,
  isOn,
  numberBox,
  readBirthday,
  summaryPaths,
  typeBirthday,
} from "./form";
import { mockTest as test } from "./stage";

interface WireError {
  path: string;
  code: string;
  params: { min?: number; max?: number };
}

test("wrong answers are told under their fields and at the top, and nothing typed is lost", async ({
  stage,
}) => {
  const { context, page } = await openDevice(stage.browser);
  await page.goto(`${stage.server.url}/register`);
  await agree(page);
  await isOn(page, "Who you are");
  await page.getByLabel("Nickname").fill("a".repeat(21));
  await typeBirthday(page, "1990-02-30");
  await goOn(page);

  expect(await summaryPaths(page)).toEqual(["nickname", "name", "gender", "birthday"]);
  await isOn(page, "Who you are");
  for (const link of await errorSummary(page).getByRole("link").allTextContents()) {
    // Once in the summary and once under its field.
    expect(await page.getByText(link, { exact: true }).count(), link).toBe(2);
  }
  expect(await page.getByLabel("Nickname").inputValue()).toBe("a".repeat(21));
  expect(await readBirthday(page)).toBe("1990-02-30");
  expect(await page.getByLabel("Nickname").getAttribute("aria-invalid")).toBe("true");
  expect(await violationsOn(page)).toEqual([]);
  await takeScreenshots(page, "errors-on-a-page");

  await errorSummary(page).getByRole("link").first().click();
  expect(await page.getByLabel("Nickname").evaluate((box) => box === document.activeElement)).toBe(
    true,
  );
  await page.getByLabel("Nickname").fill("a".repeat(20));
  await expect.poll(() => summaryPaths(page)).toEqual(["name", "gender", "birthday"]);
  await context.close();
});

test("the same form sent past the page is refused by the server with the same codes and paths", async ({
  stage,
}) => {
  const { context, page } = await openDevice(stage.browser);
  await page.goto(`${stage.server.url}/register`);
  await agree(page);
  await isOn(page, "Who you are");
  await page.getByLabel("Nickname").fill("\u0001bad");
  await typeBirthday(page, "1990-02-30");
  await page.goto(`${stage.server.url}/register?page=life`);
  await isOn(page, "Looks and life");
  await page.getByLabel("Height").fill("119");
  await page.goto(`${stage.server.url}/register?page=partner`);
  await isOn(page, "Who you look for");
  await page.getByRole("switch", { name: "Age", exact: true }).check();
  await numberBox(page, "Age: from").fill("40");
  await numberBox(page, "Age: to").fill("30");
  await page.goto(`${stage.server.url}/register?page=check`);
  await isOn(page, "Check your answers");
  await page.getByRole("button", { name: "Send for review" }).click();

  // The first page with errors comes by itself; all of them are told beside the answers.
  await isOn(page, "Who you are");
  expect(await summaryPaths(page)).toEqual(["nickname", "name", "gender", "birthday"]);
  await page.goBack();
  await isOn(page, "Check your answers");
  const told = await summaryPaths(page);
  const texts = await errorSummary(page).getByRole("link").allTextContents();
  await takeScreenshots(page, "errors-of-the-whole-form");
  const refused = await sendPastTheForm(page);
  expect(refused.map((error) => error.path)).toEqual(told);
  expect(told).toEqual(
    expect.arrayContaining(["nickname", "birthday", "height", "photoNameList", "valueItem[0].to"]),
  );
  const messages = await englishMessages();
  for (const [index, error] of refused.entries()) {
    expect(texts[index], error.path).toContain(messageOf(messages, error));
  }
  await context.close();
});

/** Posts the draft as it lies in storage, with a proof of the same person. */
function sendPastTheForm(page: Page): Promise<WireError[]> {
  return page.evaluate(async () => {
    const draft = localStorage.getItem("enmusubi:registerForm") ?? "";
    const { account } = JSON.parse(draft);
    const proof = await (await fetch(`/api/mock/id-token?userId=${account}`)).json();
    const answer = await fetch("/api/user-profile", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Line-Id-Token": proof.idToken },
      body: draft,
    });
    const body = await answer.json();
    if (answer.status !== 422 || body.code !== "E002") throw new Error(JSON.stringify(body));
    return body.fields;
  });
}

type Messages = Record<string, string>;

async function englishMessages(): Promise<Messages> {
  const file = join(import.meta.dirname, "../../web/src/i18n/messages/en/errors.json");
  return JSON.parse(await readFile(file, "utf8"));
}

/** The part of the form's message for this code that does not depend on the field's name. */
function messageOf(messages: Messages, { path, code, params }: WireError): string {
  const field = path.split(/[.[]/, 1)[0];
  const pattern =
    messages[`errors.${field}.${code}`] ?? messages[`errors.${code}`] ?? `no message for ${code}`;
  return pattern
    .replace("{label}", "")
    .replaceAll("{min}", String(params.min))
    .replaceAll("{max}", String(params.max));
}
