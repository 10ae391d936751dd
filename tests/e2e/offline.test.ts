/** The device has no network from the first page of the form until after "Send". */
import { expect, type Page, type Request } from "@playwright/test";
import { launchIn, openLiffView } from "./devices";
import {
  agree,
  fill,
  headings,
  pressContinue,
  waitForHeading,
  waitForNoDialog,
  waitForWelcome,
} from "./form";
import { newPerson } from "./members";
import { type LineStage, lineTest as test } from "./stage";

/** The pause without requests after which the app has loaded everything. */
const quietMs = 1500;
/** The same pause in turns of the page's own timer, each of which waits until the page is idle. */
const quietTurns = 15;

/** Opens the first page of the form for a new person, and waits until the page has prefetched all others. */
async function openLoadedForm(stage: LineStage) {
  const person = newPerson();
  await stage.line.control({ person });
  const device = await openLiffView(stage.browser, stage.line);
  const { page } = device;
  const pending = new Set<Request>();
  let nRequests = 0;
  page.on("request", (request) => {
    nRequests += 1;
    pending.add(request);
  });
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
  await launchIn(page, stage.line);
  await agree(page);
  await waitForHeading(page, "Who you are");
  // A busy machine slows the page down too, so its own idle turns count and not the time.
  const waitForTurns = () =>
    page.evaluate(async (turns) => {
      for (let turn = 0; turn < turns; turn += 1) {
        await new Promise((done) => requestIdleCallback(() => setTimeout(done, 100)));
      }
    }, quietTurns);
  const isQuiet = async () => {
    const nBefore = nRequests;
    await waitForTurns();
    return nRequests === nBefore && pending.size === 0;
  };
  await expect.poll(isQuiet, { timeout: 60_000 }).toBe(true);
  return { ...device, userId: person.userId };
}

/** Returns the visible pictures and icons that did not load. */
const brokenImages = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.images, (image) => ({ image, isIn: image.checkVisibility() }))
      .filter(({ image, isIn }) => isIn && image.complete && image.naturalWidth === 0)
      .map(({ image }) => image.currentSrc || image.outerHTML),
  );

test("without a network a person fills every page, and the form is sent once the network is back", async ({
  stage,
}) => {
  const { context, page, pageErrors, userId } = await openLoadedForm(stage);
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname, protocol } = new URL(request.url());
    // The browser requests the page's icon, and the app may call the API.
    const isExpected = request.resourceType() === "other" || pathname.startsWith("/api/");
    // Any other request is for a part of the app that was not prefetched.
    if (protocol.startsWith("http") && !isExpected) requested.push(pathname);
  });
  await context.setOffline(true);
  for (const heading of headings) {
    await waitForHeading(page, heading);
    await fill[heading](page);
    await page.getByText("Offline, saved on this device", { exact: true }).waitFor();
    expect(await brokenImages(page), heading).toEqual([]);
    if (heading === "Check your answers") break;
    await pressContinue(page);
  }
  // Back and forth, by a button of the summary and by the browser.
  await page.getByRole("button", { name: "Change Looks and lifestyle" }).click();
  await waitForHeading(page, "Looks and lifestyle");
  await page.goBack();
  await waitForHeading(page, "Check your answers");

  await page.getByRole("button", { name: "Send for review" }).click();
  await waitForHeading(page, "Sending your profile");
  await page.getByText("Waiting until you’re online").waitFor();
  await page.getByText("You can close this page").waitFor();
  expect(requested).toEqual([]);
  expect(await stage.server.run("review", "list")).not.toContain(userId);

  await context.setOffline(false);
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  expect(await stage.server.run("review", "show", userId)).toMatch(/^ {2}Nickname +小美$/m);
  expect(pageErrors).toEqual([]);
});

test("without a network a person crops a photo and changes the language", async ({ stage }) => {
  const { context, page, pageErrors } = await openLoadedForm(stage);
  await context.setOffline(true);
  await fill["Who you are"](page);
  for (const heading of headings.slice(1, headings.indexOf("Photos") + 1)) {
    await pressContinue(page);
    await waitForHeading(page, heading);
    await fill[heading](page);
  }
  await page.getByRole("button", { name: "Edit photo 1" }).click();
  await page.getByRole("button", { name: "Adjust crop" }).click();
  const zoom = page.getByRole("slider");
  await zoom.focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Use this crop" }).click();
  await waitForNoDialog(page);
  await page.getByRole("img", { name: "Photo 1", exact: true }).waitFor();
  expect(await brokenImages(page)).toEqual([]);

  for (const [language, title] of [
    ["日本語", "写真"],
    ["繁體中文", "照片"],
    ["English", "Photos"],
  ] as const) {
    const list = page.getByRole("combobox").filter({ hasText: "日本語" });
    await list.selectOption({ label: language });
    await waitForHeading(page, title);
  }
  expect(pageErrors).toEqual([]);
});

test("the app loads again what failed at first, without an event of the network", async ({
  stage,
}) => {
  await stage.line.control({ person: newPerson() });
  const { context, page } = await openLiffView(stage.browser, stage.line);
  const late = [/photo-dialog/, /confirm-dialog/, /privacy-dialog/, /\/_icon\//];
  const nTried = late.map(() => 0);
  const nCame = late.map(() => 0);
  let isBlocked = true;
  for (const [index, address] of late.entries()) {
    await context.route(address, async (route) => {
      nTried[index] = (nTried[index] ?? 0) + 1;
      if (isBlocked) return await route.abort("connectionfailed");
      nCame[index] = (nCame[index] ?? 0) + 1;
      await route.continue();
    });
  }
  await launchIn(page, stage.line);
  await agree(page);
  await waitForHeading(page, "Who you are");
  const least = (counts: readonly number[]) => Math.min(...counts);
  await expect.poll(() => least(nTried), { timeout: 20_000 }).toBeGreaterThan(1);
  isBlocked = false;
  await expect.poll(() => least(nCame), { timeout: 60_000 }).toBeGreaterThan(0);
  await waitForHeading(page, "Who you are");
  await context.setOffline(true);
  await fill["Who you are"](page);
  for (const heading of headings.slice(1, headings.indexOf("Photos") + 1)) {
    await pressContinue(page);
    await waitForHeading(page, heading);
    await fill[heading](page);
  }
  await page.getByRole("button", { name: "Edit photo 1" }).click();
  await page.getByRole("dialog").waitFor();
});

test("the app reports a dialog that could not load, and does not open it later", async ({
  stage,
}) => {
  await stage.line.control({ person: newPerson() });
  const { context, page } = await openLiffView(stage.browser, stage.line);
  await context.route(/privacy-dialog/, (route) => route.abort("connectionfailed"));
  await launchIn(page, stage.line);
  await waitForWelcome(page);
  await context.setOffline(true);
  await page.getByRole("link", { name: "privacy policy" }).click();
  await page.getByText("We couldn’t open this.").waitFor();
  await context.unroute(/privacy-dialog/);
  await context.setOffline(false);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
  await new Promise((done) => setTimeout(done, quietMs));
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.getByRole("link", { name: "privacy policy" }).click();
  await page.getByRole("dialog").waitFor();
});

test("an app that was closed without a network sends the form when it is opened again", async ({
  stage,
}) => {
  const { context, page, userId } = await openLoadedForm(stage);
  await context.setOffline(true);
  for (const heading of headings) {
    await waitForHeading(page, heading);
    await fill[heading](page);
    if (heading !== "Check your answers") await pressContinue(page);
  }
  await page.getByRole("button", { name: "Send for review" }).click();
  await page.getByText("Waiting until you’re online").waitFor();
  await page.close();

  await context.setOffline(false);
  const again = await context.newPage();
  await launchIn(again, stage.line);
  await again.getByRole("heading", { name: "Waiting for review" }).waitFor();
  expect(await stage.server.run("review", "show", userId)).toMatch(/^ {2}Nickname +小美$/m);
});
