/** Journey 14: a device that keeps nothing, keeps something broken, or loses the page in the middle. */
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { type Device, isAt, launchIn, openLiffView } from "./devices";
import { agree, fill, fillForm, goOn, headings, isOn } from "./form";
import { drawMarked, readMark } from "./marked-pictures";
import { newPerson } from "./members";
import { type LineStage, lineTest as test } from "./stage";

const draftKey = "enmusubi:registerForm";

/** A newcomer in LINE, at the first screen of the form; `prepare` comes before the app does. */
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

/** Sends the form from its last page, and looks at what the server has of it. */
async function send(stage: LineStage, page: Page, userId: string): Promise<void> {
  await page.getByRole("button", { name: "Send for review" }).click();
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  const shown = await stage.server.run("review", "show", userId);
  expect(shown).toMatch(/^ {2}Nickname +小美$/m);
  expect(shown.match(/^ {2}Photo \d +http/gm)).toHaveLength(2);
}

const isWarned = (page: Page) => page.getByText("Your answers are not being kept").waitFor();

/** What a person sees who filled the form where nothing is kept: a warning on each page, and no fault. */
async function registersWithWarning(
  stage: LineStage,
  { page, troubles, userId }: Awaited<ReturnType<typeof openForm>>,
) {
  await fillForm(page, () => isWarned(page));
  await send(stage, page, userId);
  expect(troubles).toEqual([]);
}

test("a device whose storage is full warns, and the form goes through to the end", async ({
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
          // Full for this size; smaller ones may still fit.
        }
      }
    });
  });
  await registersWithWarning(stage, device);
});

test("a browser that forbids storage warns, and the form goes through to the end", async ({
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
  await registersWithWarning(stage, device);
});

test("where only pictures cannot be kept, it says so, and they are sent all the same", async ({
  stage,
}) => {
  const { page, troubles, userId } = await openForm(stage, (context) =>
    context.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("blocked", "SecurityError");
      };
    }),
  );
  await fillForm(page, async (heading) => {
    if (heading === "Photos") await isWarned(page);
  });
  await send(stage, page, userId);
  expect(troubles).toEqual([]);
});

test("an IndexedDB that never answers is waited for once, and holds nothing up after that", async ({
  stage,
}) => {
  const { page, troubles, userId } = await openForm(stage, (context) =>
    context.addInitScript(() => {
      // As WebKit's after a stay in the background: a request that nothing comes of.
      IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
    }),
  );
  await fillForm(page, async (heading) => {
    if (heading === "Photos") await isWarned(page);
  });
  await send(stage, page, userId);
  expect(troubles).toEqual([]);
});

/** Puts a text in the place of the draft while the app is not there to save over it. */
async function replaceDraft(stage: LineStage, { page }: Device, text: string): Promise<void> {
  await page.goto(`${stage.server.url}/builds/latest.json`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    draftKey,
    text,
  ] as const);
}

const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);

test("a draft that nobody can read is told of and kept, and the form starts empty", async ({
  stage,
}) => {
  const device = await openForm(stage);
  const { page, troubles } = device;
  await agree(page);
  await isOn(page, "Who you are");
  const broken = '{"schemaVersion":1,"nickname":"小';
  await replaceDraft(stage, device, broken);
  await launchIn(page, stage.line);
  await page.getByText("Your earlier draft could not be read").waitFor();
  await agree(page);
  await isOn(page, "Who you are");
  expect(await page.getByLabel("Nickname").inputValue()).toBe("");
  await fill["Who you are"](page);
  await goOn(page);
  await isOn(page, "Looks and life");
  expect(await stored(page, "enmusubi:registerFormUnread")).toBe(broken);
  expect(troubles).toEqual([]);
});

test("a draft of a newer build stays as it is until the person wants another one", async ({
  stage,
}) => {
  const device = await openForm(stage);
  const { page, troubles, userId } = device;
  await agree(page);
  await isOn(page, "Who you are");
  const newer = JSON.stringify({
    schemaVersion: 9999,
    account: userId,
    nickname: ["from the future"],
  });
  await replaceDraft(stage, device, newer);
  await launchIn(page, stage.line);
  await isOn(page, "This page needs an update");
  expect(await stored(page, draftKey)).toBe(newer);

  await page.getByRole("button", { name: "Start a new one" }).click();
  const question = page.getByRole("dialog");
  await question.getByRole("button", { name: "Start a new one" }).click();
  await agree(page);
  await isOn(page, "Who you are");
  expect(await page.getByLabel("Nickname").inputValue()).toBe("");
  await page.getByLabel("Nickname").fill("Me");
  await expect.poll(() => stored(page, draftKey)).toContain('"nickname":"Me"');
  expect(await stored(page, "enmusubi:registerFormUnread")).toBe(newer);
  expect(troubles).toEqual([]);
});

test("a page that crashes while a photo is picked comes back at that page with all photos", async ({
  stage,
}) => {
  const { context, page } = await openForm(stage);
  await agree(page);
  for (const heading of headings.slice(0, headings.indexOf("Photos"))) {
    await isOn(page, heading);
    await fill[heading](page);
    await goOn(page);
  }
  await isOn(page, "Photos");
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
  // There is no answer from a page that is gone.
  session.send("Page.crash").catch(() => undefined);
  await crashed;

  // LINE opens the view anew at the address it had.
  const again = await context.newPage();
  await launchIn(again, stage.line, "/register?page=photos");
  await isOn(again, "Photos");
  for (const [index, mark] of [11, 22].entries()) {
    const photo = again.getByRole("img", { name: `Photo ${index + 1}`, exact: true });
    await photo.waitFor();
    expect(await markOf(again, index + 1)).toBe(mark);
  }
  await again.getByRole("button", { name: "Back", exact: true }).click();
  await isOn(again, "Marriage plans");
});

/** The number in a photo as the form shows it. */
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

test("what is typed in two windows is in the one profile that the second of them sends", async ({
  stage,
}) => {
  const { context, page, troubles, userId } = await openForm(stage);
  await fillForm(page, async () => undefined);

  const other = await context.newPage();
  other.on("pageerror", (error) => troubles.push(String(error)));
  await launchIn(other, stage.line, "/register?page=about");
  await isOn(other, "About you");
  await other.getByLabel("A surprising thing about me").fill("Typed in the other window");
  await page.getByText("Typed in the other window").waitFor();
  await page.getByLabel("Anything you would like to tell us").fill("Typed in the first");

  await other.goto(`${stage.server.url}/register?page=check`);
  await isOn(other, "Check your answers");
  await send(stage, other, userId);
  const shown = await stage.server.run("review", "show", userId);
  expect(shown).toContain("Typed in the other window");
  expect(shown).toContain("Typed in the first");
  const listed = await stage.server.run("review", "list");
  expect(listed.match(new RegExp(userId, "g"))).toHaveLength(1);

  // The first window finds that there is a profile, and asks for nothing any more.
  await isAt(page, "/profile");
  await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
  expect(await stored(page, draftKey)).toBeNull();
  expect(troubles).toEqual([]);
});
