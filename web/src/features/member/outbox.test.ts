import "../../storage/indexed-db.testing";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Note } from "../../api/matches";
import { retry } from "../../lib/retry";
import { getLiffUser } from "../../liff/liff";
import { clearSession, setToken, setUserInfo } from "../../session/session";
import { listUnsent, readUnsent, writeUnsent } from "../../storage/unsent";
import { api, breakConnection, refuse, startFakeServer } from "../../testing/fake-server";
import { MemberOutbox } from "./outbox";

vi.mock(import("../../liff/liff"));
vi.mock(import("../../lib/retry"), { spy: true });

const server = startFakeServer();
const userId = "U1";
const matchId = "M1";
const receiver = {
  onNote: vi.fn(),
  onAnswer: vi.fn(),
  onAnsweredBefore: vi.fn(),
  onLate: vi.fn(),
  onRefused: vi.fn(),
};
let outbox: MemberOutbox;

beforeEach(() => {
  vi.resetAllMocks();
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.mocked(getLiffUser).mockReturnValue({ userId, displayName: "Mei", statusMessage: undefined });
  setToken("token");
  setUserInfo({ userId, nickname: "小美", reviewStatus: "APPROVED" });
  outbox = new MemberOutbox(receiver);
});

afterEach(() => {
  // Aborts the waits of this test.
  clearSession();
  outbox.getState();
  vi.unstubAllGlobals();
});

const noteAt = (noteId: number, text: string): Note => ({
  noteId,
  text,
  mine: true,
  sentAt: "2026-11-25T03:00:00.000Z",
});

/** A server that stores each key once. */
function acceptNotes() {
  const keys: string[] = [];
  const texts: string[] = [];
  const handler = api.post("/matches/{matchId}/notes", async ({ request, response }) => {
    const { text } = (await request.json()) as { text: string };
    const key = request.headers.get("Idempotency-Key") ?? "";
    if (!keys.includes(key)) {
      keys.push(key);
      texts.push(text);
    }
    return response(201).json(noteAt(texts.length, text));
  });
  return { handler, keys, texts };
}

const isEmpty = () => expect(outbox.getState().entries).toEqual([]);

describe("a note", () => {
  it("is stored, sent, and deleted from the device", async () => {
    const { handler, texts } = acceptNotes();
    server.use(handler);
    await outbox.addNote(matchId, "Hello");
    await vi.waitFor(isEmpty);
    expect(texts).toEqual(["Hello"]);
    expect(receiver.onNote).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ matchId, text: "Hello" }),
      noteAt(1, "Hello"),
    );
    expect(await listUnsent(userId)).toEqual([]);
  });

  it("arrives once although the answer to it was lost", async () => {
    const keys: string[] = [];
    const texts: string[] = [];
    server.use(
      api.post("/matches/{matchId}/notes", async ({ request, response }) => {
        const key = request.headers.get("Idempotency-Key") ?? "";
        if (!keys.includes(key)) {
          keys.push(key);
          texts.push("Hello");
          return breakConnection();
        }
        return response(201).json(noteAt(1, "Hello"));
      }),
    );
    await outbox.addNote(matchId, "Hello");
    await vi.waitFor(isEmpty, { timeout: 5000 });
    expect(texts).toEqual(["Hello"]);
    expect(receiver.onNote).toHaveBeenCalledTimes(1);
  });

  it("waits for the one before it in the same conversation, and for no other conversation", async () => {
    const order: string[] = [];
    server.use(
      api.post("/matches/{matchId}/notes", async ({ request, params, response }) => {
        const { text } = (await request.json()) as { text: string };
        if (params.matchId === matchId) return refuse(503, "E503")();
        order.push(text);
        return response(201).json(noteAt(order.length, text));
      }),
    );
    await outbox.addNote(matchId, "first");
    await outbox.addNote(matchId, "second");
    await outbox.addNote("M2", "elsewhere");
    await vi.waitFor(() => expect(order).toEqual(["elsewhere"]));
    expect(outbox.getState().entries).toMatchObject([{ text: "first" }, { text: "second" }]);
  });

  it("is tried again at once when the page hears from the server", async () => {
    const { handler, texts } = acceptNotes();
    server.use(handler);
    server.use(api.post("/matches/{matchId}/notes", breakConnection, { once: true }));
    await outbox.addNote(matchId, "Hello");
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    await vi.waitFor(() => expect(outbox.getState().sending.size).toBe(0));
    // The next attempt would be 800 ms later at the earliest.
    await vi.waitFor(
      () => {
        outbox.wake(matchId);
        expect(texts).toEqual(["Hello"]);
      },
      { timeout: 500 },
    );
    await vi.waitFor(isEmpty);
  });

  it("waits as long as before if the server itself refused it for a while", async () => {
    server.use(api.post("/matches/{matchId}/notes", refuse(503, "E503")));
    await outbox.addNote(matchId, "Hello");
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    await vi.waitFor(() => expect(outbox.getState().sending.size).toBe(0));
    await new Promise((resolve) => setTimeout(resolve, 20));
    outbox.wake(matchId);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.requests).toHaveLength(1);
  });

  it("has a row of attempts of its own, which begins with a short wait", async () => {
    const { handler, texts } = acceptNotes();
    server.use(handler);
    await outbox.addNote(matchId, "first");
    await outbox.addNote(matchId, "second");
    await vi.waitFor(() => expect(texts).toEqual(["first", "second"]));
    expect(retry).toHaveBeenCalledTimes(2);
  });

  it("is sent after a restart of the app", async () => {
    server.use(api.post("/matches/{matchId}/notes", breakConnection));
    await outbox.addNote(matchId, "Hello");
    await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(0));
    clearSession();
    outbox.getState();

    const { handler, texts } = acceptNotes();
    server.use(handler);
    setToken("token");
    setUserInfo({ userId, nickname: "小美", reviewStatus: "APPROVED" });
    const restarted = new MemberOutbox(receiver);
    await restarted.start();
    await vi.waitFor(() => expect(texts).toEqual(["Hello"]));
    await vi.waitFor(() => expect(restarted.getState().entries).toEqual([]));
  });

  it("stays with its reason if the server refuses it, and can be sent again", async () => {
    server.use(api.post("/matches/{matchId}/notes", refuse(422, "E002"), { once: true }));
    await outbox.addNote(matchId, "\u202e");
    await vi.waitFor(() => expect(outbox.getState().entries).toMatchObject([{ failure: "E002" }]));
    const [entry] = outbox.getState().entries;
    expect(await readUnsent(userId, entry?.id ?? "")).toMatchObject({ failure: "E002" });

    const { handler } = acceptNotes();
    server.use(handler);
    await outbox.retry(entry?.id ?? "");
    await vi.waitFor(isEmpty);
    expect(receiver.onNote).toHaveBeenCalledTimes(1);
  });

  it("does not hold up the next one if it is refused", async () => {
    const { handler, texts } = acceptNotes();
    server.use(handler);
    server.use(api.post("/matches/{matchId}/notes", refuse(422, "E002"), { once: true }));
    await outbox.addNote(matchId, "bad");
    await outbox.addNote(matchId, "good");
    await vi.waitFor(() => expect(texts).toEqual(["good"]));
    expect(outbox.getState().entries).toMatchObject([{ text: "bad", failure: "E002" }]);
    await outbox.remove(outbox.getState().entries[0]?.id ?? "");
    isEmpty();
    expect(await listUnsent(userId)).toEqual([]);
  });

  it("is not sent after another window has sent it", async () => {
    const entry = { kind: "note", id: "k", queuedAtMs: 1, failure: null, matchId, text: "Hello" };
    await writeUnsent(userId, "k", entry);
    const locks = { request: vi.fn() };
    vi.stubGlobal("navigator", { ...navigator, onLine: true, locks });
    locks.request.mockImplementation(async (_: string, task: () => Promise<void>) => {
      // The other window has finished while this one waited for the lock.
      const { removeUnsent } = await import("../../storage/unsent");
      await removeUnsent(userId, "k");
      await task();
    });
    await outbox.start();
    await vi.waitFor(isEmpty);
    expect(server.requests).toEqual([]);
  });
});

describe("an answer", () => {
  it("tells of the match that it makes", async () => {
    server.use(
      api.put("/introductions/{introductionId}/answer", ({ response }) =>
        response(200).json({ matchId: "I1" }),
      ),
    );
    await outbox.addAnswer("I1", "YES", "Mountains");
    await vi.waitFor(() =>
      expect(receiver.onAnswer).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ introductionId: "I1", answer: "YES", note: "Mountains" }),
        "I1",
      ),
    );
    isEmpty();
  });

  it("counts as given if the server has one already", async () => {
    server.use(api.put("/introductions/{introductionId}/answer", refuse(409, "E004")));
    await outbox.addAnswer("I1", "NO", "");
    await vi.waitFor(() => expect(receiver.onAnsweredBefore).toHaveBeenCalledTimes(1));
    expect(receiver.onAnswer).not.toHaveBeenCalled();
    await vi.waitFor(isEmpty);
  });

  it("is dropped with a word if the introduction is over", async () => {
    server.use(api.put("/introductions/{introductionId}/answer", refuse(404, "E003")));
    await outbox.addAnswer("I1", "YES", "");
    await vi.waitFor(() => expect(receiver.onLate).toHaveBeenCalledTimes(1));
    await vi.waitFor(isEmpty);
  });

  it("is given back to the member if the server refuses it permanently", async () => {
    server.use(api.put("/introductions/{introductionId}/answer", refuse(422, "E002")));
    await outbox.addAnswer("I1", "YES", "\u202e");
    await vi.waitFor(() =>
      expect(receiver.onRefused).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ introductionId: "I1", note: "\u202e" }),
        "E002",
      ),
    );
    await vi.waitFor(isEmpty);
    expect(receiver.onAnswer).not.toHaveBeenCalled();
  });
});

it("shows and sends nothing of an account that has logged out", async () => {
  server.use(api.post("/matches/{matchId}/notes", breakConnection));
  await outbox.addNote(matchId, "Hello");
  clearSession();
  isEmpty();
  await outbox.start();
  isEmpty();
  expect(await listUnsent(userId)).toHaveLength(1);
});

it("leaves out records of other kinds", async () => {
  await writeUnsent(userId, "draft:M1", "half a note");
  await outbox.start();
  isEmpty();
});
