/** Journey 14: the form is sent once, with the network lost, the app killed and the server in trouble. */
import type { BrowserContext, Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import base from "../vectors/base.json";
import { isAt, launchIn, openLiffView } from "./devices";
import { agree, errorSummary, fill, isOn, summaryPaths } from "./form";
import { type LinePerson, liffId } from "./line";
import { newPerson } from "./members";
import { setLineStage } from "./stage";

const stage = setLineStage();

const send = (page: Page) => page.getByRole("button", { name: "Send for review" }).click();
const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** A complete form with two photos, on the list of answers and with nothing left to load. */
async function fillIn(): Promise<{ context: BrowserContext; page: Page; person: LinePerson }> {
  const person = newPerson();
  await stage.line.control({ person });
  const { context, page } = await openLiffView(stage.browser, stage.line);
  await launchIn(page, stage.line);
  await agree(page);
  await isOn(page, "Who you are");
  const { photoNameList: _, ...answers } = base;
  await page.evaluate((draft) => {
    const key = "enmusubi:registerForm";
    const { account, password, ...stored } = JSON.parse(localStorage.getItem(key) ?? "{}");
    localStorage.setItem(key, JSON.stringify({ ...draft, ...stored, account, password }));
  }, answers);
  await page.goto(`${stage.server.url}/register?page=photos`);
  await isOn(page, "Photos");
  await fill.Photos(page);
  await page.goto(`${stage.server.url}/register?page=check`);
  await isOn(page, "Check your answers");
  await page.waitForLoadState("networkidle");
  return { context, page, person };
}

/** The profile is there, once, with both photos, and the device has forgotten the form. */
async function hasArrived(page: Page, person: LinePerson, nickname = "小明"): Promise<void> {
  await isAt(page, "/profile");
  await isOn(page, nickname);
  for (const name of ["Photo 1", "Photo 2"]) {
    await page.getByRole("img", { name, exact: true }).waitFor();
  }
  const listed = await stage.server.run("review", "list");
  expect(listed.split(person.userId)).toHaveLength(2);
  await expect.poll(() => tracesOn(page)).toEqual([]);
}

/** What is still kept of a registration. */
function tracesOn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const gone = ["outbox", "registerForm", "registerPage", "profilePhotos", "registrationToken"];
    const keys = Object.keys(localStorage).filter((key) =>
      gone.includes(key.split(":").at(-1) ?? ""),
    );
    const files = await new Promise<string[]>((resolve) => {
      const opening = indexedDB.open("enmusubi:blobs");
      opening.onsuccess = () => {
        const all = opening.result.transaction("files").objectStore("files").getAllKeys();
        all.onsuccess = () => {
          opening.result.close();
          resolve(all.result.map(String));
        };
      };
    });
    return [...keys, ...files];
  });
}

/** Like LINE when the phone is short of memory: no event tells the page. */
async function kill(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  session.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close();
}

async function openAgain(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await launchIn(page, stage.line);
  return page;
}

const refuse = (status: number, code: string) => (route: Route) =>
  route.fulfill({
    status,
    contentType: "application/json",
    body: JSON.stringify({ code, cause: "" }),
  });

test("without a network the form waits, says so, and goes when the network is back", async () => {
  const { context, page, person } = await fillIn();
  await context.setOffline(true);
  await send(page);
  await isOn(page, "Sending your profile");
  await says(page, "Waiting for a network");
  await says(page, "You may close this page");
  await context.setOffline(false);
  await hasArrived(page, person);
});

/** The request at which the app is killed, and whether the server has answered it by then. */
test.each([
  ["before the first photo has arrived", "/file/tempUpload", 1, false],
  ["between the photos", "/file/tempUpload", 2, false],
  ["before the profile has arrived", "/user-profile", 1, false],
  ["between the profile and its answer", "/user-profile", 1, true],
] as const)(
  "killed %s, the app goes on when it is opened again",
  async (_, path, nth, isHandled) => {
    const { context, page, person } = await fillIn();
    let nSeen = 0;
    const reached = new Promise<void>((resolve) => {
      void context.route(`${stage.server.url}/api${path}`, async (route) => {
        nSeen += 1;
        if (nSeen !== nth) return route.continue();
        if (isHandled) await route.fetch();
        resolve();
      });
    });
    await send(page);
    await reached;
    await kill(context, page);
    await context.unrouteAll();
    await stage.line.standInFor(context);
    const again = await openAgain(context);
    if (isHandled) {
      await isOn(again, "Hello, 小明");
      await again.getByRole("link", { name: "Your profile" }).click();
    } else {
      await isOn(again, "Sending your profile");
    }
    await hasArrived(again, person);
  },
);

test("refused after it was opened anew, the form opens where it is to be mended and says why", async () => {
  const { context, page, person } = await fillIn();
  await page.route("**/api/user-profile", (route) => route.abort("connectionrefused"));
  await send(page);
  await says(page, "The server cannot be reached at the moment");
  await kill(context, page);
  await context.route("**/api/user-profile", (route) =>
    route.fulfill({
      status: 400,
      contentType: "application/json",
      body: JSON.stringify({
        code: "E002",
        cause: "",
        fields: [{ path: "nickname", code: "required", params: {} }],
      }),
    }),
  );
  const again = await openAgain(context);
  await isOn(again, "Who you are");
  expect(await summaryPaths(again)).toEqual(["nickname"]);
  expect(await errorSummary(again).evaluate((it) => it === document.activeElement)).toBe(true);
  await again.getByLabel("Nickname").fill("小華");
  await again.getByRole("button", { name: "Save changes" }).click();
  await isOn(again, "Check your answers");
  await context.unroute("**/api/user-profile");
  await send(again);
  await hasArrived(again, person, "小華");
});

test("a server in trouble is tried again until it is well", async () => {
  const { page, person } = await fillIn();
  await page.route("**/api/user-profile", refuse(503, "E503"), { times: 2 });
  await send(page);
  await says(page, "The server could not take it yet");
  await says(page, /^Next try in \d seconds?$/);
  await hasArrived(page, person);
});

test("a ticket that was revoked is replaced unseen", async () => {
  const { page, person } = await fillIn();
  await ruinTicket(page);
  await send(page);
  await hasArrived(page, person);
});

test("with LINE's proof gone stale as well, one login goes on where it stopped", async () => {
  const { page, person } = await fillIn();
  await ruinTicket(page);
  await makeStale(page);
  await send(page);
  await says(page, "Please log in to LINE again");
  expect(await stage.line.count("/liff/v1/authorize")).toBe(0);
  await page.getByRole("button", { name: "Log in to LINE again" }).click();
  await hasArrived(page, person);
});

test("a form that took longer than LINE's hour is sent all the same", async () => {
  const { page, person } = await fillIn();
  await makeStale(page);
  await send(page);
  await hasArrived(page, person);
});

test("a key that the server knows for something else is replaced", async () => {
  const { page, person } = await fillIn();
  await page.route("**/api/user-profile", refuse(409, "E004"), { times: 1 });
  await send(page);
  await hasArrived(page, person);
});

test("taken back in time, the form is edited and sent as it is then", async () => {
  const { page, person } = await fillIn();
  await page.route("**/api/user-profile", (route) => route.abort("connectionrefused"));
  await send(page);
  await says(page, "The server cannot be reached at the moment");
  await page.getByRole("button", { name: "Cancel and edit" }).click();
  await isOn(page, "Check your answers");
  await says(page, "It may have arrived already.");
  await page.goto(`${stage.server.url}/register?page=you`);
  await isOn(page, "Who you are");
  await page.getByLabel("Nickname").fill("小華");
  await page.unroute("**/api/user-profile");
  await page.goto(`${stage.server.url}/register?page=check`);
  await send(page);
  await hasArrived(page, person, "小華");
});

test("taken back too late, the person is told what stands there", async () => {
  const { page, person } = await fillIn();
  await page.route("**/api/user-profile", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.route("**/api/user/review-status/**", (route) => route.abort("connectionrefused"));
  await send(page);
  await says(page, "The server cannot be reached at the moment");
  await page.getByRole("button", { name: "Cancel and edit" }).click();
  await isOn(page, "Check your answers");
  await page.getByLabel("Anything you would like to tell us").fill("One more thing");
  await page.unrouteAll();
  await send(page);
  await isOn(page, "Your profile was already sent");
  await page.getByRole("button", { name: "See my profile" }).click();
  await hasArrived(page, person);
});

test("two windows send once, and neither asks for anything after it", async () => {
  const { context, page, person } = await fillIn();
  const other = await openAgain(context);
  await isOn(other, "Welcome back");
  await context.setOffline(true);
  await send(page);
  await says(page, "Waiting for a network");
  await says(other, "Another window is sending it");
  await context.setOffline(false);
  await hasArrived(page, person);
  await hasArrived(other, person);
});

async function ruinTicket(page: Page): Promise<void> {
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith(":registrationToken"));
    if (!key) throw new Error("there is no registration token yet");
    const { version, value } = JSON.parse(localStorage.getItem(key) ?? "null");
    const wrong = { ...value, token: "A".repeat(43) };
    localStorage.setItem(key, JSON.stringify({ version, value: wrong }));
  });
}

/** The page has been open for more than the hour of its ID token. */
async function makeStale(page: Page): Promise<void> {
  await stage.line.control({ idTokenFault: "expired" });
  const { idToken } = await stage.line.launch();
  await stage.line.control({ idTokenFault: null });
  await page.evaluate(([key, token]) => sessionStorage.setItem(key, JSON.stringify(token)), [
    `LIFF_STORE:${liffId}:IDToken`,
    idToken,
  ] as const);
}
