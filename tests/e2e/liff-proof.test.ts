/** ID tokens that the server refuses: the app logs in once more, then shows a screen, and never loops. */
import { expect, type Page } from "@playwright/test";
import { launchIn, openLiffView, openOtherBrowser, tryAgain } from "./devices";
import { waitForHeading, waitForWelcome } from "./form";
import { liffId } from "./line";
import { becomeMember, newPerson } from "./members";
import { type LineStage, lineTest as test } from "./stage";

const authorize = "access.line.me/liff/v1/authorize";
const hourMs = 60 * 60 * 1000;

/** Waits for the screen that stays after the start-up has given up. */
async function waitForClockScreen(page: Page): Promise<void> {
  await waitForHeading(page, "The app couldn’t start");
  await page.getByText(/date and time/).waitFor();
}

/** Checks the number of logins now and a moment later, because a loop would go on. */
async function expectLogins(stage: LineStage, times: number, page: Page): Promise<void> {
  await page.waitForTimeout(1500);
  expect(await stage.line.count(authorize)).toBe(times);
}

test("outside LINE, one login renews an ID token that has expired since the last visit", async ({
  stage,
}) => {
  const { page } = await openOtherBrowser(stage.browser, stage.line, { isDebug: true });
  await stage.line.control({ person: newPerson() });
  await page.goto(`${stage.server.url}/`);
  await waitForWelcome(page);
  await expireIdToken(stage, page, "localStorage");
  await page.goto(`${stage.server.url}/`);
  await waitForWelcome(page);
  await expectLogins(stage, 2, page);
});

test("in LINE, one login renews an ID token that expired while the app was open", async ({
  stage,
}) => {
  const { page } = await openLiffView(stage.browser, stage.line);
  await stage.line.control({ person: newPerson() });
  await launchIn(page, stage.line);
  await waitForWelcome(page);
  await expireIdToken(stage, page, "sessionStorage");
  await page.reload();
  await waitForWelcome(page);
  await expectLogins(stage, 1, page);
});

/** Replaces the ID token of the SDK by an expired one, and deletes the registration token, so that the person has no valid credentials. */
async function expireIdToken(
  stage: LineStage,
  page: Page,
  store: "localStorage" | "sessionStorage",
): Promise<void> {
  await stage.line.control({ idTokenFault: "expired" });
  const { idToken } = await stage.line.launch();
  await stage.line.control({ idTokenFault: null });
  await page.evaluate(
    ([where, key, token]) => {
      if (window[where].getItem(key) === null) throw new Error("the SDK keeps it elsewhere");
      window[where].setItem(key, JSON.stringify(token));
      const isToken = (name: string) => name.endsWith(":registrationToken");
      for (const name of Object.keys(localStorage).filter(isToken)) localStorage.removeItem(name);
    },
    [store, `LIFF_STORE:${liffId}:IDToken`, idToken] as const,
  );
}

test("in LINE, a device whose clock is behind logs in once more and says to check the clock", async ({
  stage,
}) => {
  const { context, page } = await openLiffView(stage.browser, stage.line);
  // By this clock the SDK accepts the token. The server refuses it.
  await context.clock.setSystemTime(Date.now() - 2 * hourMs);
  await stage.line.control({ person: newPerson(), idTokenFault: "expired" });
  await launchIn(page, stage.line);
  await waitForClockScreen(page);
  await expectLogins(stage, 1, page);

  await stage.line.control({ idTokenFault: null });
  await tryAgain(page);
  await waitForWelcome(page);
});

test("outside LINE, a device whose clock is behind logs in once more and says to check the clock", async ({
  stage,
}) => {
  const { context, page } = await openOtherBrowser(stage.browser, stage.line, { isDebug: true });
  await context.clock.setSystemTime(Date.now() - 2 * hourMs);
  await stage.line.control({ person: newPerson(), idTokenFault: "expired" });
  await page.goto(`${stage.server.url}/`);
  await waitForClockScreen(page);
  await expectLogins(stage, 2, page);
});

test("in LINE, a device whose clock is ahead says to check the clock", async ({ stage }) => {
  const { context, page } = await openLiffView(stage.browser, stage.line);
  await context.clock.setSystemTime(Date.now() + 2 * hourMs);
  await stage.line.control({ person: newPerson() });
  await launchIn(page, stage.line);
  await waitForClockScreen(page);
  expect(await stage.line.count(authorize)).toBeLessThanOrEqual(1);
});

for (const idTokenFault of ["kid", "issuer", "audience", "algorithm", "signature"] as const) {
  test(`the app does not start with a wrong ${idTokenFault} in the ID token, and shows the error of LINE's SDK`, async ({
    stage,
  }) => {
    const { page } = await openOtherBrowser(stage.browser, stage.line, { isDebug: true });
    await stage.line.control({ person: newPerson(), idTokenFault });
    await page.goto(`${stage.server.url}/`);
    await waitForHeading(page, "The app couldn’t start");
    await page.getByText("INVALID_ID_TOKEN").waitFor();
    await page.waitForTimeout(1000);
    expect(await stage.line.count(authorize)).toBeLessThanOrEqual(2);

    await stage.line.control({ idTokenFault: null });
    await tryAgain(page);
    await waitForWelcome(page);
  });
}

test("after LINE has revoked the access token, another try leads through the login", async ({
  stage,
}) => {
  const { page } = await openOtherBrowser(stage.browser, stage.line, { isDebug: true });
  await becomeMember(stage);
  await page.goto(`${stage.server.url}/`);
  await waitForHeading(page, "Hello, 小明");
  await stage.line.control({ revokeAccessTokens: true });
  await page.goto(`${stage.server.url}/profile`);
  await waitForHeading(page, "The app couldn’t start");
  await tryAgain(page);
  await waitForHeading(page, "小明");
  await expectLogins(stage, 2, page);
});

test("a person who refuses LINE's login page can try again", async ({ stage }) => {
  const { page } = await openOtherBrowser(stage.browser, stage.line, { isDebug: true });
  await stage.line.control({ person: newPerson(), refusesLogin: true });
  await page.goto(`${stage.server.url}/`);
  await waitForHeading(page, "The app couldn’t start");
  await expectLogins(stage, 1, page);

  await stage.line.control({ refusesLogin: false });
  await tryAgain(page);
  await waitForWelcome(page);
});
