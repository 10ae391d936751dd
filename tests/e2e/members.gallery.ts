/** Pictures of every state of the pages of approved members, in each language and colour scheme, on a phone and on a desktop. */
import type { components } from "../../web/src/api/schema";
import {
  ago,
  type Changes,
  dayMs,
  eachIntroduction,
  eachMatch,
  openStudio,
  type Studio,
} from "./member-studio";
import { withMock } from "./mock";

const longNote =
  "週末我通常會去爬山，或是在家裡烤麵包。\n東京には小さなパン屋さんがたくさんあって、毎日ちがうお店に行けるくらいです。 どんな週末が好きですか？";

const noPeople: Changes = { introductions: (data) => ({ ...data, introductions: [] }) };
const paused = (pausedUntil: string): Changes => ({
  ...noPeople,
  privacy: (data) => ({ ...data, pausedUntil }),
});

/** Takes pictures of the days and lists without people. */
async function shootEmptyDays({ takePage }: Studio): Promise<void> {
  const none = { size: "fewer than 20" as const, without: [] };
  await takePage("home-first-day", "/", {
    introductions: (data) => ({ ...data, introductions: [], circle: null }),
  });
  await takePage("home-none", "/", {
    introductions: (data) => ({ ...data, introductions: [], circle: none }),
  });
  await takePage("home-none-wider", "/", {
    introductions: (data) => ({
      ...data,
      introductions: [],
      circle: {
        size: 50,
        without: [
          { type: "AGE", more: 100 },
          { type: "HEIGHT", more: 50 },
          { type: "SMOKE", more: 20 },
        ],
      },
    }),
  });
  await takePage("home-paused", "/", paused("FOREVER"));
  await takePage("home-paused-until", "/", paused(ago(-20 * dayMs).slice(0, 10)));
  await takePage("home-hidden", "/", {
    ...noPeople,
    privacy: (data) => ({ ...data, hideFromColleagues: true }),
  });
  await takePage("matches-empty", "/matches", { matches: () => ({ matches: [] }) });
  await takePage("news-empty", "/news", { news: () => ({ news: [] }) });
  await takePage("blocks-empty", "/privacy", { blocks: () => ({ blocks: [] }) });
}

/** Takes pictures of the card of an introduction, its answers and its dialogs. */
async function shootCards({
  mock,
  page,
  t,
  button,
  dialog,
  take,
  takePage,
  takeDialog,
  open,
  closeDialogs,
}: Studio): Promise<void> {
  await takePage("card", "/");
  const soon = ago(-5 * 60 * 60_000);
  await takePage(
    "card-soon-over",
    "/",
    eachIntroduction((it) => ({ ...it, expiresAt: soon })),
  );
  await takePage("card-eight-wait", "/", {
    introductions: (data) => ({
      ...data,
      introductions: data.introductions.slice(0, 1).flatMap((it) =>
        Array.from({ length: 8 }, (_, number) => ({
          ...it,
          introductionId: `card-${number}`,
        })),
      ),
    }),
  });
  const full = eachIntroduction((it) => ({
    ...it,
    person: {
      ...it.person,
      nickname: "ひなたぼっこが好きな二十文字のなまえさん",
      datingQuestion: "山と海、どちらが好きですか？\n為什麼？",
      dailyLife: longNote,
      surprisePoint: longNote,
      employerVerified: true,
      employerName: "台灣積體電路製造股份有限公司",
      mbti: "ENFP",
      photos: it.person.photos.slice(0, 1),
    },
    why: {
      ...it.why,
      conditions: ["AGE", "HEIGHT", "INCOME", "EDUCATION", "SMOKE"],
      sharedTagIds: [...it.person.hobbyTagIds],
    },
  }));
  await takePage("card-full", "/", full);
  await button("introductions.yes").click();
  await takeDialog("yes-dialog");
  await dialog.getByRole("textbox").fill("長".repeat(301));
  await dialog.getByRole("button", { name: t("introductions.yes.confirm") }).click();
  await takeDialog("yes-dialog-too-long");
  await closeDialogs();
  await open("/");
  await button("member.menu.open").click();
  await takeDialog("card-menu");
  await dialog.getByRole("button", { name: t("member.menu.report"), exact: true }).click();
  await takeDialog("report");
  await dialog.getByRole("button", { name: t("member.report.send") }).click();
  await take("report-nothing-chosen", dialog);
  await dialog.getByRole("radio").last().check();
  await dialog.getByRole("textbox").fill("字".repeat(1001));
  await dialog.getByRole("button", { name: t("member.report.send") }).click();
  await take("report-too-long", dialog);
  await closeDialogs();
  await button("introductions.no").click();
  await page.getByText(t("introductions.answered.title")).waitFor();
  await take("card-after-no");
  await page
    .getByRole("button", { name: t("introductions.answered.undo") })
    .first()
    .click();
  await button("introductions.keepNo").waitFor();
  await take("card-again");
  await open("/");
  await page.route("**/api/introductions", (route) => route.abort());
  await page.goto(mock.url);
  await page.getByRole("article").waitFor();
  await page.getByText(t("shell.offline")).first().waitFor();
  await take("card-offline");
  await page.unroute("**/api/introductions");
}

/** Takes pictures of a match, and its conversation. */
async function shootConversation({
  mock,
  page,
  t,
  button,
  dialog,
  take,
  takePage,
  takeDialog,
  open,
  closeDialogs,
}: Studio): Promise<void> {
  await open("/");
  const write = button("member.match.write");
  for (let answers = 0; answers < 5 && !(await write.isVisible()); answers += 1) {
    await button("introductions.yes").click();
    await dialog.getByRole("button", { name: t("introductions.yes.confirm") }).click();
    await write.waitFor({ timeout: 3_000 }).catch(() => undefined);
  }
  await takeDialog("match-dialog");
  await write.click();
  await page.getByRole("textbox").waitFor();
  const conversation = new URL(page.url()).pathname;
  await takePage("conversation-new", conversation, {
    notes: (data) => ({ ...data, notes: [] }),
    ...eachMatch((it) => ({ ...it, lastNote: null })),
  });
  await open(conversation);
  await page.getByRole("textbox").fill(`${longNote}\n`.repeat(8).slice(0, 510));
  await take("conversation-too-long");
  await page.getByRole("textbox").fill("");
  await page.route("**/notes", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.getByRole("textbox").fill("在隧道裡");
  await button("matches.send").click();
  await take("conversation-waits");
  await page.unroute("**/notes");
  await page.reload();
  await page.getByText("在隧道裡").waitFor();
  await page.getByText(t("matches.queued")).waitFor({ state: "hidden" });
  await page.route("**/notes", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 403, json: { code: "E008", cause: "" } })
      : route.continue(),
  );
  await page.getByRole("textbox").fill("這一則");
  await button("matches.send").click();
  await button("matches.retry").waitFor();
  await take("conversation-refused");
  await button("matches.delete").click();
  await page.unroute("**/notes");
  await button("member.menu.more").click();
  await takeDialog("conversation-menu");
  await dialog.getByRole("button", { name: t("matches.aboutPerson") }).click();
  await page.getByRole("dialog").getByRole("article").waitFor();
  await takeDialog("person-dialog");
  await closeDialogs();
  await button("member.menu.more").click();
  await dialog.getByRole("button", { name: t("matches.contact.offer") }).click();
  await dialog.getByRole("textbox").waitFor();
  await takeDialog("contact-dialog");
  await mock.change({ faults: { "PUT /matches/{matchId}/contact": "E002" } });
  await dialog.getByRole("textbox").fill("https://example.com");
  await dialog.getByRole("button", { name: t("matches.contact.send") }).click();
  await dialog.getByText(t("matches.contact.wrong")).waitFor();
  await take("contact-dialog-wrong", dialog);
  await mock.change({ faults: { "PUT /matches/{matchId}/contact": null } });
  await closeDialogs();
  const note = (noteId: number, mine: boolean, text: string, msAgo: number) => ({
    noteId,
    mine,
    text,
    sentAt: ago(msAgo),
  });
  const notes = [
    note(1, true, "はじめまして！", 2 * dayMs),
    note(2, false, longNote, 2 * dayMs - 60_000),
    note(3, true, longNote, dayMs),
    note(4, false, "LINE で話しましょう。投資の話もあります。", 3 * 60_000),
    note(5, true, "😀", 60_000),
  ];
  const filled: Changes = {
    notes: (data) => ({ ...data, notes, next: 5, readUntil: 5 }),
    ...eachMatch((it) => ({
      ...it,
      asksIfMet: true,
      answers: { mine: "両方です！", theirs: longNote },
      contact: { mine: true, theirs: "https://line.me/ti/p/abcdefghij" },
      person: { ...it.person, datingQuestion: "山と海、どちらが好きですか？" },
    })),
  };
  await takePage("conversation-filled", conversation, filled);
  await takePage("conversation-offered", conversation, {
    ...filled,
    ...eachMatch((it) => ({ ...it, contact: { mine: true, theirs: null } })),
  });
  await takePage("matches", "/matches", {
    matches: (data) => ({
      matches: [1, 2, 3].flatMap((number) =>
        data.matches.slice(0, 1).map((it) => ({
          ...it,
          matchId: `match-${number}`,
          unread: number === 1 ? 12 : 0,
          lastNote: number === 3 ? null : note(9, number === 2, longNote, number * dayMs),
        })),
      ),
    }),
  });
  await takePage("conversation-over", "/matches/00000000-0000-0000-0000-000000000000");
}

/** Takes pictures of the news of each kind. */
async function shootNews({ takePage }: Studio): Promise<void> {
  const entry = (kind: components["schemas"]["NewsKind"], number: number, more = {}) => ({
    newsId: `news-${number}`,
    kind,
    at: ago(number * 0.4 * dayMs),
    isRead: number > 2,
    ...more,
  });
  await takePage("news", "/news", {
    news: () => ({
      news: [
        entry("NOTE", 0),
        entry("MATCH", 1),
        entry("INTRODUCTIONS", 2),
        entry("CHANGE_DECIDED", 3, { outcome: "ACCEPTED" }),
        entry("CHANGE_DECIDED", 4, { outcome: "REFUSED" }),
        entry("CHANGE_DECIDED", 5, { outcome: "REPLACED" }),
        entry("CHANGE_DECIDED", 6, { outcome: "WITHDRAWN" }),
        entry("REPORT_HANDLED", 7),
        entry("WARNED", 7, { reasons: [{ path: "", code: "other", note: "Please stay polite." }] }),
        entry("CONTENT_REMOVED", 7, {
          reasons: [{ path: "dailyLife", code: "contact_details", note: "" }],
        }),
        entry("REVIEW_DECIDED", 8, { reviewStatus: "APPROVED" }),
        entry("REVIEW_DECIDED", 9, { reviewStatus: "NEEDS_INFO" }),
      ],
    }),
  });
}

/** Takes pictures of the member's own page, privacy and preferences. */
async function shootSettings({
  page,
  t,
  button,
  take,
  takePage,
  takeDialog,
  open,
  closeDialogs,
}: Studio): Promise<void> {
  await takePage("me", "/profile");
  await takePage("safety", "/safety");
  await takePage("privacy", "/privacy", {
    blocks: () => ({
      blocks: [
        { blockId: "1", day: ago(3 * dayMs).slice(0, 10), nickname: "小明" },
        { blockId: "2", day: ago(300 * dayMs).slice(0, 10), nickname: "" },
      ],
    }),
  });
  await page.getByRole("button", { name: t("settings.unblock.label", { name: "小明" }) }).click();
  await takeDialog("unblock-dialog");
  await closeDialogs();
  await takePage("privacy-paused", "/privacy", paused(ago(-20 * dayMs).slice(0, 10)));
  await open("/privacy");
  await page.getByRole("switch").first().click();
  await page.waitForTimeout(500);
  await take("privacy-hide-unknown-employer");
  await takePage("preferences", "/preferences");
  await page.getByRole("radio").nth(3).check();
  await page.getByRole("switch").first().click();
  await take("preferences-unsaved");
  await button("settings.preferences.save").click();
  await page.waitForTimeout(500);
  await take("preferences-saved");
  await page.route("**/api/preferences", (route) =>
    route.fulfill({
      status: 429,
      headers: { "Retry-After": String(3 * 60 * 60) },
      json: { code: "E005", cause: "" },
    }),
  );
  await page.getByRole("radio").nth(0).check();
  await button("settings.preferences.save").click();
  await page.waitForTimeout(500);
  await take("preferences-limited");
  await page.unroute("**/api/preferences");
}

/** Takes pictures of the pages on which a member edits the profile. */
async function shootEdits({
  mock,
  page,
  button,
  take,
  takePage,
  takeDialog,
  open,
  closeDialogs,
}: Studio): Promise<void> {
  await takePage("edit", "/profile/edit");
  const rows = await page
    .locator('main a[href*="edit?"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  for (const row of rows) {
    await takePage(`edit-${row.split("?")[1]?.replace("=", "-")}`, row);
  }
  await open("/profile/edit?texts=about");
  await page.getByRole("textbox").first().fill("短い");
  await page.locator("footer button").last().click();
  await page.waitForTimeout(300);
  await take("edit-texts-wrong");
  await open("/profile/edit?facts=work");
  await page.getByRole("textbox").first().fill("麵包師");
  await page.locator("footer button").last().click();
  await button("edit.send").waitFor();
  await take("edit-unsent");
  await button("edit.discard").click();
  await takeDialog("edit-discard-dialog");
  await closeDialogs();
  await button("edit.send").click();
  await button("edit.withdraw").waitFor();
  await take("edit-waiting");
  await takePage("me-waiting", "/profile");
  await open("/profile/edit");
  await button("edit.withdraw").click();
  await takeDialog("edit-withdraw-dialog");
  await closeDialogs();
  const reasons = [{ path: "occupation", code: "unclear", note: "工作名稱不清楚。" }];
  await mock.change({ decision: { action: "REJECT", reasons } });
  await takePage("edit-refused", "/profile/edit");
}

for (const language of ["en", "zh-TW", "ja"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    withMock(`gallery of meeting, ${language}-${colorScheme}`, async ({ browser, mock }) => {
      const studio = await openStudio(browser, mock, language, colorScheme);
      await shootEmptyDays(studio);
      await shootCards(studio);
      await shootConversation(studio);
      await shootNews(studio);
      await shootSettings(studio);
      await shootEdits(studio);
    });
  }
}
