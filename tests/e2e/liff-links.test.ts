/** Links that lead into the app, and links that try to lead out of it. */
import { expect, type Page } from "@playwright/test";
import { launchIn, openLiffView, openOtherBrowser, waitForPath } from "./devices";
import { waitForHeading } from "./form";
import { becomeMember } from "./members";
import { lineTest as test } from "./stage";

/** Addresses outside the app, in the spellings of a hostile link. */
const hostile = [
  "https://evil.example",
  "https://evil.example/profile",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/%5Cevil.example",
  "/%2F/evil.example",
  "%2F%2Fevil.example",
  "/\t/evil.example",
  "/profile/..//evil.example",
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
];

async function expectProfileAddress(page: Page): Promise<void> {
  await waitForHeading(page, "小明");
  const { pathname, search, hash } = new URL(page.url());
  expect(pathname + search + hash).toBe("/profile?a=b#c");
}

test("in LINE, a link to a page opens that page with its query and fragment", async ({ stage }) => {
  const { page, pageErrors } = await openLiffView(stage.browser, stage.line);
  await becomeMember(stage);
  await launchIn(page, stage.line, "/profile?a=b#c");
  await expectProfileAddress(page);
  expect(await stage.line.count("/liff/v1/authorize")).toBe(0);
  expect(pageErrors).toEqual([]);
});

test("in LINE, a link with `redirect` opens the page that it names", async ({ stage }) => {
  const { page } = await openLiffView(stage.browser, stage.line);
  await becomeMember(stage);
  await launchIn(page, stage.line, "?redirect=%2Fprofile%3Fa%3Db%23c");
  await expectProfileAddress(page);
});

test("outside LINE, `redirect` survives the login", async ({ stage }) => {
  const { page } = await openOtherBrowser(stage.browser, stage.line, { isDebug: true });
  await becomeMember(stage);
  await page.goto(`${stage.server.url}/?redirect=%2Fprofile%3Fa%3Db%23c`);
  await expectProfileAddress(page);
});

test("outside LINE, `liff.state` leads to its page after the login", async ({ stage }) => {
  const { page } = await openOtherBrowser(stage.browser, stage.line, { isDebug: true });
  await becomeMember(stage);
  await page.goto(`${stage.server.url}/?liff.state=%2Fprofile%3Fa%3Db%23c`);
  await expectProfileAddress(page);
});

test("the app ignores a `redirect` that leads out of it", async ({ stage }) => {
  const { page, pageErrors } = await openOtherBrowser(stage.browser, stage.line, {
    isDebug: true,
  });
  const foreign = await recordForeignCalls(page);
  await becomeMember(stage);
  for (const target of hostile) {
    await page.goto(`${stage.server.url}/?redirect=${encodeURIComponent(target)}`);
    await waitForHeading(page, "Hello, 小明");
    expect(new URL(page.url()).origin, target).toBe(stage.server.url);
    expect(new URL(page.url()).pathname, target).toBe("/");
  }
  expect(foreign).toEqual([]);
  expect(pageErrors).toEqual([]);
});

test("a `liff.state` that leads out of the app stays inside it", async ({ stage }) => {
  const { page, pageErrors } = await openLiffView(stage.browser, stage.line);
  const foreign = await recordForeignCalls(page);
  await becomeMember(stage);
  for (const target of hostile) {
    await page.goto("about:blank");
    await launchIn(page, stage.line, target);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(new URL(page.url()).origin, target).toBe(stage.server.url);
  }
  expect(foreign).toEqual([]);
  expect(pageErrors).toEqual([]);
});

/** Collects the calls to hosts that are neither ours nor LINE's, and the dialogs that a script opens. */
async function recordForeignCalls(page: Page): Promise<string[]> {
  const foreign: string[] = [];
  page.on("dialog", (dialog) => {
    foreign.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.route(
    ({ hostname }) => hostname.includes("evil"),
    (route) => {
      foreign.push(route.request().url());
      return route.abort();
    },
  );
  return foreign;
}

test("an unknown path shows that the page is missing and a link to the start page", async ({
  stage,
}) => {
  const { page } = await openLiffView(stage.browser, stage.line);
  await becomeMember(stage);
  await launchIn(page, stage.line, "/nowhere");
  await waitForHeading(page, "Page not found");
  await page.getByRole("link", { name: "Go to the start page" }).click();
  await waitForPath(page, "/");
  await waitForHeading(page, "Hello, 小明");
});
