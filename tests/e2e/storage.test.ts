/** A device that stores nothing, has stored something broken, or loses the page. */
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { type Device, launchIn, openLiffView, waitForPath } from "./devices";
import { agree, fill, fillForm, headings, pressContinue, waitForHeading } from "./form";
import { drawMarked, readMark } from "./marked-pictures";
import { newPerson } from "./members";
import { type LineStage, lineTest as test } from "./stage";

const draftKey = "enmusubi:registerForm";

/** Opens the form for a new person in LINE; `prepare` changes the browser before the app starts. */
async function openForm(
  stage: LineStage,
  prepare: (context: BrowserContext) => Promise<unknown> = async () => undefined,
): Promise<Device & { userId: string }> {
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

const waitForWarning = (page: Page) => page.getByText("Your answers are not being kept").waitFor();

/** Registers on a device that stores nothing, where each page must show a warning. */
async function registerWithWarning(
  stage: LineStage,
  { page, pageErrors, userId }: Awaited<ReturnType<typeof openForm>>,
) {
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

test("the form warns where only photos cannot be stored, and sends them all the same", async ({
  stage,
}) => {
  const { page, pageErrors, userId } = await openForm(stage, (context) =>
    context.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("blocked", "SecurityError");
      };
    }),
  );
  await fillForm(page, async (heading) => {
    if (heading === "Photos") await waitForWarning(page);
  });
  await send(stage, page, userId);
  expect(pageErrors).toEqual([]);
});

test("the form waits for an IndexedDB that never answers only once", async ({ stage }) => {
  const { page, pageErrors, userId } = await openForm(stage, (context) =>
    context.addInitScript(() => {
      // After a stay in the background, WebKit returns such requests, which never get a result.
      IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
    }),
  );
  await fillForm(page, async (heading) => {
    if (heading === "Photos") await waitForWarning(page);
  });
  await send(stage, page, userId);
  expect(pageErrors).toEqual([]);
});

/** Replaces the draft while no page of the app is open that would save its own again. */
async function replaceDraft(stage: LineStage, { page }: Device, text: string): Promise<void> {
  await page.goto(`${stage.server.url}/builds/latest.json`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    draftKey,
    text,
  ] as const);
}

const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);

test("the form reports and keeps a draft that it cannot read, and starts empty", async ({
  stage,
}) => {
  const device = await openForm(stage);
  const { page, pageErrors } = device;
  await agree(page);
  await waitForHeading(page, "Who you are");
  const broken = '{"schemaVersion":1,"nickname":"小';
  await replaceDraft(stage, device, broken);
  await launchIn(page, stage.line);
  await page.getByText("Your earlier draft could not be read").waitFor();
  await agree(page);
  await waitForHeading(page, "Who you are");
  expect(await page.getByLabel("Nickname").inputValue()).toBe("");
  await fill["Who you are"](page);
  await pressContinue(page);
  await waitForHeading(page, "Looks and life");
  expect(await stored(page, "enmusubi:registerFormUnread")).toBe(broken);
  expect(pageErrors).toEqual([]);
});

test("a draft of a newer build stays unchanged until the person starts a new one", async ({
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
  expect(await stored(page, draftKey)).toBe(newer);

  await page.getByRole("button", { name: "Start a new one" }).click();
  const question = page.getByRole("dialog");
  await question.getByRole("button", { name: "Start a new one" }).click();
  await agree(page);
  await waitForHeading(page, "Who you are");
  expect(await page.getByLabel("Nickname").inputValue()).toBe("");
  await page.getByLabel("Nickname").fill("Me");
  await expect.poll(() => stored(page, draftKey)).toContain('"nickname":"Me"');
  expect(await stored(page, "enmusubi:registerFormUnread")).toBe(newer);
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
  const crashed = page.waitForEvent("crash");
  const session = await context.newCDPSession(page);
  // A crashed page never answers.
  session.send("Page.crash").catch(() => undefined);
  await crashed;

  // LINE opens the view again at its last address.
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

test("the profile that the second window sends holds what was typed in both windows", async ({
  stage,
}) => {
  const { context, page, pageErrors, userId } = await openForm(stage);
  await fillForm(page, async () => undefined);

  const other = await context.newPage();
  other.on("pageerror", (error) => pageErrors.push(String(error)));
  await launchIn(other, stage.line, "/register?page=about");
  await waitForHeading(other, "About you");
  await other.getByLabel("A surprising thing about me").fill("Typed in the other window");
  await page.getByText("Typed in the other window").waitFor();
  await page.getByLabel("Anything you would like to tell us").fill("Typed in the first");

  await other.goto(`${stage.server.url}/register?page=check`);
  await waitForHeading(other, "Check your answers");
  await send(stage, other, userId);
  const shown = await stage.server.run("review", "show", userId);
  expect(shown).toContain("Typed in the other window");
  expect(shown).toContain("Typed in the first");
  const listed = await stage.server.run("review", "list");
  expect(listed.match(new RegExp(userId, "g"))).toHaveLength(1);

  // The first window finds the profile and asks for nothing more.
  await waitForPath(page, "/profile");
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  expect(await stored(page, draftKey)).toBeNull();
  expect(pageErrors).toEqual([]);
});
