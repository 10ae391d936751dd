import "#/storage/indexed-db.testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Note } from "#/api/matches";
import { ownBuildId } from "#/lib/build-id";
import { waitForRetry } from "#/lib/retry";
import { logInMember, logOutMember, userId } from "#/member/people.testing";
import { answers } from "#/storage/account-store";
import { refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { noteOf } from "#/testing/mock/people";
import { NotesStore } from "./notes-store";

vi.mock(import("#/liff/liff"));
vi.mock(import("#/lib/build-id"));
vi.mock(import("#/lib/retry"), { spy: true });

const notesPath = "/matches/{matchId}/notes";
const readPath = "/matches/{matchId}/read";
const server = startFakeServer([api.put(readPath, ({ response }) => response(204).empty())]);
const matchId = "M1";
let page: AbortController;
let store: NotesStore;
let visibility: DocumentVisibilityState;

beforeEach(() => {
  vi.clearAllMocks();
  logInMember();
  vi.mocked(ownBuildId).mockReturnValue("build 2");
  visibility = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  page = new AbortController();
  store = new NotesStore(matchId);
});

afterEach(() => {
  page.abort();
  logOutMember();
  vi.restoreAllMocks();
});

/** Serves a conversation by position, as our server does. */
function serve(notes: readonly Note[], readUntil: number | null = null, most = 100): Note[] {
  const all = [...notes];
  server.use(
    api.get(notesPath, ({ query, response }) => {
      const after = query.get("after");
      const before = query.get("before");
      const found = all.filter(
        ({ noteId }) =>
          (after === null || noteId > Number(after)) &&
          (before === null || noteId < Number(before)),
      );
      const shown = after === null ? found.slice(-most) : found.slice(0, most);
      return response(200).json({ notes: shown, next: shown.at(-1)?.noteId ?? 0, readUntil });
    }),
  );
  return all;
}

const follow = () => void store.follow(page.signal);
/** Ends the wait before the next question. */
const wake = () => window.dispatchEvent(new Event("online"));
const ids = () => store.getState().notes?.map(({ noteId }) => noteId) ?? null;
const showsIds = (expected: readonly number[]) => vi.waitFor(() => expect(ids()).toEqual(expected));
const questions = () =>
  server.requests.filter(({ method }) => method === "GET").map(({ url }) => new URL(url).search);
const nWaits = () => vi.mocked(waitForRetry).mock.calls.length;
const waits = (nTimes: number) => vi.waitFor(() => expect(nWaits()).toBe(nTimes));
const marks = () => server.bodiesOf("PUT");
const keep = (notes: readonly Note[], build = "build 2") =>
  answers.write(userId, `notes/${matchId}`, { build, loadedAtMs: 1_000, notes, ahead: [] });
const aheadIds = () => store.getState().ahead.map(({ noteId }) => noteId);

describe("following a conversation", () => {
  it("shows the stored notes, and asks for those after them", async () => {
    await keep([noteOf(1), noteOf(2)]);
    serve([noteOf(1), noteOf(2), noteOf(3)], 2);
    const shown: (readonly number[] | null)[] = [];
    store.subscribe(() => shown.push(ids()));
    follow();
    await showsIds([1, 2, 3]);
    expect(shown[0]).toEqual([1, 2]);
    expect(questions()).toEqual(["?after=2"]);
    expect(store.getState()).toMatchObject({ readUntil: 2, error: null, isGone: false });
  });

  it("ignores the notes that another build has stored", async () => {
    await keep([noteOf(1, { text: "of another shape" })], "build 1");
    serve([noteOf(1)]);
    follow();
    await showsIds([1]);
    expect(questions()).toEqual([""]);
  });

  it("asks for new notes again and again", async () => {
    const all = serve([noteOf(1)]);
    follow();
    await waits(1);
    all.push(noteOf(2), noteOf(3));
    wake();
    await showsIds([1, 2, 3]);
    await waits(2);
    wake();
    await waits(3);
    expect(questions()).toEqual(["", "?after=1", "?after=3"]);
    expect(ids()).toEqual([1, 2, 3]);
    for (const [{ ms }] of vi.mocked(waitForRetry).mock.calls) expect(ms).toBeLessThan(5_000);
  });

  it("stores the latest hundred notes", async () => {
    serve(Array.from({ length: 90 }, (_, index) => noteOf(index + 1)));
    await keep([]);
    follow();
    await waits(1);
    const all = serve(Array.from({ length: 130 }, (_, index) => noteOf(index + 1)));
    wake();
    await showsIds(all.map(({ noteId }) => noteId));
    await vi.waitFor(async () => {
      const stored = (await answers.read(userId, `notes/${matchId}`)) as { notes: Note[] };
      expect(stored.notes.map(({ noteId }) => noteId)).toEqual(
        Array.from({ length: 100 }, (_, index) => index + 31),
      );
    });
  });

  it("asks nothing while nobody looks at the page", async () => {
    serve([noteOf(1)]);
    visibility = "hidden";
    follow();
    await waits(1);
    expect(server.requests).toEqual([]);
    visibility = "visible";
    document.dispatchEvent(new Event("visibilitychange"));
    await showsIds([1]);
  });

  it("stops with the page", async () => {
    serve([noteOf(1)]);
    const followed = store.follow(page.signal);
    await waits(1);
    page.abort();
    await followed;
    wake();
    expect(questions()).toHaveLength(1);
  });

  it("waits longer after each failure, and keeps the notes", async () => {
    await keep([noteOf(1)]);
    server.use(api.get(notesPath, refuse(429, "E005")));
    follow();
    for (const nTimes of [1, 2, 3]) {
      await waits(nTimes);
      if (nTimes < 3) wake();
    }
    const delays = vi.mocked(waitForRetry).mock.calls.map(([{ ms }]) => ms);
    expect(delays).toEqual([3_500, 7_000, 14_000]);
    expect(ids()).toEqual([1]);
    expect(store.getState().error).toMatchObject({ code: "E005" });

    serve([noteOf(1), noteOf(2)]);
    wake();
    await showsIds([1, 2]);
    await waits(4);
    expect(store.getState().error).toBeNull();
    expect(vi.mocked(waitForRetry).mock.lastCall?.[0].ms).toBe(3_500);
  });

  it("ends when the match is over, and deletes the stored notes", async () => {
    await keep([noteOf(1)]);
    server.use(api.get(notesPath, refuse(404, "E003")));
    const followed = store.follow(page.signal);
    await vi.waitFor(() => expect(store.getState().isGone).toBe(true));
    wake();
    await followed;
    expect(questions()).toHaveLength(1);
    await vi.waitFor(async () => expect(await answers.read(userId, `notes/${matchId}`)).toBeNull());
  });
});

describe("a note that the member has sent", () => {
  it("is shown once, although the next answer has it, too", async () => {
    const all = serve([noteOf(1)]);
    follow();
    await waits(1);
    const sent = noteOf(2, { mine: true });
    all.push(sent);
    store.add(sent);
    store.add(sent);
    expect(ids()).toEqual([1, 2]);
    all.push(noteOf(3));
    wake();
    await showsIds([1, 2, 3]);
  });

  it("is shown once if it arrives while an answer with it is on its way", async () => {
    serve([noteOf(1)]);
    follow();
    await waits(1);
    const sent = noteOf(2, { mine: true });
    server.use(
      api.get(notesPath, ({ response }) => {
        store.add(sent);
        return response(200).json({ notes: [sent, noteOf(3)], next: 3, readUntil: null });
      }),
    );
    wake();
    await showsIds([1, 2, 3]);
  });

  it("is ahead of the notes before it until the next answer brings them", async () => {
    const all = serve([noteOf(1)]);
    follow();
    await waits(1);
    const sent = [noteOf(3, { mine: true }), noteOf(4, { mine: true })];
    all.push(noteOf(2), ...sent);
    for (const note of [...sent, ...sent]) store.add(note);
    expect(ids()).toEqual([1]);
    expect(aheadIds()).toEqual([3, 4]);
    wake();
    await showsIds([1, 2, 3, 4]);
    expect(aheadIds()).toEqual([]);
  });

  it("is still ahead after a reload without a network", async () => {
    serve([noteOf(1)]);
    follow();
    await waits(1);
    store.add(noteOf(3, { mine: true }));
    page.abort();

    server.use(api.get(notesPath, refuse(429, "E005")));
    store = new NotesStore(matchId);
    page = new AbortController();
    // Before the device has read the stored notes, the outbox sends another one, and the first one again: the page
    // was closed before the outbox had deleted it.
    store.add(noteOf(4, { mine: true }));
    store.add(noteOf(3, { mine: true }));
    expect(aheadIds()).toEqual([3, 4]);
    follow();
    await showsIds([1]);
    expect(aheadIds()).toEqual([3, 4]);
  });

  it("joins the notes when the one before it comes alone", async () => {
    serve([noteOf(1)]);
    follow();
    await waits(1);
    store.add(noteOf(3, { mine: true }));
    serve([noteOf(1), noteOf(2)]);
    wake();
    await showsIds([1, 2, 3]);
    expect(aheadIds()).toEqual([]);
  });

  it("stays if it is the first one, and an older answer comes after it", async () => {
    const sent = noteOf(1, { mine: true });
    server.use(
      api.get(notesPath, ({ response }) => {
        store.add(sent);
        return response(200).json({ notes: [], next: 0, readUntil: null });
      }),
    );
    follow();
    await waits(1);
    expect(ids()).toEqual([1]);
  });
});

describe("earlier notes", () => {
  const all = [1, 2, 3, 4].map((noteId) => noteOf(noteId));

  it("come before the others, once for two taps", async () => {
    serve(all, null, 2);
    follow();
    await showsIds([3, 4]);
    await waits(1);
    const both = Promise.all([store.loadEarlier(), store.loadEarlier()]);
    expect(store.getState().isLoadingEarlier).toBe(true);
    await both;
    expect(ids()).toEqual([1, 2, 3, 4]);
    expect(store.getState().isLoadingEarlier).toBe(false);
    expect(questions()).toEqual(["", "?before=3"]);
  });

  it("can be asked for again after a failure", async () => {
    serve(all, null, 2);
    follow();
    await showsIds([3, 4]);
    await waits(1);
    server.use(api.get(notesPath, refuse(429, "E005"), { once: true }));
    await store.loadEarlier();
    expect(store.getState()).toMatchObject({ isLoadingEarlier: false, error: { code: "E005" } });
    expect(ids()).toEqual([3, 4]);
    await store.loadEarlier();
    expect(store.getState().error).toBeNull();
    expect(ids()).toEqual([1, 2, 3, 4]);
  });

  it("are not asked for before there is a note", async () => {
    await store.loadEarlier();
    expect(server.requests).toEqual([]);
  });
});

describe("the read mark", () => {
  it("goes to the server once for each new note of the other person", async () => {
    const all = serve([noteOf(1), noteOf(2), noteOf(3, { mine: true })]);
    follow();
    await waits(1);
    wake();
    await waits(2);
    expect(await marks()).toEqual([{ noteId: 2 }]);
    all.push(noteOf(4));
    wake();
    await waits(3);
    expect(await marks()).toEqual([{ noteId: 2 }, { noteId: 4 }]);
  });

  it("does not go for the member's own notes", async () => {
    serve([noteOf(1, { mine: true })]);
    follow();
    await waits(1);
    expect(await marks()).toEqual([]);
  });

  it("waits until somebody looks at the page", async () => {
    serve([noteOf(1)]);
    server.use(
      api.get(
        notesPath,
        ({ response }) => {
          visibility = "hidden";
          return response(200).json({ notes: [noteOf(1)], next: 1, readUntil: null });
        },
        { once: true },
      ),
    );
    follow();
    await waits(1);
    expect(ids()).toEqual([1]);
    expect(await marks()).toEqual([]);
    visibility = "visible";
    wake();
    await waits(2);
    expect(await marks()).toEqual([{ noteId: 1 }]);
  });

  it("goes again after a failure, which nobody sees", async () => {
    serve([noteOf(1)]);
    server.use(api.put(readPath, refuse(429, "E005"), { once: true }));
    follow();
    await waits(1);
    expect(store.getState().error).toBeNull();
    wake();
    await waits(2);
    wake();
    await waits(3);
    expect(await marks()).toEqual([{ noteId: 1 }, { noteId: 1 }]);
  });
});
