/** Journey 6: links that lead into the app, and links that try to lead out of it. */
import { expect, type Page } from "@playwright/test";
import { isAt, launchIn, openElsewhere, openLiffView } from "./devices";
import { isOn } from "./form";
import { becomeMember } from "./members";
import { lineTest as test } from "./stage";

/** Places outside the app, as a hostile link may spell them. */
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

async function isAtProfileWithAll(page: Page): Promise<void> {
  await isOn(page, "小明");
  const { pathname, search, hash } = new URL(page.url());
  expect(pathname + search + hash).toBe("/profile?a=b#c");
}

test("in LINE, a link to a place opens that place with its query and fragment", async ({
  stage,
}) => {
  const { page, troubles } = await openLiffView(stage.browser, stage.line);
  await becomeMember(stage);
  await launchIn(page, stage.line, "/profile?a=b#c");
  await isAtProfileWithAll(page);
  expect(await stage.line.count("/liff/v1/authorize")).toBe(0);
  expect(troubles).toEqual([]);
});

test("in LINE, a link with `redirect` opens the place it names", async ({ stage }) => {
  const { page } = await openLiffView(stage.browser, stage.line);
  await becomeMember(stage);
  await launchIn(page, stage.line, "?redirect=%2Fprofile%3Fa%3Db%23c");
  await isAtProfileWithAll(page);
});

test("outside LINE, `redirect` survives the login", async ({ stage }) => {
  const { page } = await openElsewhere(stage.browser, stage.line, { isDebug: true });
  await becomeMember(stage);
  await page.goto(`${stage.server.url}/?redirect=%2Fprofile%3Fa%3Db%23c`);
  await isAtProfileWithAll(page);
});

test("outside LINE, `liff.state` leads to its place after the login", async ({ stage }) => {
  const { page } = await openElsewhere(stage.browser, stage.line, { isDebug: true });
  await becomeMember(stage);
  await page.goto(`${stage.server.url}/?liff.state=%2Fprofile%3Fa%3Db%23c`);
  await isAtProfileWithAll(page);
});

test("a `redirect` that leads out of the app is as if it were not there", async ({ stage }) => {
  const { page, troubles } = await openElsewhere(stage.browser, stage.line, {
    isDebug: true,
  });
  const foreign = await watchForeignCalls(page);
  await becomeMember(stage);
  for (const target of hostile) {
    await page.goto(`${stage.server.url}/?redirect=${encodeURIComponent(target)}`);
    await isOn(page, "Hello, 小明");
    expect(new URL(page.url()).origin, target).toBe(stage.server.url);
    expect(new URL(page.url()).pathname, target).toBe("/");
  }
  expect(foreign).toEqual([]);
  expect(troubles).toEqual([]);
});

test("a `liff.state` that leads out of the app stays inside it", async ({ stage }) => {
  const { page, troubles } = await openLiffView(stage.browser, stage.line);
  const foreign = await watchForeignCalls(page);
  await becomeMember(stage);
  for (const target of hostile) {
    await page.goto("about:blank");
    await launchIn(page, stage.line, target);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(new URL(page.url()).origin, target).toBe(stage.server.url);
  }
  expect(foreign).toEqual([]);
  expect(troubles).toEqual([]);
});

/** What the page asks of hosts that are neither ours nor LINE's; a dialog counts as such a call. */
async function watchForeignCalls(page: Page): Promise<string[]> {
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

test("a path that is no page says so, and leads to the start page", async ({ stage }) => {
  const { page } = await openLiffView(stage.browser, stage.line);
  await becomeMember(stage);
  await launchIn(page, stage.line, "/nowhere");
  await isOn(page, "Page not found");
  await page.getByRole("link", { name: "To the start page" }).click();
  await isAt(page, "/");
  await isOn(page, "Hello, 小明");
});
