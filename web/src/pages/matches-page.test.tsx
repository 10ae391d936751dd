import "#/storage/indexed-db.testing";
import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Match } from "#/api/matches";
import type { NewsEntry } from "#/api/news";
import { text } from "#/i18n/use-text";
import { paths } from "#/lib/paths";
import { memberOutbox } from "#/member/member-outbox";
import { draw, loadMessages, logInMember, logOutMember, userId } from "#/member/people.testing";
import { matches } from "#/member/resources";
import { type Tab, TabBar } from "#/member/tab-bar";
import { answers } from "#/storage/account-store";
import { breakConnection, refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { inDays, matchOf, noteOf } from "#/testing/mock/people";
import { MatchesPage } from "./matches-page";

vi.mock(import("#/liff/liff"));

const server = startFakeServer([
  api.get("/news", ({ response }) => response(200).json({ news: [] })),
]);

beforeAll(async () => void (await loadMessages()));
beforeEach(() => logInMember());
afterEach(logOutMember);

const serve = (all: readonly Match[]) =>
  server.use(api.get("/matches", ({ response }) => response(200).json({ matches: [...all] })));
const rows = () => within(screen.getByRole("main")).getAllByRole("listitem");
const row = async (name: string) =>
  (await screen.findByText(`${name}, 32`)).closest("a") as HTMLElement;
const bar = () => screen.getByRole("navigation", { name: text("member.tabs") });
const tab = (id: Tab) =>
  within(bar()).getByRole("link", { name: new RegExp(`^${text(`member.tab.${id}`)}`) });
const emptyTitle = () => screen.queryByRole("heading", { name: text("matches.empty.title") });

describe("the list", () => {
  it("keeps the order of the server, and leads to the conversations", async () => {
    serve([matchOf("b"), matchOf("c"), matchOf("a")]);
    draw(<MatchesPage />);
    await row("b");
    const links = rows().map((item) => within(item).getByRole("link").getAttribute("href"));
    expect(links).toEqual(["/matches/b", "/matches/c", "/matches/a"]);
  });

  it("shows the latest note, and whose it is", async () => {
    serve([
      matchOf("a", { lastNote: noteOf(3, { text: "See you" }) }),
      matchOf("b", { lastNote: noteOf(3, { text: "See you", mine: true }) }),
      matchOf("c"),
    ]);
    draw(<MatchesPage />);
    expect((await row("a")).textContent).toMatch(/See you/);
    expect((await row("a")).textContent).not.toContain("You:");
    expect((await row("b")).textContent).toContain("You: See you");
    expect((await row("c")).textContent).toContain(text("matches.new"));
  });

  it("shows the note as text", async () => {
    serve([matchOf("a", { lastNote: noteOf(1, { text: "<img src=x>" }) })]);
    draw(<MatchesPage />);
    expect(await screen.findByText("<img src=x>")).toBeDefined();
  });

  it("says how many notes are unread", async () => {
    serve([matchOf("a", { unread: 2 }), matchOf("b", { unread: 1 }), matchOf("c")]);
    draw(<MatchesPage />);
    expect((await row("a")).textContent).toContain(text("matches.unread", { count: 2 }));
    expect((await row("b")).textContent).toContain("One unread message");
    expect((await row("c")).textContent).not.toContain("unread");
  });

  it("says which conversation has notes that wait", async () => {
    serve([matchOf("a", { lastNote: noteOf(1, { text: "See you" }) }), matchOf("b")]);
    server.use(api.post("/matches/{matchId}/notes", breakConnection));
    draw(<MatchesPage />);
    await row("a");
    await act(async () => await memberOutbox().addNote("a", "Hello"));
    expect((await row("a")).textContent).toContain(text("matches.waiting"));
    expect((await row("b")).textContent).not.toContain(text("matches.waiting"));
  });
});

describe("an empty list", () => {
  it("says so and leads to the introductions", async () => {
    serve([]);
    draw(<MatchesPage />);
    const link = await screen.findByRole("link", { name: text("matches.empty.link") });
    expect(link.getAttribute("href")).toBe(paths.index);
  });

  it("of an earlier start is not shown before the server has answered", async () => {
    await answers.write(userId, "member/matches", { build: null, loadedAtMs: 1_000, data: [] });
    let answer = () => {};
    const isReady = new Promise<void>((resolve) => (answer = resolve));
    server.use(
      api.get("/matches", async ({ response }) => {
        await isReady;
        return response(200).json({ matches: [matchOf("a")] });
      }),
    );
    draw(<MatchesPage />);
    await vi.waitFor(() => expect(matches().getState().data).toEqual([]));
    expect(emptyTitle()).toBeNull();
    expect(screen.getByText(text("shell.loading"))).toBeDefined();
    answer();
    await row("a");
    expect(emptyTitle()).toBeNull();
  });
});

describe("without an answer", () => {
  it("shows the list of an earlier start, and its time", async () => {
    const data = [matchOf("a")];
    const loadedAtMs = Date.parse("2025-01-02T03:04:05Z");
    await answers.write(userId, "member/matches", { build: null, loadedAtMs, data });
    server.use(api.get("/matches", refuse(429, "E005")));
    draw(<MatchesPage />);
    await row("a");
    expect(await screen.findByText(text("shell.serverProblem"))).toBeDefined();
    expect(screen.getByText(/^Last updated Jan 2/)).toBeDefined();
  });

  it("says only that there is none if this device has no list", async () => {
    server.use(api.get("/matches", refuse(429, "E005")));
    draw(<MatchesPage />);
    expect(await screen.findByText(text("shell.serverProblem"))).toBeDefined();
    expect(screen.queryByText(/^You see what we had/)).toBeNull();
    expect(emptyTitle()).toBeNull();
  });
});

describe("the bar", () => {
  const entry = (newsId: string, news: Partial<NewsEntry> = {}): NewsEntry => ({
    newsId,
    kind: "MATCH",
    isRead: false,
    at: inDays(0),
    ...news,
  });
  const badgeOf = (id: Tab) => tab(id).querySelector('[aria-hidden="true"].rounded-full');

  it("has the number of unread notes of all matches, in words for a screen reader", async () => {
    serve([matchOf("a", { unread: 2 }), matchOf("b", { unread: 7 })]);
    draw(<MatchesPage />);
    await row("a");
    expect(badgeOf("matches")?.textContent).toBe("9");
    expect(
      within(tab("matches")).getByText(`– ${text("member.unread", { count: 9 })}`),
    ).toBeDefined();
    expect(badgeOf("today")).toBeNull();
    expect(tab("today").textContent).toBe(text("member.tab.today"));
  });

  it("has no room for more than one digit, but says the number", async () => {
    serve([matchOf("a", { unread: 10 })]);
    draw(<MatchesPage />);
    await row("a");
    expect(badgeOf("matches")?.textContent).toBe("9+");
    expect(tab("matches").textContent).toContain(text("member.unread", { count: 10 }));
  });

  it("has the number of unread news, without the notes that the matches count", async () => {
    serve([]);
    const news = [
      entry("1"),
      entry("2", { kind: "NOTE" }),
      entry("3", { isRead: true }),
      entry("4", { kind: "INTRODUCTIONS" }),
    ];
    server.use(api.get("/news", ({ response }) => response(200).json({ news })));
    draw(<MatchesPage />);
    await vi.waitFor(() => expect(badgeOf("news")?.textContent).toBe("2"));
    expect(badgeOf("matches")).toBeNull();
  });

  it("names the page that is open, and none on a page below", () => {
    serve([]);
    const { redraw } = draw(<TabBar current="matches" />);
    expect(tab("matches").getAttribute("aria-current")).toBe("page");
    expect(tab("news").getAttribute("aria-current")).toBeNull();
    redraw(<TabBar current={null} />);
    expect(bar().querySelector("[aria-current]")).toBeNull();
  });
});
