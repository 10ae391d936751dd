/** A reviewer asks for more: the form shows only those fields, and the profile waits for review again. */

import { type BrowserContext, expect, type Page } from "@playwright/test";
import base from "../vectors/base.json" with { type: "json" };
import { findViolations } from "./accessibility";
import { openDevice, readMockUserId, takeScreenshots } from "./browser";
import { crash } from "./devices";
import { agree, waitForHeading } from "./form";
import { drawPicture, type PictureFile } from "./pictures";
import { type Stage, mockTest as test } from "./stage";

interface Member {
  context: BrowserContext;
  page: Page;
  userId: string;
  idToken: string;
  pageErrors: string[];
}

/** Opens the app for a person with two photos and a profile that waits for review. */
async function openMember(stage: Stage): Promise<Member> {
  const { context, page, pageErrors } = await openDevice(stage.browser);
  await page.goto(`${stage.server.url}/register`);
  await agree(page);
  await waitForHeading(page, "Who you are");
  const userId = await readMockUserId(page);
  const answer = await fetch(`${stage.server.url}/api/mock/id-token?userId=${userId}`);
  const { idToken } = (await answer.json()) as { idToken: string };
  const headers = { "X-Line-Id-Token": idToken };
  const upload = async (file: PictureFile): Promise<string> => {
    const body = new FormData();
    body.append("file", new Blob([new Uint8Array(file.buffer)]), file.name);
    const sent = await fetch(`${stage.server.url}/api/file/tempUpload`, {
      method: "POST",
      headers,
      body,
    });
    return ((await sent.json()) as { fileName: string }).fileName;
  };
  const photoNameList = [
    await upload(await drawPicture(page, "first.jpg", "image/jpeg", 5)),
    await upload(await drawPicture(page, "second.jpg", "image/jpeg", 7)),
  ];
  const profile = { ...base, account: userId, password: userId, photoNameList };
  const created = await fetch(`${stage.server.url}/api/user-profile`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(profile),
  });
  expect(created.status).toBe(201);
  return { context, page, userId, idToken, pageErrors };
}

const ask = (stage: Stage, { userId }: Member, ...reasons: string[]) =>
  stage.server.run(
    "review",
    "needs-info",
    userId,
    ...reasons.flatMap((reason) => ["--reason", reason]),
  );

const pressContinue = (page: Page) =>
  page.getByRole("button", { name: "Continue", exact: true }).click();
const send = (page: Page) => page.getByRole("button", { name: "Send for review" }).click();

test("a member answers two questions of a reviewer, and the profile waits for review again", async ({
  stage,
}) => {
  const member = await openMember(stage);
  const { page, pageErrors } = member;
  await ask(
    stage,
    member,
    "aboutMe:incomplete:Tell us a little more about your weekends.",
    "photoNameList[0]:unclear:Your face is in the shade.",
  );
  await page.goto(`${stage.server.url}/profile`);
  await page.getByText("Your face is in the shade.").waitFor();
  const violations = (await findViolations(page)).map((found) => `profile: ${found}`);
  await takeScreenshots(page, "needs-info");
  await page.getByRole("link", { name: "Answer", exact: true }).click();

  await waitForHeading(page, "About you");
  await page.getByText("Step 1 of 3").waitFor();
  await page.getByText("Tell us a little more about your weekends.").waitFor();
  expect(await page.getByRole("textbox").count()).toBe(1);
  violations.push(...(await findViolations(page)).map((found) => `about: ${found}`));
  await takeScreenshots(page, "resubmission-about");
  const aboutMe = page.getByRole("textbox", { name: /^About me/ });
  await aboutMe.fill("On Saturdays I hike in Yangmingshan, on Sundays I bake for my neighbours.");
  await page.reload();
  await waitForHeading(page, "About you");
  expect(await aboutMe.inputValue()).toContain("Yangmingshan");
  await pressContinue(page);

  await waitForHeading(page, "Photos");
  await page.getByText("Your face is in the shade.").waitFor();
  for (const name of ["Remove photo 1", "Remove photo 2"]) {
    await page.getByRole("button", { name, exact: true }).waitFor();
  }
  const widths = () =>
    page.locator("main img").evaluateAll((all) => all.map((it) => Reflect.get(it, "naturalWidth")));
  await expect.poll(widths).toEqual([900, 900]);
  violations.push(...(await findViolations(page)).map((found) => `photos: ${found}`));
  await takeScreenshots(page, "resubmission-photos");
  await pressContinue(page);

  await waitForHeading(page, "Check your answers");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["About you", "Photos"]);
  violations.push(...(await findViolations(page)).map((found) => `check: ${found}`));
  await takeScreenshots(page, "resubmission-check");
  await send(page);
  await page.waitForURL(`${stage.server.url}/profile`);
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  await page.getByText("Yangmingshan").waitFor();
  expect(violations).toEqual([]);
  const stored = await page.evaluate(() => Object.keys(localStorage));
  const form = /resubmission|outbox|photos|draft/i;
  expect(stored.filter((key) => form.test(key))).toEqual([]);
  expect(pageErrors).toEqual([]);
});

/** Opens the form at the only question, and answers it, up to the list of answers. */
async function answerSchool(stage: Stage, page: Page): Promise<void> {
  await page.goto(`${stage.server.url}/register`);
  await waitForHeading(page, "Work and education");
  await page.getByRole("textbox", { name: /^School/ }).fill("國立臺灣大學");
  await pressContinue(page);
  await waitForHeading(page, "Check your answers");
}

/** The profile waits again, with the answer, and the device has deleted its copy. */
async function expectProfile(stage: Stage, page: Page): Promise<void> {
  await page.waitForURL(`${stage.server.url}/profile`);
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  await page.getByText("國立臺灣大學").waitFor();
  await expect.poll(() => listStoredEntries(page)).toEqual([]);
}

const listStoredEntries = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /resubmission|outbox/.test(key)));

test("answers whose response is lost are sent again, and count once", async ({ stage }) => {
  const member = await openMember(stage);
  const { page } = member;
  await ask(stage, member, "school:incomplete:Which school was it?");
  await answerSchool(stage, page);
  let nSent = 0;
  await page.route("**/user-profile/resubmission", async (route) => {
    nSent += 1;
    // The server gets the first request, and its answer is lost.
    if (nSent === 1) await route.fetch();
    return nSent === 1 ? route.abort() : route.continue();
  });
  await send(page);
  await expectProfile(stage, page);
  expect(nSent).toBe(2);
});

test("answers that arrived without a response are gone from the device after a reload", async ({
  stage,
}) => {
  const member = await openMember(stage);
  const { page } = member;
  await ask(stage, member, "school:incomplete:Which school was it?");
  await answerSchool(stage, page);
  await page.route("**/user-profile/resubmission", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send(page);
  await page.getByText("We can’t reach the server right now").waitFor();
  await page.reload();
  await page.waitForURL(`${stage.server.url}/`);
  await expect.poll(() => listStoredEntries(page)).toEqual([]);
  await page.getByRole("link", { name: "Your profile" }).click();
  await expectProfile(stage, page);
});

for (const [moment, isHandled] of [
  ["before the answers have arrived", false],
  ["between the answers and the response", true],
] as const) {
  test(`the app sends the answers once when it is opened again after a kill ${moment}`, async ({
    stage,
  }) => {
    const member = await openMember(stage);
    const { context, page } = member;
    await ask(stage, member, "school:incomplete:Which school was it?");
    await answerSchool(stage, page);
    let nSent = 0;
    const reached = new Promise<void>((resolve) => {
      void context.route("**/user-profile/resubmission", async (route) => {
        nSent += 1;
        if (nSent > 1) return route.continue();
        if (isHandled) await route.fetch();
        resolve();
      });
    });
    await send(page);
    await reached;
    await crash(page);
    const again = await context.newPage();
    await again.goto(stage.server.url);
    if (isHandled) await again.getByRole("link", { name: "Your profile" }).click();
    await expectProfile(stage, again);
    expect(nSent).toBe(isHandled ? 1 : 2);
    await context.close();
  });
}

test("in a tunnel the form opens again with the answers, and they go out after it", async ({
  stage,
}) => {
  const member = await openMember(stage);
  const { context, page } = member;
  await ask(stage, member, "school:incomplete:Which school was it?");
  await page.goto(`${stage.server.url}/profile`);
  const open = () => page.getByRole("link", { name: "Answer", exact: true }).click();
  await open();
  await waitForHeading(page, "Work and education");
  const school = page.getByRole("textbox", { name: /^School/ });
  await school.fill("國立臺灣大學");
  await page.goBack();
  await page.getByText("Which school was it?").waitFor();
  await context.setOffline(true);
  await open();
  await waitForHeading(page, "Work and education");
  expect(await school.inputValue()).toBe("國立臺灣大學");
  await pressContinue(page);
  await waitForHeading(page, "Check your answers");
  await send(page);
  await waitForHeading(page, "Sending your profile");
  await page.getByText("Waiting until you’re online").waitFor();
  await page.getByText("You can close this page").waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "resubmission-sending");
  await context.setOffline(false);
  await expectProfile(stage, page);
});

test("cancelled answers are edited, and sent as they are then", async ({ stage }) => {
  const member = await openMember(stage);
  const { page } = member;
  await ask(stage, member, "school:incomplete:Which school was it?");
  await answerSchool(stage, page);
  await page.route("**/user-profile/resubmission", (route) => route.abort("connectionrefused"));
  await send(page);
  await page.getByText("We can’t reach the server right now").waitFor();
  await page.getByRole("button", { name: "Cancel and edit" }).click();
  await waitForHeading(page, "Check your answers");
  await page.getByText("It may have arrived already.").waitFor();
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await waitForHeading(page, "Work and education");
  await page.getByRole("textbox", { name: /^School/ }).fill("東京大学");
  await pressContinue(page);
  await page.unroute("**/user-profile/resubmission");
  await send(page);
  await page.waitForURL(`${stage.server.url}/profile`);
  await page.getByText("東京大学").waitFor();
});

/** Sends the answers as the same person on another device would. */
async function answerOnOtherDevice(
  stage: Stage,
  { userId, idToken }: Member,
  answers: object,
): Promise<void> {
  const call = async (method: string, path: string, body: object, headers: object) => {
    const answer = await fetch(`${stage.server.url}/api${path}`, {
      method,
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as { token: string };
  };
  const account = { account: userId, password: userId };
  const { token } = await call("POST", "/user/login", account, { "X-Line-Id-Token": idToken });
  const headers = { Authorization: `Bearer ${token}` };
  await call("PUT", "/user-profile/resubmission", answers, headers);
}

test("a person whose answers come too late sees the status, and why", async ({ stage }) => {
  const member = await openMember(stage);
  const { page } = member;
  await ask(stage, member, "school:incomplete:Which school was it?");
  await page.goto(`${stage.server.url}/register`);
  await waitForHeading(page, "Work and education");
  await page.getByRole("textbox", { name: /^School/ }).fill("國立臺灣大學");
  await pressContinue(page);
  await waitForHeading(page, "Check your answers");
  await answerOnOtherDevice(stage, member, { school: "東京大学" });
  await send(page);
  await page.waitForURL(`${stage.server.url}/profile`);
  await page.getByText("Your profile has changed in the meantime").waitFor();
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  await page.getByText("東京大学").waitFor();
});
