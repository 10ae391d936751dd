import "#/storage/indexed-db.testing";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Introduction } from "#/api/introductions";
import { text } from "#/i18n/use-text";
import { memberOutbox } from "#/member/member-outbox";
import {
  draw,
  loadMessages,
  logInMember,
  logOutMember,
  toasts,
  userId,
} from "#/member/people.testing";
import { introductions } from "#/member/resources";
import { navigate } from "#/navigation/navigation";
import { unsent } from "#/storage/account-store";
import { breakConnection, refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { inDays, introductionOf, introductionsOf } from "#/testing/mock/people";
import { MockServer } from "#/testing/mock/server";
import { closeToastOf } from "#/toasts/toasts";
import { TodayPage } from "./today-page";

vi.mock(import("#/liff/liff"));
vi.mock(import("#/toasts/toasts"), { spy: true });
vi.mock(import("#/navigation/navigation"), { spy: true });

const answerPath = "/introductions/{introductionId}/answer";
const mock = new MockServer({ day: "empty" });
const server = startFakeServer(mock.handlers, mock.config);

beforeAll(async () => void (await loadMessages()));
beforeEach(() => {
  logInMember();
  vi.mocked(navigate).mockReset().mockResolvedValue();
  mock.restart();
});
afterEach(() => {
  logOutMember();
  vi.restoreAllMocks();
});

function serve(all: readonly Introduction[]) {
  mock.world.introductions = [...all];
}

const drawPage = () => draw(<TodayPage />);
async function open(all: readonly Introduction[]) {
  serve(all);
  return drawPage();
}

const card = (name: string) => screen.findByRole("article", { name: `${name}, 32` });
const tap = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const no = () => tap(text("introductions.no"));
const yes = () => tap(text("introductions.yes"));
const dialogOf = (name: string) =>
  screen.findByRole("dialog", { name: text("introductions.yes.title", { name }) });
const noteBox = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: /^Your answer/ });
const answers = () => server.bodiesOf("PUT");
const answersAre = (expected: readonly unknown[]) =>
  vi.waitFor(async () => expect(await answers()).toEqual(expected));
const notice = (words: "done" | "first" | "none" | "paused" | "hidden") =>
  screen.findByRole("heading", { name: text(`introductions.${words}.title`) });

it("shows the answer that counts if another device has answered before", async () => {
  await open([introductionOf("Ann")]);
  await card("Ann");
  serve([introductionOf("Ann", { answer: "YES" })]);
  no();
  expect(await screen.findByText(text("introductions.answered.YES"))).toBeDefined();
  expect(screen.queryByText(text("introductions.answered.NO"))).toBeNull();
  await vi.waitFor(() => expect(toasts()).toContain(text("member.answeredBefore")));
});

describe("the cards", () => {
  it("begin with the oldest open introduction, and say how many are left", async () => {
    await open([
      introductionOf("Ann"),
      introductionOf("Ben"),
      introductionOf("Cleo", { answer: "NO" }),
    ]);
    await card("Ann");
    expect(screen.getAllByRole("article")).toHaveLength(1);
    expect(screen.getByText(text("introductions.left", { count: 2 }))).toBeDefined();
    expect(screen.queryByText(text("introductions.full", { count: 2 }))).toBeNull();
  });

  it.each([
    [7, false],
    [8, true],
  ])("say with %i open ones whether new ones come: %s", async (count, isFull) => {
    await open(Array.from({ length: count }, (_, at) => introductionOf(`Person ${at}`)));
    await card("Person 0");
    const sentence = screen.queryByText(text("introductions.full", { count }));
    expect(sentence !== null).toBe(isFull);
  });

  it("leave out introductions that are over", async () => {
    await open([introductionOf("Old", { expiresAt: inDays(-0.001) }), introductionOf("Ann")]);
    await card("Ann");
    expect(screen.queryByText(/Old/)).toBeNull();
    expect(screen.getByText(text("introductions.left", { count: 1 }))).toBeDefined();
  });

  it("say until when they can be answered in their last two days only", async () => {
    await open([introductionOf("Ann", { expiresAt: inDays(1.9) }), introductionOf("Ben")]);
    await card("Ann");
    expect(screen.getByText(/^You can answer until/)).toBeDefined();
    no();
    await card("Ben");
    expect(screen.queryByText(/^You can answer until/)).toBeNull();
  });

  it("wait for the server while this device knows of none", async () => {
    let answer = () => {};
    const isReady = new Promise<void>((resolve) => (answer = resolve));
    serve([introductionOf("Ann")]);
    server.use(
      api.get(
        "/introductions",
        async ({ response }) => {
          await isReady;
          return response(200).json(introductionsOf([introductionOf("Ann")]));
        },
        { once: true },
      ),
    );
    drawPage();
    expect((await screen.findByRole("status")).textContent).toContain(text("shell.loading"));
    answer();
    await card("Ann");
  });

  it("give way to the reason if the server does not answer, and come with the next try", async () => {
    serve([introductionOf("Ann")]);
    server.use(api.get("/introductions", refuse(429, "E005"), { once: true }));
    drawPage();
    await screen.findByText(text("shell.serverProblem"));
    tap(text("shell.retry"));
    await card("Ann");
    expect(screen.queryByText(text("shell.serverProblem"))).toBeNull();
  });
});

describe("a no", () => {
  it("counts at once, and moves the focus to the next card", async () => {
    await open([introductionOf("Ann"), introductionOf("Ben")]);
    await card("Ann");
    no();
    await card("Ben");
    expect(document.activeElement?.textContent).toBe(text("introductions.left", { count: 1 }));
    expect(toasts()).toContain(text("introductions.saidNo", { name: "Ann" }));
    await answersAre([{ answer: "NO" }]);
  });

  it("leaves the focus at the heading of the page after the last card", async () => {
    await open([introductionOf("Ann")]);
    await card("Ann");
    screen.getByRole("button", { name: text("introductions.no") }).focus();
    no();
    await notice("done");
    expect(document.activeElement).toBe(
      screen.getByRole("heading", { name: text("introductions.title") }),
    );
  });

  it("moves the focus to the card if it is looked at again from the empty page", async () => {
    await open([introductionOf("Ann", { answer: "NO" })]);
    await notice("done");
    const again = screen.getByRole("button", { name: /^See again/ });
    again.focus();
    fireEvent.click(again);
    await card("Ann");
    expect(document.activeElement?.textContent).toBe(text("introductions.again"));
  });

  it("can be looked at again, and kept", async () => {
    await open([introductionOf("Ann"), introductionOf("Ben")]);
    await card("Ann");
    no();
    await card("Ben");
    await answersAre([{ answer: "NO" }]);
    fireEvent.click(screen.getByRole("button", { name: /^See again/ }));
    await card("Ann");
    expect(screen.getByText(text("introductions.again"))).toBeDefined();
    tap(text("introductions.keepNo"));
    await card("Ben");
    expect(await answers()).toHaveLength(1);
  });

  it("can become a yes", async () => {
    await open([introductionOf("Ann", { answer: "NO" })]);
    await notice("done");
    fireEvent.click(screen.getByRole("button", { name: /^See again/ }));
    await card("Ann");
    yes();
    const dialog = await dialogOf("Ann");
    fireEvent.click(
      within(dialog).getByRole("button", { name: text("introductions.yes.confirm") }),
    );
    await answersAre([{ answer: "YES", note: "" }]);
    await notice("done");
    expect(screen.getByText(text("introductions.answered.YES"))).toBeDefined();
    expect(screen.queryByRole("button", { name: /^See again/ })).toBeNull();
  });

  it("says nothing of a change once the card that was seen again is over", async () => {
    await open([introductionOf("Ann", { answer: "NO" }), introductionOf("Ben")]);
    await card("Ben");
    fireEvent.click(screen.getByRole("button", { name: /^See again/ }));
    await card("Ann");
    serve([introductionOf("Ben")]);
    await act(async () => await introductions().refresh());
    await card("Ben");
    expect(screen.queryByText(text("introductions.again"))).toBeNull();
  });
});

describe("a yes", () => {
  const asking = { person: { datingQuestion: "Sea or mountains?" } };

  it("is asked for in a dialog, and is sent with its note", async () => {
    await open([introductionOf("Ann", asking), introductionOf("Ben")]);
    await card("Ann");
    yes();
    const dialog = await dialogOf("Ann");
    expect(within(dialog).getByText("Sea or mountains?")).toBeDefined();
    expect(await answers()).toEqual([]);
    fireEvent.change(await noteBox(), { target: { value: " Mountains " } });
    tap(text("introductions.yes.confirm"));
    await card("Ben");
    await answersAre([{ answer: "YES", note: "Mountains" }]);
    expect(screen.getByText(text("introductions.answered.YES"))).toBeDefined();
    await vi.waitFor(async () => expect(await unsent.read(userId, "yes:Ann")).toBeNull());
  });

  it("keeps the note when the dialog is cancelled", async () => {
    await open([introductionOf("Ann", asking)]);
    await card("Ann");
    yes();
    await dialogOf("Ann");
    fireEvent.change(await noteBox(), { target: { value: "Mountains" } });
    tap(text("ui.cancel"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await card("Ann");
    expect(await answers()).toEqual([]);
    yes();
    const box = await noteBox();
    await vi.waitFor(() => expect(box.value).toBe("Mountains"));
  });

  it("keeps its note if the introduction expires while the dialog is open", async () => {
    const expiresAt = new Date(Date.now() + 2_000).toISOString();
    await open([introductionOf("Ann", { ...asking, expiresAt }), introductionOf("Ben")]);
    await card("Ann");
    yes();
    await dialogOf("Ann");
    fireEvent.change(await noteBox(), { target: { value: "Mountains" } });
    vi.spyOn(Date, "now").mockReturnValue(Date.parse(expiresAt));
    await act(async () => await introductions().refresh());
    expect((await noteBox()).value).toBe("Mountains");
    await card("Ann");
    tap(text("ui.cancel"));
    await card("Ben");
    await vi.waitFor(async () => expect(await unsent.read(userId, "yes:Ann")).toBe("Mountains"));
  });

  it("waits while the note is too long", async () => {
    await open([introductionOf("Ann", asking)]);
    await card("Ann");
    yes();
    await dialogOf("Ann");
    fireEvent.change(await noteBox(), { target: { value: "x".repeat(301) } });
    expect(screen.getByText(text("member.tooLong", { max: 300 }))).toBeDefined();
    tap(text("introductions.yes.confirm"));
    expect(await dialogOf("Ann")).toBeDefined();
    fireEvent.change(await noteBox(), { target: { value: "😀".repeat(300) } });
    tap(text("introductions.yes.confirm"));
    await answersAre([{ answer: "YES", note: "😀".repeat(300) }]);
  });

  it("has no box for a note if the person asks nothing", async () => {
    await open([introductionOf("Ann")]);
    await card("Ann");
    yes();
    const dialog = await dialogOf("Ann");
    expect(within(dialog).queryByRole("textbox")).toBeNull();
  });

  it("opens one dialog for two taps", async () => {
    await open([introductionOf("Ann")]);
    await card("Ann");
    yes();
    yes();
    await dialogOf("Ann");
    expect(screen.getAllByRole("dialog")).toHaveLength(1);
  });

  it("that makes a match says so, and leads to the conversation", async () => {
    await open([introductionOf("Ann")]);
    mock.world.yeses.add("Ann");
    await card("Ann");
    yes();
    await dialogOf("Ann");
    tap(text("introductions.yes.confirm"));
    await screen.findByRole("dialog", { name: text("member.match.title") });
    expect(closeToastOf).toHaveBeenCalledWith("answer");
    tap(text("member.match.write"));
    await vi.waitFor(() => expect(navigate).toHaveBeenCalledWith("/matches/Ann"));
  });

  it("that the server refuses comes back with its note and the reason", async () => {
    await open([introductionOf("Ann", asking)]);
    server.use(api.put(answerPath, refuse(422, "E002")));
    await card("Ann");
    yes();
    await dialogOf("Ann");
    fireEvent.change(await noteBox(), { target: { value: "Mountains" } });
    tap(text("introductions.yes.confirm"));
    await vi.waitFor(() => expect(toasts()).toContain(text("failure.E002")));
    await card("Ann");
    yes();
    const box = await noteBox();
    await vi.waitFor(() => expect(box.value).toBe("Mountains"));
  });
});

describe("an answer that waits for the network", () => {
  it("counts as given, and still does when it arrives after a list without it", async () => {
    let arrive = () => {};
    const hasArrived = new Promise<void>((resolve) => (arrive = resolve));
    await open([introductionOf("Ann"), introductionOf("Ben")]);
    server.use(
      api.put(answerPath, async ({ response }) => {
        await hasArrived;
        return response(200).json({ matchId: null });
      }),
    );
    await card("Ann");
    no();
    await card("Ben");
    await vi.waitFor(() => expect(memberOutbox().getState().sending.size).toBe(1));
    await act(async () => await introductions().refresh());
    await card("Ben");
    arrive();
    await vi.waitFor(() => expect(memberOutbox().getState().entries).toEqual([]));
    await card("Ben");
    expect(screen.getByRole("button", { name: /^See again/ })).toBeDefined();
  });

  it("counts as given without a network", async () => {
    await open([introductionOf("Ann"), introductionOf("Ben")]);
    server.use(api.put(answerPath, breakConnection));
    await card("Ann");
    no();
    await card("Ben");
    await vi.waitFor(() => expect(server.paths()).toContain("PUT /introductions/Ann/answer"));
    await act(async () => await introductions().refresh());
    await card("Ben");
    expect(memberOutbox().getState().entries).toMatchObject([{ introductionId: "Ann" }]);
  });

  it("that comes too late says so", async () => {
    await open([introductionOf("Ann"), introductionOf("Ben")]);
    await card("Ann");
    serve([introductionOf("Ben")]);
    no();
    await vi.waitFor(() => expect(toasts()).toContain(text("member.late")));
    await card("Ben");
    await waitFor(() => expect(screen.queryByRole("button", { name: /^See again/ })).toBeNull());
  });
});
