/** Journey 15: no network from the first page of the form on, until after it was sent. */
import { expect, type Page } from "@playwright/test";
import { launchIn, openLiffView } from "./devices";
import { agree, dialogsAreGone, fill, goOn, headings, isOn } from "./form";
import { newPerson } from "./members";
import { type LineStage, lineTest as test } from "./stage";

/** The form loads at leisure what its later steps need. */
const quietMs = 1500;

/** A newcomer at the first page of the form, which has loaded all it wants to. */
async function openWarmForm(stage: LineStage) {
  const person = newPerson();
  await stage.line.control({ person });
  const device = await openLiffView(stage.browser, stage.line);
  const { page } = device;
  let lastRequestMs = Date.now();
  page.on("request", () => {
    lastRequestMs = Date.now();
  });
  await launchIn(page, stage.line);
  await agree(page);
  await isOn(page, "Who you are");
  await expect.poll(() => Date.now() - lastRequestMs, { timeout: 20_000 }).toBeGreaterThan(quietMs);
  return { ...device, userId: person.userId };
}

/** Pictures and icons that did not come: their boxes are there, and nothing is in them. */
const brokenImages = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.images, (image) => ({ image, isIn: image.checkVisibility() }))
      .filter(({ image, isIn }) => isIn && image.complete && image.naturalWidth === 0)
      .map(({ image }) => image.currentSrc || image.outerHTML),
  );

test("without a network every page can be filled, the form is queued, and sent once there is one", async ({
  stage,
}) => {
  const { context, page, troubles, userId } = await openWarmForm(stage);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, protocol } = new URL(request.url());
    // The browser itself asks for the page's icon; and calls of the API may well be tried.
    const isExpected = request.resourceType() === "other" || pathname.startsWith("/api/");
    // A part of the app that is missing now cannot be had any more.
    if (protocol.startsWith("http") && !isExpected) asked.push(pathname);
  });
  await context.setOffline(true);
  for (const heading of headings) {
    await isOn(page, heading);
    await fill[heading](page);
    expect(await brokenImages(page), heading).toEqual([]);
    if (heading === "Check your answers") break;
    await goOn(page);
  }
  // Back and forth, by a link of the answers and by the browser.
  await page.getByRole("button", { name: "Change Looks and life" }).click();
  await isOn(page, "Looks and life");
  await page.goBack();
  await isOn(page, "Check your answers");

  await page.getByRole("button", { name: "Send for review" }).click();
  await isOn(page, "Sending your profile");
  await page.getByText("Waiting for a network").waitFor();
  await page.getByText("You may close this page").waitFor();
  expect(asked).toEqual([]);
  expect(await stage.server.run("review", "list")).not.toContain(userId);

  await context.setOffline(false);
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  expect(await stage.server.run("review", "show", userId)).toMatch(/^ {2}Nickname +小美$/m);
  expect(troubles).toEqual([]);
});

test("without a network a photo can be cropped and the language changed", async ({ stage }) => {
  const { context, page, troubles } = await openWarmForm(stage);
  await context.setOffline(true);
  await fill["Who you are"](page);
  for (const heading of headings.slice(1, headings.indexOf("Photos") + 1)) {
    await goOn(page);
    await isOn(page, heading);
    await fill[heading](page);
  }
  await page.getByRole("button", { name: "Edit photo 1" }).click();
  await page.getByRole("button", { name: "Adjust crop" }).click();
  const zoom = page.getByRole("slider");
  await zoom.focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Use this crop" }).click();
  await dialogsAreGone(page);
  await page.getByRole("img", { name: "Photo 1", exact: true }).waitFor();
  expect(await brokenImages(page)).toEqual([]);

  for (const [language, title] of [
    ["日本語", "写真"],
    ["繁體中文", "照片"],
    ["English", "Photos"],
  ] as const) {
    const list = page.getByRole("combobox").filter({ hasText: "日本語" });
    await list.selectOption({ label: language });
    await isOn(page, title);
  }
  expect(troubles).toEqual([]);
});

test("what did not load at first is loaded by itself, without anything being told of the network", async ({
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
  await isOn(page, "Who you are");
  const least = (counts: readonly number[]) => Math.min(...counts);
  await expect.poll(() => least(nTried), { timeout: 20_000 }).toBeGreaterThan(1);
  isBlocked = false;
  await expect.poll(() => least(nCame), { timeout: 60_000 }).toBeGreaterThan(0);
  await isOn(page, "Who you are");
  await context.setOffline(true);
  await fill["Who you are"](page);
  for (const heading of headings.slice(1, headings.indexOf("Photos") + 1)) {
    await goOn(page);
    await isOn(page, heading);
    await fill[heading](page);
  }
  await page.getByRole("button", { name: "Edit photo 1" }).click();
  await page.getByRole("dialog").waitFor();
});

test("a dialog that is tapped before it has loaded says so, and does not open later", async ({
  stage,
}) => {
  await stage.line.control({ person: newPerson() });
  const { context, page } = await openLiffView(stage.browser, stage.line);
  await context.route(/privacy-dialog/, (route) => route.abort("connectionfailed"));
  await launchIn(page, stage.line);
  await page.getByRole("button", { name: "Agree and start" }).waitFor();
  await context.setOffline(true);
  await page.getByRole("button", { name: /privacy policy/i }).click();
  await page.getByText("This could not be opened.").waitFor();
  await context.unroute(/privacy-dialog/);
  await context.setOffline(false);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
  await new Promise((done) => setTimeout(done, quietMs));
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.getByRole("button", { name: /privacy policy/i }).click();
  await page.getByRole("dialog").waitFor();
});

test("an app that was closed in a tunnel sends the form when it is opened again", async ({
  stage,
}) => {
  const { context, page, userId } = await openWarmForm(stage);
  await context.setOffline(true);
  for (const heading of headings) {
    await isOn(page, heading);
    await fill[heading](page);
    if (heading !== "Check your answers") await goOn(page);
  }
  await page.getByRole("button", { name: "Send for review" }).click();
  await page.getByText("Waiting for a network").waitFor();
  await page.close();

  await context.setOffline(false);
  const again = await context.newPage();
  await launchIn(again, stage.line);
  await again.getByRole("heading", { name: "Waiting for review" }).waitFor();
  expect(await stage.server.run("review", "show", userId)).toMatch(/^ {2}Nickname +小美$/m);
});
