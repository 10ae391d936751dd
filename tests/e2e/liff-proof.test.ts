/** Journey 8: proofs that are not accepted lead to one more login, then to a screen, never to a loop. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { launchIn, openElsewhere, openLiffView, tryAgain } from "./devices";
import { isOn } from "./form";
import { liffId } from "./line";
import { becomeMember, newPerson } from "./members";
import { setLineStage } from "./stage";

const stage = setLineStage();
const authorize = "access.line.me/liff/v1/authorize";
const hourMs = 60 * 60 * 1000;

/** The screen that stands still after the start-up gave up. */
async function isOnClockScreen(page: Page): Promise<void> {
  await isOn(page, "The app could not start");
  await page.getByText(/date and time/).waitFor();
}

/** As many logins as that, also a moment later: a loop would go on. */
async function hasLoggedIn(times: number, page: Page): Promise<void> {
  await page.waitForTimeout(1500);
  expect(await stage.line.count(authorize)).toBe(times);
}

test("outside LINE, an ID token that went stale since the last visit is renewed by one login", async () => {
  const { page } = await openElsewhere(stage.browser, stage.line, { isDebug: true });
  await stage.line.control({ person: newPerson() });
  await page.goto(`${stage.server.url}/`);
  await isOn(page, "Create your profile");
  await makeStale(page, "localStorage");
  await page.goto(`${stage.server.url}/`);
  await isOn(page, "Create your profile");
  await hasLoggedIn(2, page);
});

test("in LINE, an ID token that went stale while the app was open is renewed by one login", async () => {
  const { page } = await openLiffView(stage.browser, stage.line);
  await stage.line.control({ person: newPerson() });
  await launchIn(page, stage.line);
  await isOn(page, "Create your profile");
  await makeStale(page, "sessionStorage");
  await page.reload();
  await isOn(page, "Create your profile");
  await hasLoggedIn(1, page);
});

/** Puts an ID token in the place of the SDK's that ended meanwhile; nothing else proves who this is. */
async function makeStale(page: Page, store: "localStorage" | "sessionStorage"): Promise<void> {
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

test("in LINE, a device whose clock is behind logs in once more and is told to check the clock", async () => {
  const { context, page } = await openLiffView(stage.browser, stage.line);
  // The SDK finds the token good by this clock; the server does not.
  await context.clock.setSystemTime(Date.now() - 2 * hourMs);
  await stage.line.control({ person: newPerson(), idTokenFault: "expired" });
  await launchIn(page, stage.line);
  await isOnClockScreen(page);
  await hasLoggedIn(1, page);

  await stage.line.control({ idTokenFault: null });
  await tryAgain(page);
  await isOn(page, "Create your profile");
});

test("outside LINE, a device whose clock is behind logs in once more and is told to check the clock", async () => {
  const { context, page } = await openElsewhere(stage.browser, stage.line, { isDebug: true });
  await context.clock.setSystemTime(Date.now() - 2 * hourMs);
  await stage.line.control({ person: newPerson(), idTokenFault: "expired" });
  await page.goto(`${stage.server.url}/`);
  await isOnClockScreen(page);
  await hasLoggedIn(2, page);
});

test("in LINE, a device whose clock is ahead is told to check the clock", async () => {
  const { context, page } = await openLiffView(stage.browser, stage.line);
  await context.clock.setSystemTime(Date.now() + 2 * hourMs);
  await stage.line.control({ person: newPerson() });
  await launchIn(page, stage.line);
  await isOnClockScreen(page);
  expect(await stage.line.count(authorize)).toBeLessThanOrEqual(1);
});

test.each(["kid", "issuer", "audience", "algorithm", "signature"] as const)(
  "an ID token with a wrong %s starts nothing, and the screen says what LINE's SDK said",
  async (idTokenFault) => {
    const { page } = await openElsewhere(stage.browser, stage.line, { isDebug: true });
    await stage.line.control({ person: newPerson(), idTokenFault });
    await page.goto(`${stage.server.url}/`);
    await isOn(page, "The app could not start");
    await page.getByText("INVALID_ID_TOKEN").waitFor();
    await page.waitForTimeout(1000);
    expect(await stage.line.count(authorize)).toBeLessThanOrEqual(2);

    await stage.line.control({ idTokenFault: null });
    await tryAgain(page);
    await isOn(page, "Create your profile");
  },
);

test("an access token that LINE revoked leads through the login when it is tried again", async () => {
  const { page } = await openElsewhere(stage.browser, stage.line, { isDebug: true });
  await becomeMember(stage);
  await page.goto(`${stage.server.url}/`);
  await isOn(page, "Hello, 小明");
  await stage.line.control({ revokeAccessTokens: true });
  await page.goto(`${stage.server.url}/profile`);
  await isOn(page, "The app could not start");
  await tryAgain(page);
  await isOn(page, "小明");
  await hasLoggedIn(2, page);
});

test("who says no on LINE's login page is told so and can try again", async () => {
  const { page } = await openElsewhere(stage.browser, stage.line, { isDebug: true });
  await stage.line.control({ person: newPerson(), refusesLogin: true });
  await page.goto(`${stage.server.url}/`);
  await isOn(page, "The app could not start");
  await hasLoggedIn(1, page);

  await stage.line.control({ refusesLogin: false });
  await tryAgain(page);
  await isOn(page, "Create your profile");
});
