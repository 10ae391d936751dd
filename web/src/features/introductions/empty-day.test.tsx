import "#/storage/indexed-db.testing";
import { act, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { MyInfo } from "#/api/account";
import type { Introductions } from "#/api/introductions";
import type { PrivacyChoices } from "#/api/privacy";
import { text } from "#/i18n/use-text";
import { paths } from "#/lib/paths";
import { privacy } from "#/member/choices";
import { draw, loadMessages, logInMember, logOutMember, userId } from "#/member/people.testing";
import { introductions } from "#/member/resources";
import { startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { choices, introductionsOf } from "#/testing/mock/people";
import { EmptyDay } from "./empty-day";

vi.mock(import("#/liff/liff"));

const server = startFakeServer();

beforeAll(loadMessages);
beforeEach(() => logInMember());
afterEach(() => {
  logOutMember();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface Day {
  circle?: Introductions["circle"];
  hasAnswered?: boolean;
  chosen?: Partial<PrivacyChoices>;
  employerId?: string | null;
}

const circle = { size: 50, without: [] };

async function open(day: Day = {}): Promise<void> {
  const { hasAnswered = false, chosen = {}, employerId = null } = day;
  const info = {
    userId,
    nickname: "Mei",
    reviewStatus: "APPROVED",
    avatar: null,
    photos: [],
    profile: { employerId },
    review: { reasons: [], takenBack: false },
  } as unknown as MyInfo;
  server.use(
    api.get("/privacy", ({ response }) => response(200).json({ ...choices, ...chosen })),
    api.get("/user/my-info", ({ response }) => response(200).json(info)),
    api.get("/introductions", ({ response }) => response(200).json(introductionsOf([]))),
  );
  const data = introductionsOf([], day.circle === undefined ? circle : day.circle);
  draw(<EmptyDay data={data} hasAnswered={hasAnswered} />);
  await vi.waitFor(() => expect(privacy().getState().data).not.toBeNull());
}

const titleIs = async (words: string) =>
  expect((await screen.findAllByRole("heading"))[0]?.textContent).toBe(
    text(`introductions.${words as "done"}.title`),
  );
const links = () =>
  screen.queryAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);

describe("the reason", () => {
  it("is that the member has answered everyone", async () => {
    await open({ hasAnswered: true });
    await titleIs("done");
    expect(screen.getByText(/The next introductions come tomorrow at/)).toBeDefined();
  });

  it("is that nobody fits today", async () => {
    await open();
    await titleIs("none");
  });

  it("is that the server still looks for the first ones", async () => {
    await open({ circle: null });
    await titleIs("first");
    expect(screen.queryByText(text("introductions.circle.title"))).toBeNull();
  });

  it("is not the first day for a member who has answered some already", async () => {
    await open({ circle: null, hasAnswered: true });
    await titleIs("done");
  });

  it("is a pause until a day", async () => {
    const year = new Date().getFullYear() + 1;
    await open({ chosen: { pausedUntil: `${year}-03-09` }, hasAnswered: true });
    await vi.waitFor(() => titleIs("paused"));
    expect(screen.getByText(new RegExp(`^Until .*Mar 9, ${year}`))).toBeDefined();
    expect(links()).toEqual([[text("introductions.paused.resume"), paths.privacy]]);
    expect(screen.queryByText(text("introductions.circle.title"))).toBeNull();
  });

  it("is a pause without an end", async () => {
    await open({ chosen: { pausedUntil: "FOREVER" } });
    await vi.waitFor(() => titleIs("paused"));
    expect(screen.getByText(text("introductions.paused.forever"))).toBeDefined();
  });

  it("is that the member hides from colleagues, and the employer is in no list", async () => {
    await open({ chosen: { hideFromColleagues: true } });
    await vi.waitFor(() => titleIs("hidden"));
    expect(links()).toEqual([[text("introductions.hidden.link"), paths.privacy]]);
  });

  it("is another one if the employer is in the list", async () => {
    await open({ chosen: { hideFromColleagues: true }, employerId: "tsmc" });
    await vi.waitFor(() => expect(server.paths()).toContain("GET /user/my-info"));
    await act(async () => await new Promise((resolve) => setTimeout(resolve, 50)));
    await titleIs("none");
  });

  it("is another one if the member does not hide", async () => {
    await open({ chosen: { hideFromColleagues: false } });
    await vi.waitFor(() => expect(server.paths()).toContain("GET /privacy"));
    await act(async () => await new Promise((resolve) => setTimeout(resolve, 50)));
    await titleIs("none");
    expect(server.paths()).not.toContain("GET /user/my-info");
  });
});

describe("the circle", () => {
  it("says a number, and what would widen it", async () => {
    await open({
      circle: {
        size: 20,
        without: [
          { type: "HEIGHT", more: 50 },
          { type: "SMOKE", more: 20 },
        ],
      },
    });
    expect(screen.getByText(text("introductions.circle.size", { count: 20 }))).toBeDefined();
    expect(links()).toEqual([
      ["Without “Height”: about 50 more", "/preferences?condition=HEIGHT"],
      ["Without “Smoking”: about 20 more", "/preferences?condition=SMOKE"],
    ]);
  });

  it("says no small number", async () => {
    await open({ circle: { size: "fewer than 20", without: [] } });
    expect(screen.getByText(text("introductions.circle.few"))).toBeDefined();
    expect(screen.queryByText(text("introductions.circle.widen"))).toBeNull();
    expect(links()).toEqual([[text("introductions.circle.preferences"), paths.preferences]]);
  });

  it("stands below the reason of a day on which all are answered", async () => {
    await open({ hasAnswered: true });
    expect(screen.getByText(text("introductions.circle.title"))).toBeDefined();
  });
});

describe("the first day", () => {
  const refresh = () => vi.spyOn(introductions(), "refresh").mockResolvedValue();
  const useTimers = () =>
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"], shouldAdvanceTime: false });

  it("asks for the first introductions every few seconds while the page is in view", async () => {
    useTimers();
    const asked = refresh();
    let visibility: DocumentVisibilityState = "visible";
    vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
    await open({ circle: null });
    vi.advanceTimersByTime(15_000);
    expect(asked).toHaveBeenCalledTimes(3);
    visibility = "hidden";
    vi.advanceTimersByTime(15_000);
    expect(asked).toHaveBeenCalledTimes(3);
  });

  it("is followed by a request a minute, for a member who waits on a later day", async () => {
    useTimers();
    const asked = refresh();
    await open({});
    vi.advanceTimersByTime(59_000);
    expect(asked).not.toHaveBeenCalled();
    vi.advanceTimersByTime(61_000);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it.each<[string, Day]>([
    ["during a pause", { circle: null, chosen: { pausedUntil: "FOREVER" } }],
    ["for a member who is hidden from all", { circle: null, chosen: { hideFromColleagues: true } }],
  ])("does not ask %s", async (_, day) => {
    useTimers();
    const asked = refresh();
    await open(day);
    if (day.chosen) await vi.waitFor(() => expect(links()).toHaveLength(1));
    vi.advanceTimersByTime(120_000);
    expect(asked).not.toHaveBeenCalled();
  });
});
