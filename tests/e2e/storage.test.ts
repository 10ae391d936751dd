/** Devices that store nothing or something broken, pages that crash, and two windows. */
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { findViolations } from "./accessibility";
import { takeScreenshots } from "./browser";
import { crash, type Device, launchIn, openLiffView, waitForPath } from "./devices";
import { agree, fill, fillForm, headings, pressContinue, waitForHeading } from "./form";
import { drawMarked, readMark } from "./marked-pictures";
import { newPerson } from "./members";
import { type LineStage, lineTest as test } from "./stage";

const keyOf = (userId: string, name = "draft") => `enmusubi:${userId}:${name}`;

type OpenForm = Device & { userId: string };

/** Opens the form for a new person in LINE; `prepare` changes the browser before the app starts. */
async function openForm(
  stage: LineStage,
  prepare: (context: BrowserContext) => Promise<unknown> = async () => undefined,
): Promise<OpenForm> {
  const person = newPerson();
  await stage.line.control({ person });
  const device = await openLiffView(stage.browser, stage.line);
  await prepare(device.context);
  await launchIn(device.page, stage.line);
  return { ...device, userId: person.userId };
}

/** Sends the form from its last page, and checks the profile that the server has. */
async function send(stage: LineStage, page: Page, userId: string): Promise<void> {
  await page.getByRole("button", { name: "Send for review" }).click();
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  const shown = await stage.server.run("review", "show", userId);
  expect(shown).toMatch(/^ {2}Nickname +小美$/m);
  expect(shown.match(/^ {2}Photo \d +http/gm)).toHaveLength(2);
}

const waitForWarning = (page: Page) => page.getByText("Your answers aren’t being saved").waitFor();

/** Fills and sends the form on a device that stores nothing: each page warns, and none fails. */
async function registerWithWarning(stage: LineStage, { page, pageErrors, userId }: OpenForm) {
  await fillForm(page, () => waitForWarning(page));
  await send(stage, page, userId);
  expect(pageErrors).toEqual([]);
}

test("a person registers on a device with a full storage and sees a warning on each page", async ({
  stage,
}) => {
  const device = await openForm(stage, async (context) => {
    const session = await context.newCDPSession(context.pages()[0] as Page);
    const { origin } = new URL(stage.server.url);
    await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 0 });
    await context.addInitScript(() => {
      if (!location.protocol.startsWith("http")) return;
      for (let size = 1 << 22; size >= 1; size >>= 1) {
        try {
          for (let part = 0; ; part += 1)
            localStorage.setItem(`full-${size}-${part}`, "x".repeat(size));
        } catch {
          // The storage is full for this size. Smaller texts may still fit.
        }
      }
    });
  });
  await registerWithWarning(stage, device);
});

test("a person registers in a browser that forbids storage and sees a warning on each page", async ({
  stage,
}) => {
  const device = await openForm(stage, (context) =>
    context.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      });
    }),
  );
  await registerWithWarning(stage, device);
});

/** Replaces the draft while no page of the app is open that would save its own again. */
async function replaceDraft(
  stage: LineStage,
  { page, userId }: OpenForm,
  text: string,
): Promise<void> {
  await page.goto(`${stage.server.url}/builds/latest.json`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    keyOf(userId),
    text,
  ] as const);
}

const stored = ({ page, userId }: OpenForm, name: string) =>
  page.evaluate((key) => localStorage.getItem(key), keyOf(userId, name));

test("the form says that it cannot read a draft, keeps its text, and starts empty", async ({
  stage,
}) => {
  const device = await openForm(stage);
  const { page, pageErrors } = device;
  await agree(page);
  await waitForHeading(page, "Who you are");
  const broken = '{"schemaVersion":1,"nickname":"小';
  await replaceDraft(stage, device, broken);
  await launchIn(page, stage.line);
  await page.getByText("We couldn’t read your earlier draft").waitFor();
  await agree(page);
  await waitForHeading(page, "Who you are");
  expect(await page.getByLabel("Nickname").inputValue()).toBe("");
  await fill["Who you are"](page);
  await pressContinue(page);
  await waitForHeading(page, "Looks and lifestyle");
  expect(await stored(device, "unreadDraft")).toBe(broken);
  expect(pageErrors).toEqual([]);
});

test("a draft of a newer build stays unchanged until the person wants another one", async ({
  stage,
}) => {
  const device = await openForm(stage);
  const { page, pageErrors, userId } = device;
  await agree(page);
  await waitForHeading(page, "Who you are");
  const newer = JSON.stringify({
    schemaVersion: 9999,
    account: userId,
    nickname: ["from the future"],
  });
  await replaceDraft(stage, device, newer);
  await launchIn(page, stage.line);
  await waitForHeading(page, "This page needs an update");
  expect(await stored(device, "draft")).toBe(newer);

  await page.getByRole("button", { name: "Start a new draft" }).click();
  const question = page.getByRole("dialog");
  await question.getByRole("button", { name: "Start a new draft" }).click();
  await agree(page);
  await waitForHeading(page, "Who you are");
  expect(await page.getByLabel("Nickname").inputValue()).toBe("");
  await page.getByLabel("Nickname").fill("Me");
  await expect.poll(() => stored(device, "draft")).toContain('"nickname":"Me"');
  expect(await stored(device, "unreadDraft")).toBe(newer);
  expect(pageErrors).toEqual([]);
});

test("a page that crashes while it prepares a photo opens again with all photos", async ({
  stage,
}) => {
  const { context, page } = await openForm(stage);
  await agree(page);
  for (const heading of headings.slice(0, headings.indexOf("Photos"))) {
    await waitForHeading(page, heading);
    await fill[heading](page);
    await pressContinue(page);
  }
  await waitForHeading(page, "Photos");
  const files = [await drawMarked(page, 11), await drawMarked(page, 22)];
  const [first, second] = files;
  if (!first || !second) throw new Error("two pictures were drawn");
  await page.getByLabel(/^Add photo 1/).setInputFiles(first);
  await page.getByRole("img", { name: "Photo 1", exact: true }).waitFor();
  await page.getByLabel(/^Add photo 2/).setInputFiles(second);
  // While the form says "Reading…" it has not stored the file yet, and a crash may lose it. Crash
  // at the first moment after that, when the form may still be preparing the picture.
  await page.getByRole("button", { name: "Edit photo 2" }).waitFor();
  await page.getByText("Reading…").waitFor({ state: "hidden" });
  await crash(page);

  // LINE opens the view again at the same address.
  const again = await context.newPage();
  await launchIn(again, stage.line, "/register?page=photos");
  await waitForHeading(again, "Photos");
  for (const [index, mark] of [11, 22].entries()) {
    const photo = again.getByRole("img", { name: `Photo ${index + 1}`, exact: true });
    await photo.waitFor();
    expect(await markOf(again, index + 1)).toBe(mark);
  }
  await again.getByRole("button", { name: "Back", exact: true }).click();
  await waitForHeading(again, "Marriage plans");
});

/** Returns the number in a photo that the form shows. */
async function markOf(page: Page, number: number): Promise<number | null> {
  const image = page.getByRole("img", { name: `Photo ${number}`, exact: true });
  const base64 = await image.evaluate(async (element) => {
    const shown = element as HTMLImageElement;
    await shown.decode();
    const canvas = new OffscreenCanvas(shown.naturalWidth, shown.naturalHeight);
    canvas.getContext("2d")?.drawImage(shown, 0, 0);
    const picture = await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer();
    return Array.from(new Uint8Array(picture), (byte) => String.fromCharCode(byte)).join("");
  });
  return await readMark(page, Uint8Array.from(Buffer.from(base64, "latin1")).buffer);
}

const elsewhere = "This form is open in another window";

/** Opens another window of the same person at a page of the form. */
async function openWindow(
  stage: LineStage,
  { context, pageErrors }: OpenForm,
  path: string,
): Promise<Page> {
  const page = await context.newPage();
  page.on("pageerror", (error) => pageErrors.push(String(error)));
  await launchIn(page, stage.line, path);
  return page;
}

test("the answers of two windows are in the one profile, and the form goes back and forth", async ({
  stage,
}) => {
  const device = await openForm(stage);
  const { page, pageErrors, userId } = device;
  await fillForm(page, async () => undefined);
  await page.getByLabel("Anything you’d like to tell us").fill("Typed in the first");

  // The second window takes the form over right after the last key.
  const other = await openWindow(stage, device, "/register?page=about");
  await waitForHeading(other, elsewhere);
  expect(await findViolations(other)).toEqual([]);
  await takeScreenshots(other, "elsewhere");
  expect(await other.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await other.getByRole("button", { name: "Continue here" }).click();
  await waitForHeading(other, "About you");
  await waitForHeading(page, elsewhere);
  await other.getByLabel("Something surprising about me").fill("Typed in the other window");

  // The second window closes, and the first one continues without a tap.
  await other.close({ runBeforeUnload: true });
  await waitForHeading(page, "Check your answers");
  await page.getByText("Typed in the other window").waitFor();
  expect(await page.getByLabel("Anything you’d like to tell us").inputValue()).toBe(
    "Typed in the first",
  );

  const third = await openWindow(stage, device, "/register?page=check");
  await waitForHeading(third, elsewhere);
  await third.getByRole("button", { name: "Continue here" }).click();
  await waitForHeading(third, "Check your answers");
  await send(stage, third, userId);
  const shown = await stage.server.run("review", "show", userId);
  expect(shown).toContain("Typed in the other window");
  expect(shown).toContain("Typed in the first");
  const listed = await stage.server.run("review", "list");
  expect(listed.match(new RegExp(userId, "g"))).toHaveLength(1);

  // The first window finds that there is a profile, and leaves the form.
  await waitForPath(page, "/");
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  expect(await stored(device, "draft")).toBeNull();
  expect(pageErrors).toEqual([]);
});

test("a window that hangs loses the form to the other one, and neither loses nor overwrites an answer", async ({
  stage,
}) => {
  const device = await openForm(stage);
  const { page, pageErrors } = device;
  await agree(page);
  await waitForHeading(page, "Who you are");
  await page.getByLabel("Nickname").fill("First");

  const other = await openWindow(stage, device, "/register?page=you");
  await waitForHeading(other, elsewhere);
  // A phone freezes a window in the background; this one is busy for as long, right after a key.
  const hangs = page.waitForEvent("console", (message) => message.text() === "hangs");
  const freeze = page.getByLabel("Nickname").evaluate((box: HTMLInputElement) => {
    box.select();
    document.execCommand("insertText", false, "Typed as it hung");
    console.log("hangs");
    for (const start = Date.now(); Date.now() < start + 5_000; ) {
      // It answers nothing.
    }
  });
  await hangs;
  await other.getByRole("button", { name: "Continue here" }).click();
  await waitForHeading(other, "Who you are");
  expect(await other.getByLabel("Nickname").inputValue()).toBe("Typed as it hung");
  await other.getByLabel("Nickname").fill("Second");
  await expect.poll(() => stored({ ...device, page: other }, "draft")).toContain("Second");
  await freeze;
  await waitForHeading(page, elsewhere);
  expect(await stored(device, "draft")).toContain("Second");

  await page.getByRole("button", { name: "Continue here" }).click();
  await waitForHeading(page, "Who you are");
  expect(await page.getByLabel("Nickname").inputValue()).toBe("Second");
  await waitForHeading(other, elsewhere);
  expect(pageErrors).toEqual([]);
});

test("a window shows what the browser refused to store, and has it again when the person continues there", async ({
  stage,
}) => {
  const device = await openForm(stage);
  const { page, pageErrors } = device;
  await agree(page);
  await waitForHeading(page, "Who you are");
  await page.getByLabel("Nickname").fill("First");
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.getByLabel("Nickname").fill("Typed into a full store");
  await page.getByText("Your answers aren’t being saved").waitFor();

  const other = await openWindow(stage, device, "/register?page=you");
  await other.getByRole("button", { name: "Continue here" }).click();
  await waitForHeading(other, "Who you are");
  expect(await other.getByLabel("Nickname").inputValue()).toBe("First");
  await waitForHeading(page, elsewhere);
  await page.getByText("Typed into a full store").waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshots(page, "elsewhere-unsaved");
  await page.emulateMedia({ colorScheme: "dark" });
  await takeScreenshots(page, "elsewhere-unsaved-dark");
  await page.emulateMedia({ colorScheme: null });

  await page.getByRole("button", { name: "Continue here" }).click();
  await waitForHeading(page, "Who you are");
  expect(await page.getByLabel("Nickname").inputValue()).toBe("Typed into a full store");
  expect(pageErrors).toEqual([]);
});
