/** LINE or our server is unreachable or slow, or has forgotten the session. */
import { expect } from "@playwright/test";
import { launchIn, openLiffView, openOtherBrowser, tryAgain, waitForPath } from "./devices";
import { waitForHeading, waitForWelcome } from "./form";
import type { Fault } from "./line";
import { becomeMember, newPerson } from "./members";
import { lineTest as test } from "./stage";

test("without LINE the start reports it, and another try works once LINE is back", async ({
  stage,
}) => {
  const { page } = await openLiffView(stage.browser, stage.line);
  await stage.line.control({ person: newPerson() });
  const { url } = await stage.line.launch();
  stage.line.setReachable(false);
  await page.goto(url, { waitUntil: "commit" });
  await waitForHeading(page, "The app couldn’t start");
  await page
    .getByRole("alert")
    .or(page.getByText(/try again/i))
    .first()
    .waitFor();
  await tryAgain(page);
  await waitForHeading(page, "The app couldn’t start");

  stage.line.setReachable(true);
  await tryAgain(page);
  await waitForWelcome(page);
});

for (const [trouble, fault] of [
  ["the check of the access token fails", { call: "/oauth2/v2.1/verify", status: 500 }],
  ["LINE does not return the friendship", { call: "/friendship/v1/status", status: 500 }],
  ["LINE does not return the profile", { call: "/v2/profile", status: 500 }],
  ["LINE refuses too many calls", { call: "/friendship/v1/status", status: 429 }],
] satisfies [string, Fault][]) {
  test(`when ${trouble}, the start reports it, and another try works`, async ({ stage }) => {
    const { page } = await openLiffView(stage.browser, stage.line);
    await stage.line.control({ person: newPerson(), faults: [fault] });
    await launchIn(page, stage.line);
    await waitForHeading(page, "The app couldn’t start");

    await stage.line.control({ faults: [] });
    await tryAgain(page);
    await waitForWelcome(page);
  });
}

test("the loading overlay stays while the app waits for a slow LINE", async ({ stage }) => {
  const { page } = await openLiffView(stage.browser, stage.line);
  await stage.line.control({
    person: newPerson(),
    faults: [{ call: "/friendship/v1/status", delayMs: 3000 }],
  });
  const slowCall = page.waitForRequest(/friendship\/v1\/status/);
  await launchIn(page, stage.line);
  await slowCall;
  expect(await page.locator("#loading").isVisible()).toBe(true);
  await waitForWelcome(page);
  await page.locator("#loading").waitFor({ state: "hidden" });
});

test("one login at our server replaces a session that the server has forgotten", async ({
  stage,
}) => {
  const { context, page, pageErrors } = await openLiffView(stage.browser, stage.line);
  await becomeMember(stage);
  await launchIn(page, stage.line, "/profile");
  await waitForHeading(page, "小明");
  const logins: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/user/login")) logins.push(request.url());
  });
  const tokenCookie = async () => {
    const cookies = await context.cookies(stage.server.url);
    const value = cookies.find(({ name }) => name === "enmusubi_token")?.value ?? "";
    return decodeURIComponent(value).split(":");
  };
  const [owner] = await tokenCookie();
  const old = "A".repeat(43);
  const value = encodeURIComponent(`${owner}:${old}`);
  await context.addCookies([{ name: "enmusubi_token", value, url: stage.server.url }]);
  await page.reload();
  await waitForHeading(page, "小明");
  await page.waitForTimeout(1000);
  expect(logins).toHaveLength(1);
  expect(await stage.line.count("/liff/v1/authorize")).toBe(0);
  const [, token] = await tokenCookie();
  expect(token).toBeTruthy();
  expect(token).not.toBe(old);
  expect(pageErrors).toEqual([]);
});

test("a window sends nothing in the name of another LINE user who has logged in since", async ({
  stage,
}) => {
  const { context, page, pageErrors } = await openLiffView(stage.browser, stage.line);
  await becomeMember(stage);
  await launchIn(page, stage.line, "/profile");
  await waitForHeading(page, "小明");
  const other = await context.newPage();
  await becomeMember(stage);
  await launchIn(other, stage.line, "/profile");
  await waitForHeading(other, "小明");
  // The answer about the profile renews the cookie of the other window.
  await other.waitForLoadState("networkidle");
  const cookies = await context.cookies(stage.server.url);

  const sent: (string | undefined)[] = [];
  page.on("request", (request) => sent.push(request.headers().authorization));
  // The profile page asks the server again.
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await waitForPath(page, "/");
  await page.getByText("You’re logged out on this device.").waitFor();
  expect(sent.filter((authorization) => authorization !== undefined)).toEqual([]);
  expect(await context.cookies(stage.server.url)).toEqual(cookies);
  await other.reload();
  await waitForHeading(other, "小明");
  expect(pageErrors).toEqual([]);
});

test("while our server is unreachable, a banner reports it and the known profile stays", async ({
  stage,
}) => {
  const { page } = await openLiffView(stage.browser, stage.line);
  await becomeMember(stage);
  await launchIn(page, stage.line, "/profile");
  await waitForHeading(page, "小明");
  const banner = page.getByText("You’re offline. What you enter is saved, and we’ll keep trying.");
  expect(await banner.isVisible()).toBe(false);
  await page.route(`${stage.server.url}/api/**`, (route) => route.abort("connectionrefused"));
  await page.reload();
  await banner.waitFor();
  await waitForHeading(page, "小明");
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  await waitForPath(page, "/profile");

  await page.unroute(`${stage.server.url}/api/**`);
  await banner.waitFor({ state: "hidden", timeout: 60_000 });
  await waitForHeading(page, "小明");
});

test("without our server, a new person does not count as registered", async ({ stage }) => {
  const { page } = await openOtherBrowser(stage.browser, stage.line, { isDebug: true });
  await stage.line.control({ person: newPerson() });
  await page.route(`${stage.server.url}/api/**`, (route) => route.abort("connectionrefused"));
  await page.goto(`${stage.server.url}/`);
  await page.getByText("You’re offline. What you enter is saved, and we’ll keep trying.").waitFor();
  await waitForHeading(page, "Up to five people a day who fit you");
  await page.unroute(`${stage.server.url}/api/**`);
  await waitForWelcome(page);
});

test("the reports that the page sends hold no token and no user id", async ({ stage }) => {
  const { page } = await openLiffView(stage.browser, stage.line);
  const person = newPerson();
  await stage.line.control({ person });
  const { url, idToken, accessToken } = await stage.line.launch("/profile?a=b");
  const reports: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/logger")) reports.push(request.postData() ?? "");
  });
  stage.line.setReachable(false);
  await page.goto(url, { waitUntil: "commit" });
  await waitForHeading(page, "The app couldn’t start");
  await expect.poll(() => reports.length).toBeGreaterThan(0);
  for (const secret of [idToken, accessToken, person.userId, "access_token"]) {
    expect(reports.join("\n")).not.toContain(secret);
  }
});
