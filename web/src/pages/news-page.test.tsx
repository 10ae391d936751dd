import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { NewsEntry } from "#/api/news";
import { barHandlers, setMember, show } from "#/features/settings/member.testing";
import { conversationPath, paths } from "#/lib/paths";
import { news as resource } from "#/member/resources";
import { breakConnection, refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { NewsPage } from "./news-page";

vi.mock(import("#/liff/liff"));

const now = Date.now();
const at = (daysAgo: number) => new Date(now - daysAgo * 24 * 60 * 60_000).toISOString();
const entry = (newsId: string, kind: NewsEntry["kind"], more: Partial<NewsEntry> = {}) =>
  ({ newsId, kind, at: at(0), isRead: false, ...more }) satisfies NewsEntry;

let entries: NewsEntry[] = [];

const server = startFakeServer([
  api.get("/news", ({ response }) => response(200).json({ news: entries })),
  api.put("/news/read", ({ response }) => {
    entries = entries.map((each) => ({ ...each, isRead: true }));
    return response(204).empty();
  }),
  // The first handler that matches answers.
  ...barHandlers,
]);
setMember("news");
beforeEach(() => {
  entries = [];
});

const links = () => within(screen.getByRole("main")).getAllByRole("link");
const unread = () => links().filter(({ textContent }) => textContent?.startsWith("New:"));
const marks = () => server.paths().filter((path) => path === "PUT /news/read");

it("says kindly that there is nothing yet", async () => {
  show(<NewsPage />);
  expect(await screen.findByText("Nothing new yet")).toBeDefined();
  expect(marks()).toEqual([]);
});

it("shows the news by day, and each leads to its place", async () => {
  entries = [
    entry("1", "MATCH", { matchId: "m1" }),
    entry("2", "NOTE", { matchId: "m2" }),
    entry("3", "INTRODUCTIONS", { day: "2026-11-24" }),
    entry("4", "CHANGE_DECIDED", { outcome: "REFUSED", at: at(1) }),
    entry("5", "REVIEW_DECIDED", { reviewStatus: "APPROVED", at: at(1) }),
    entry("6", "REPORT_HANDLED", { at: at(9) }),
    entry("7", "WARNED", { at: at(9), reasons: [] }),
    entry("8", "CONTENT_REMOVED", { at: at(9), reasons: [] }),
  ];
  show(<NewsPage />);
  await screen.findByRole("heading", { name: "Today" });
  const days = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  expect(days.slice(0, 2)).toEqual(["Today", "Yesterday"]);
  expect(days).toHaveLength(3);
  expect(links().map((link) => link.getAttribute("href"))).toEqual([
    conversationPath("m1"),
    conversationPath("m2"),
    paths.index,
    paths.edit,
    paths.profile,
    paths.safety,
    paths.profile,
    paths.edit,
  ]);
});

it("says why a reviewer warns the member", async () => {
  const reasons = [{ path: "", code: "other", note: "Please stay polite." }];
  entries = [entry("1", "WARNED", { reasons })];
  show(<NewsPage />);
  await screen.findByText(/warning$/);
  expect(screen.getByText(/Please stay polite\.$/)).toBeDefined();
});

it("marks all as read once, the badge goes, and the page still shows what is new", async () => {
  entries = [entry("9", "INTRODUCTIONS"), entry("8", "MATCH", { isRead: true, matchId: "m" })];
  show(<NewsPage />);
  await screen.findByText(/^Your introductions/);
  await waitFor(() => expect(marks()).toHaveLength(1));
  expect(await server.bodiesOf("PUT /news/read")).toEqual([{ newsId: "9" }]);
  expect(unread()).toHaveLength(1);
  expect(within(screen.getByRole("navigation")).queryByText(/new$/)).toBeNull();
  await act(() => resource().refresh());
  expect(unread()).toHaveLength(1);
  expect(marks()).toHaveLength(1);
});

it("shows nothing of a mark that the server did not take", async () => {
  server.use(api.put("/news/read", refuse(404, "E003")));
  entries = [entry("9", "INTRODUCTIONS")];
  show(<NewsPage />);
  await waitFor(() => expect(marks()).toHaveLength(1));
  expect(screen.queryByText("We couldn’t find this.")).toBeNull();
});

it("shows the last known news while offline", async () => {
  entries = [entry("9", "INTRODUCTIONS")];
  show(<NewsPage />);
  await waitFor(() => expect(marks()).toHaveLength(1));
  cleanup();
  server.use(api.get("/news", breakConnection));
  show(<NewsPage />);
  expect(await screen.findByText(/^Last updated/)).toBeDefined();
  expect(screen.getByText(/^Your introductions/)).toBeDefined();
});
