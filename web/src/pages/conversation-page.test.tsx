import "#/storage/indexed-db.testing";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Match, Note } from "#/api/matches";
import { GoneConversation } from "#/features/conversation/gone-conversation";
import { infoWith } from "#/features/edit/edit.testing";
import { text } from "#/i18n/use-text";
import { conversationPath, paths } from "#/lib/paths";
import { memberOutbox } from "#/member/member-outbox";
import { draw, loadMessages, logInMember, logOutMember, userId } from "#/member/people.testing";
import { matches } from "#/member/resources";
import { navigate, usePlace } from "#/navigation/navigation";
import { answers, unsent } from "#/storage/account-store";
import { breakConnection, refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { matchOf, noteOf } from "#/testing/mock/people";
import { setOnline } from "#/testing/online";
import { ConversationPage } from "./conversation-page";

vi.mock(import("#/liff/liff"));
vi.mock(import("#/features/conversation/gone-conversation"), { spy: true });
vi.mock(import("#/navigation/navigation"), { spy: true });

const notesPath = "/matches/{matchId}/notes";
const server = startFakeServer([
  api.get("/news", ({ response }) => response(200).json({ news: [] })),
  api.get("/introductions", refuse(429, "E005")),
  api.put("/matches/{matchId}/read", ({ response }) => response(204).empty()),
]);

const placeOf = (matchId: string) => ({
  pathname: conversationPath(matchId),
  search: "",
  hash: "",
});

beforeAll(async () => void (await loadMessages()));
beforeEach(() => {
  logInMember();
  vi.mocked(navigate).mockReset().mockResolvedValue();
  vi.mocked(usePlace).mockReset().mockReturnValue(placeOf("M1"));
});
afterEach(() => {
  logOutMember();
  vi.restoreAllMocks();
});

const mei = (match: Partial<Omit<Match, "person">> = {}) =>
  matchOf("M1", { ...match, person: { nickname: "小美" } });

function serve(all: readonly Match[], notes: readonly Note[] = []) {
  const stored = [...notes];
  server.use(
    api.get("/matches", ({ response }) => response(200).json({ matches: [...all] })),
    api.get(notesPath, ({ query, response }) => {
      const after = Number(query.get("after") ?? 0);
      const later = stored.filter(({ noteId }) => noteId > after);
      return response(200).json({ notes: later, next: 0, readUntil: null });
    }),
    api.post(notesPath, async ({ request, response }) => {
      const body = (await request.clone().json()) as { text: string };
      const note = noteOf(stored.length + 1, { mine: true, text: body.text });
      stored.push(note);
      return response(201).json(note);
    }),
  );
}

async function open(all: readonly Match[] = [mei()], notes: readonly Note[] = []) {
  serve(all, notes);
  const drawn = draw(<ConversationPage />);
  await screen.findByRole("heading", { name: "小美" });
  return drawn;
}

const box = (name = "小美") =>
  screen.findByRole<HTMLTextAreaElement>("textbox", { name: text("matches.write", { name }) });
const write = async (note: string) => {
  fireEvent.change(await box(), { target: { value: note } });
  fireEvent.click(screen.getByRole("button", { name: text("matches.send") }));
};
const log = () => screen.getByRole("log");
const gone = () => screen.findByRole("heading", { name: text("matches.gone.title") });

describe("a conversation", () => {
  it("shows the notes, and counts them as read in the bar", async () => {
    await open([mei({ unread: 1 })], [noteOf(1, { text: "Hello there" })]);
    await within(log()).findByText("Hello there");
    await vi.waitFor(() => expect(matches().getState().data?.[0]?.unread).toBe(0));
  });

  it("invites to the first note", async () => {
    await open();
    expect(await screen.findByText(text("matches.start", { name: "小美" }))).toBeDefined();
  });

  it("shows a sent note once", async () => {
    await open([mei()], [noteOf(1, { text: "Hello there" })]);
    await within(log()).findByText("Hello there");
    await write("Good evening");
    await vi.waitFor(() => expect(memberOutbox().getState().entries).toEqual([]));
    expect(matches().getState().data?.[0]?.lastNote?.text).toBe("Good evening");
    const nRequests = server.requests.length;
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(nRequests));
    expect(await within(log()).findAllByText("Good evening")).toHaveLength(1);
  });

  it("shows a sent note although the note before it cannot be fetched", async () => {
    await open([mei()], [noteOf(1, { text: "Hello there" })]);
    await within(log()).findByText("Hello there");
    const note = noteOf(3, { mine: true, text: "Good evening" });
    server.use(
      api.get(notesPath, breakConnection),
      api.post(notesPath, ({ response }) => response(201).json(note)),
    );
    await write("Good evening");
    await vi.waitFor(() => expect(memberOutbox().getState().entries).toEqual([]));
    expect(await within(log()).findAllByText("Good evening")).toHaveLength(1);
    expect(within(log()).queryByText(text("matches.queued"))).toBeNull();
  });

  it("shows a note that waits, and says if this device cannot store it", async () => {
    await open();
    server.use(api.post(notesPath, breakConnection));
    setOnline(false);
    vi.stubGlobal("indexedDB", undefined);
    await write("Good evening");
    await within(log()).findByText("Good evening");
    expect(await within(log()).findByText(text("matches.queued"))).toBeDefined();
    expect(await screen.findByText(text("member.notStored"))).toBeDefined();
  });

  it("wakes the notes that wait each time the server answers, and only then", async () => {
    const wake = vi.spyOn(memberOutbox(), "wake");
    await open();
    await vi.waitFor(() => expect(wake).toHaveBeenCalledExactlyOnceWith("M1"));
    server.use(api.get(notesPath, breakConnection));
    const nRequests = server.requests.length;
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(nRequests));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(wake).toHaveBeenCalledOnce();
  });

  it("shows the question and the answers that came with the yes", async () => {
    const answers = { mine: "Tea", theirs: "Mountains" };
    serve([
      matchOf("M1", { answers, person: { nickname: "小美", datingQuestion: "Tea or coffee?" } }),
    ]);
    server.use(
      api.get("/user/my-info", ({ response }) =>
        response(200).json(infoWith({ datingQuestion: "Sea or mountains?" })),
      ),
    );
    draw(<ConversationPage />);
    await screen.findByText(
      text("matches.question.theirs", { name: "小美", question: "Tea or coffee?" }),
    );
    expect(screen.getByText(text("matches.answer.mine", { answer: "Tea" }))).toBeDefined();
    const own = { question: "Sea or mountains?" };
    expect(await screen.findByText(text("matches.question.mine", own))).toBeDefined();
    expect(
      screen.getByText(text("matches.answer.theirs", { name: "小美", answer: "Mountains" })),
    ).toBeDefined();
  });

  it("takes no text of another conversation into its box", async () => {
    const both = [mei(), matchOf("M2", { person: { nickname: "小華" } })];
    const { redraw } = await open(both);
    fireEvent.change(await box(), { target: { value: "only for 小美" } });
    vi.mocked(usePlace).mockReturnValue(placeOf("M2"));
    redraw(<ConversationPage />);
    expect((await box("小華")).value).toBe("");
    vi.mocked(usePlace).mockReturnValue(placeOf("M1"));
    redraw(<ConversationPage />);
    const again = await box();
    await vi.waitFor(() => expect(again.value).toBe("only for 小美"));
  });

  it("opens the card of the person from the picture beside the name", async () => {
    await open();
    fireEvent.click(await screen.findByRole("button", { name: text("matches.aboutPerson") }));
    const dialog = await screen.findByRole("dialog", { name: "小美" });
    expect(await within(dialog).findByRole("article", { name: "小美, 32" })).toBeDefined();
  });

  it("leads to the list after the member has left it", async () => {
    server.use(api.delete("/matches/{matchId}", ({ response }) => response(204).empty()));
    await open();
    fireEvent.click(await screen.findByRole("button", { name: text("member.menu.more") }));
    fireEvent.click(await screen.findByRole("button", { name: text("member.menu.leave") }));
    await vi.waitFor(() => expect(navigate).toHaveBeenCalledWith(paths.matches, { replace: true }));
  });
});

describe("a match that is over", () => {
  it("says so, and keeps the text that was not sent", async () => {
    const entry = { kind: "note", id: "k", queuedAtMs: 1, failure: "E003", matchId: "M1" };
    await unsent.write(userId, "k", { ...entry, text: "What I wanted to say" });
    serve([]);
    server.use(api.get(notesPath, refuse(404, "E003")));
    draw(<ConversationPage />);
    await gone();
    expect(await screen.findByText("What I wanted to say")).toBeDefined();
    expect(screen.queryByRole("textbox")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: text("matches.delete") }));
    await waitFor(() => expect(screen.queryByText("What I wanted to say")).toBeNull());
    await vi.waitFor(async () => expect([...(await unsent.readAll(userId)).values()]).toEqual([]));
  });

  it("keeps the text that the member was typing", async () => {
    await unsent.write(userId, "draft:M1", "Half a sent");
    serve([]);
    server.use(api.get(notesPath, refuse(404, "E003")));
    draw(<ConversationPage />);
    await gone();
    expect(await screen.findByText("Half a sent")).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: text("matches.delete") }));
    expect(screen.queryByText("Half a sent")).toBeNull();
    await vi.waitFor(async () => expect([...(await unsent.readAll(userId)).values()]).toEqual([]));
  });

  it("ends an open conversation with the next answer", async () => {
    await open([mei()], [noteOf(1)]);
    await within(log()).findByText("note 1");
    server.use(api.get(notesPath, refuse(404, "E003")));
    await act(async () => void window.dispatchEvent(new Event("online")));
    await gone();
  });

  it("is not what an old list says that does not have a new match", async () => {
    await answers.write(userId, "member/matches", { build: null, loadedAtMs: 1_000, data: [] });
    server.use(
      api.get("/matches", refuse(429, "E005")),
      api.get(notesPath, ({ response }) =>
        response(200).json({ notes: [], next: 0, readUntil: null }),
      ),
    );
    draw(<ConversationPage />);
    await screen.findByText(text("shell.serverProblem"));
    expect(screen.queryByRole("heading", { name: text("matches.gone.title") })).toBeNull();
    serve([mei()]);
    fireEvent.click(screen.getByRole("button", { name: text("shell.retry") }));
    await screen.findByRole("heading", { name: "小美" });
  });

  it("is not said before the server has answered about a new match", async () => {
    serve([]);
    await matches().refresh();
    serve([mei()]);
    vi.mocked(GoneConversation).mockClear();
    draw(<ConversationPage />);
    expect(screen.getByText(text("shell.loading"))).toBeDefined();
    await screen.findByRole("heading", { name: "小美" });
    expect(GoneConversation).not.toHaveBeenCalled();
  });
});
