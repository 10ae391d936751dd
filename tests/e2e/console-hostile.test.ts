/** Members who write script into every text that a reviewer reads. Nothing of it may run in the console. */
import { expect, type Page } from "@playwright/test";
import { takeScreenshots } from "./browser";
import { takeNext, consoleTest as test } from "./console-stage";
import { man, woman } from "./meeting-stage";
import { logIn, makeMatch } from "./member-calls";
import { registerApplicant, registerMember } from "./members";

/** Fits the shortest text, a nickname of 20 characters. */
const short = "<svg onload=ran()>";
const long = `<img src=x onerror="ran()"><script>ran()</script><a href="javascript:ran()">a link</a>`;
const longTexts = [
  "aboutMe",
  "datingQuestion",
  "dailyLife",
  "surprisePoint",
  "feedback",
  "address",
  "achievement",
  "verifyDescription",
];
const hostile = {
  nickname: short,
  name: `1 ${short}`,
  occupation: `2 ${short}`,
  school: `3 ${short}`,
  reviewLink: `https://example.com/?a="><script>ran()</script>`,
  ...Object.fromEntries(longTexts.map((field) => [field, `${field} ${long}`])),
};

interface Trap {
  /** Returns the requests that went anywhere but to our server. */
  foreign: () => string[];
  /** Returns true if a script of a text has run, or the policy had to stop one. */
  hasRun: () => Promise<boolean>;
}

/** Watches a page for anything that a text has made it do. */
async function setTrap(page: Page, origin: string): Promise<Trap> {
  const foreign: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(blob|data):/.test(url)) foreign.push(url);
  });
  page.on("dialog", (dialog) => {
    foreign.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const watch = () => {
    const note = () => sessionStorage.setItem("ran", "true");
    Object.assign(window, { ran: note });
    addEventListener("securitypolicyviolation", note);
  };
  await page.addInitScript(watch);
  await page.evaluate(watch);
  return {
    foreign: () => foreign,
    hasRun: () => page.evaluate(() => sessionStorage.getItem("ran") !== null),
  };
}

test("script in the texts of a profile, an appeal, a note and a report stays text", async ({
  console: { server, openAs },
}) => {
  const page = await openAs("Ada");
  const trap = await setTrap(page, server.url);
  const expectTexts = async (texts: readonly string[]) => {
    for (const text of texts) await page.getByText(text).first().waitFor();
    expect(await trap.hasRun()).toBe(false);
    expect(trap.foreign()).toEqual([]);
  };

  const { nickname, ...answers } = hostile;
  await registerApplicant(server, nickname, answers);
  await page.reload();
  await page.getByRole("listitem").waitFor();
  await takeNext(page);
  await expectTexts(Object.values(hostile));
  await takeScreenshots(page, "console-hostile");
  await expect(page.locator("main a[href^='javascript']")).toHaveCount(0);
  await page.keyboard.press("q");

  const an = await registerApplicant(server, "安");
  await server.run("review", "reject", an.userId, "--reason", "aboutMe:unclear");
  const call = await logIn(server, an);
  await call("PUT", "/user-profile/appeal", { text: `0 ${long}` });
  const appeal = page.getByRole("listitem").filter({ hasText: "Appeal" });
  await appeal.getByRole("button").click();
  await expectTexts([`0 ${long}`]);
  await page.keyboard.press("q");

  const ming = await registerMember(server, "小明", { ...man, aboutMe: long });
  const mei = await registerMember(server, "小美", woman);
  const matchId = await makeMatch(server, ming, mei);
  const [his, hers] = [await logIn(server, ming), await logIn(server, mei)];
  await his("POST", `/matches/${matchId}/notes`, { text: `1 ${long}` });
  await hers("POST", "/reports", { matchId, category: "SALES_OR_SCAM", note: `2 ${long}` });
  await takeNext(page);
  await expectTexts([`1 ${long}`, `2 ${long}`]);
  await page.keyboard.press("q");
});

test("the trap of these tests notices a script that runs", async ({
  console: { server, openAs },
}) => {
  const page = await openAs("Ada");
  const trap = await setTrap(page, server.url);
  expect(await trap.hasRun()).toBe(false);
  await page.evaluate((text) => {
    document.body.insertAdjacentHTML("beforeend", text);
  }, long);
  await expect.poll(trap.hasRun).toBe(true);
});
