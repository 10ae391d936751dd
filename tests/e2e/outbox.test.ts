/** The form is sent once, although the network is lost, the app is killed or the server is in trouble. */
import { type BrowserContext, expect, type Page, type Route } from "@playwright/test";
import { crash, launchIn, openLiffView, waitForPath } from "./devices";
import { storeAnswers } from "./filled-form";
import { agree, errorSummary, fill, summaryPaths, waitForHeading } from "./form";
import { type LinePerson, liffId } from "./line";
import { newPerson } from "./members";
import { type LineStage, lineTest as test } from "./stage";

const send = (page: Page) => page.getByRole("button", { name: "Send for review" }).click();
const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** Opens a complete form with two photos at the list of answers, and waits until everything has loaded. */
async function openFilledForm(
  stage: LineStage,
): Promise<{ context: BrowserContext; page: Page; person: LinePerson }> {
  const person = newPerson();
  await stage.line.control({ person });
  const { context, page } = await openLiffView(stage.browser, stage.line);
  await launchIn(page, stage.line);
  await agree(page);
  await waitForHeading(page, "Who you are");
  await storeAnswers(page);
  await page.goto(`${stage.server.url}/register?page=photos`);
  await waitForHeading(page, "Photos");
  await fill.Photos(page);
  await page.goto(`${stage.server.url}/register?page=check`);
  await waitForHeading(page, "Check your answers");
  await page.waitForLoadState("networkidle");
  return { context, page, person };
}

/** The server has one profile with both photos, and the device has deleted the form. */
async function expectProfile(
  stage: LineStage,
  page: Page,
  person: LinePerson,
  nickname = "小明",
): Promise<void> {
  await waitForPath(page, "/profile");
  await waitForHeading(page, nickname);
  for (const name of ["Photo 1", "Photo 2"]) {
    await page.getByRole("img", { name, exact: true }).waitFor();
  }
  const listed = await stage.server.run("review", "list");
  expect(listed.split(person.userId)).toHaveLength(2);
  await expect.poll(() => listStoredEntries(page)).toEqual([]);
}

/** The home page says that the profile waits for its review, and leads to it. */
async function expectSent(...[stage, page, ...rest]: Parameters<typeof expectProfile>) {
  await waitForPath(page, "/");
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  await page.getByRole("link", { name: "Your profile" }).click();
  await expectProfile(stage, page, ...rest);
}

/** Returns the names of records and files of the form that are still on the device. */
function listStoredEntries(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const keys = Object.keys(localStorage).filter((key) => /^enmusubi:.*:/.test(key));
    const files = await new Promise<string[]>((resolve) => {
      const opening = indexedDB.open("enmusubi");
      opening.onsuccess = () => {
        const all = opening.result.transaction("files").objectStore("files").getAllKeys();
        all.onsuccess = () => {
          opening.result.close();
          resolve(all.result.map(String));
        };
      };
    });
    return [...keys, ...files];
  });
}

async function reopen(stage: LineStage, context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await launchIn(page, stage.line);
  return page;
}

const refuse = (status: number, code: string) => (route: Route) =>
  route.fulfill({
    status,
    contentType: "application/json",
    body: JSON.stringify({ code, cause: "" }),
  });

test("without a network the form waits, says so, and leaves when the network is back", async ({
  stage,
}) => {
  const { context, page, person } = await openFilledForm(stage);
  await context.setOffline(true);
  await send(page);
  await waitForHeading(page, "Sending your profile");
  await waitForText(page, "Waiting until you’re online");
  await waitForText(page, "You can close this page");
  await context.setOffline(false);
  await expectSent(stage, page, person);
});

/** The request at which the app is killed; `isHandled` if the server has answered it by then. */
for (const [moment, path, nth, isHandled] of [
  ["before the first photo has arrived", "/file/tempUpload", 1, false],
  ["between the photos", "/file/tempUpload", 2, false],
  ["before the profile has arrived", "/user-profile", 1, false],
  ["between the profile and its answer", "/user-profile", 1, true],
] as const) {
  test(`the app continues to send when it is opened again after a kill ${moment}`, async ({
    stage,
  }) => {
    const { context, page, person } = await openFilledForm(stage);
    let nSeen = 0;
    const reached = new Promise<void>((resolve) => {
      void context.route(`${stage.server.url}/api${path}`, async (route) => {
        nSeen += 1;
        if (nSeen !== nth) return route.continue();
        if (isHandled) await route.fetch();
        resolve();
      });
    });
    await send(page);
    await reached;
    await crash(page);
    await context.unrouteAll();
    await stage.line.routeCalls(context);
    const again = await reopen(stage, context);
    await waitForHeading(again, isHandled ? "Hello, 小明" : "Sending your profile");
    await expectSent(stage, again, person);
  });
}

test("rejected after a restart, the form opens at the page to correct and says why", async ({
  stage,
}) => {
  const { context, page, person } = await openFilledForm(stage);
  await page.route("**/api/user-profile", (route) => route.abort("connectionrefused"));
  await send(page);
  await waitForText(page, "We can’t reach the server right now");
  await crash(page);
  await context.route("**/api/user-profile", (route) =>
    route.fulfill({
      status: 400,
      contentType: "application/json",
      body: JSON.stringify({
        code: "E002",
        cause: "",
        fields: [{ path: "nickname", code: "required", params: {} }],
      }),
    }),
  );
  const again = await reopen(stage, context);
  await waitForHeading(again, "Who you are");
  expect(await summaryPaths(again)).toEqual(["nickname"]);
  expect(await errorSummary(again).evaluate((it) => it === document.activeElement)).toBe(true);
  await again.getByLabel("Nickname").fill("小華");
  await again.getByRole("button", { name: "Save changes" }).click();
  await waitForHeading(again, "Check your answers");
  await context.unroute("**/api/user-profile");
  await send(again);
  await expectSent(stage, again, person, "小華");
});

test("the page retries until a server in trouble answers", async ({ stage }) => {
  const { page, person } = await openFilledForm(stage);
  await page.route("**/api/user-profile", refuse(503, "E503"), { times: 2 });
  await send(page);
  await waitForText(page, "The server couldn’t take it just now");
  await waitForText(page, /^Trying again in \d seconds?$/);
  await expectSent(stage, page, person);
});

test("the page replaces a revoked token without a word", async ({ stage }) => {
  const { page, person } = await openFilledForm(stage);
  await breakRegistrationToken(page);
  await send(page);
  await expectSent(stage, page, person);
});

test("if LINE's ID token is too old as well, sending continues after one login", async ({
  stage,
}) => {
  const { page, person } = await openFilledForm(stage);
  await breakRegistrationToken(page);
  await expireIdToken(stage, page);
  await send(page);
  await waitForText(page, "Please log in to LINE again");
  expect(await stage.line.count("/liff/v1/authorize")).toBe(0);
  await page.getByRole("button", { name: "Log in to LINE again" }).click();
  await expectSent(stage, page, person);
});

test("a form that took longer than the hour of LINE's ID token is sent", async ({ stage }) => {
  const { page, person } = await openFilledForm(stage);
  await expireIdToken(stage, page);
  await send(page);
  await expectSent(stage, page, person);
});

test("the page replaces an idempotency key that the server knows from another form", async ({
  stage,
}) => {
  const { page, person } = await openFilledForm(stage);
  await page.route("**/api/user-profile", refuse(409, "E004"), { times: 1 });
  await send(page);
  await expectSent(stage, page, person);
});

test("cancelled in time, the form is edited and sent as it is then", async ({ stage }) => {
  const { page, person } = await openFilledForm(stage);
  await page.route("**/api/user-profile", (route) => route.abort("connectionrefused"));
  await send(page);
  await waitForText(page, "We can’t reach the server right now");
  await page.getByRole("button", { name: "Cancel and edit" }).click();
  await waitForHeading(page, "Check your answers");
  await waitForText(page, "It may have arrived already.");
  await page.goto(`${stage.server.url}/register?page=you`);
  await waitForHeading(page, "Who you are");
  await page.getByLabel("Nickname").fill("小華");
  await page.unroute("**/api/user-profile");
  await page.goto(`${stage.server.url}/register?page=check`);
  await send(page);
  await expectSent(stage, page, person, "小華");
});

test("cancelled too late, the person learns which version the server has", async ({ stage }) => {
  const { page, person } = await openFilledForm(stage);
  await page.route("**/api/user-profile", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.route("**/api/user/review-status/**", (route) => route.abort("connectionrefused"));
  await send(page);
  await waitForText(page, "We can’t reach the server right now");
  await page.getByRole("button", { name: "Cancel and edit" }).click();
  await waitForHeading(page, "Check your answers");
  await page.getByLabel("Anything you’d like to tell us").fill("One more thing");
  await page.unrouteAll();
  await send(page);
  await waitForHeading(page, "Your profile was already sent");
  await page.getByRole("button", { name: "See my profile" }).click();
  await expectProfile(stage, page, person);
});

test("a window that takes the form over sends it once, and both windows show the profile", async ({
  stage,
}) => {
  const { context, page, person } = await openFilledForm(stage);
  const other = await reopen(stage, context);
  await waitForHeading(other, "This form is open in another window");
  await context.setOffline(true);
  await send(page);
  await waitForText(page, "Waiting until you’re online");
  await other.getByRole("button", { name: "Continue here" }).click();
  await waitForText(other, "Waiting until you’re online");
  await waitForHeading(page, "This form is open in another window");
  await context.setOffline(false);
  await expectSent(stage, page, person);
  await expectSent(stage, other, person);
});

async function breakRegistrationToken(page: Page): Promise<void> {
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith(":registrationToken"));
    if (!key) throw new Error("there is no registration token yet");
    const { version, value } = JSON.parse(localStorage.getItem(key) ?? "null");
    const wrong = { ...value, token: "A".repeat(43) };
    localStorage.setItem(key, JSON.stringify({ version, value: wrong }));
  });
}

/** Replaces the ID token by an expired one, as if the page had been open for more than an hour. */
async function expireIdToken(stage: LineStage, page: Page): Promise<void> {
  await stage.line.control({ idTokenFault: "expired" });
  const { idToken } = await stage.line.launch();
  await stage.line.control({ idTokenFault: null });
  await page.evaluate(([key, token]) => sessionStorage.setItem(key, JSON.stringify(token)), [
    `LIFF_STORE:${liffId}:IDToken`,
    idToken,
  ] as const);
}
