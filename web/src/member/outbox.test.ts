import "#/storage/indexed-db.testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Note } from "#/api/matches";
import { patientPolicy, retry } from "#/lib/retry";
import { clearSession, currentAccount } from "#/session/session";
import { logIn } from "#/session/session.testing";
import { unsent } from "#/storage/account-store";
import { replaceIndexedDb } from "#/storage/indexed-db.testing";
import { breakConnection, refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { MemberOutbox } from "./outbox";

vi.mock(import("#/lib/retry"), { spy: true });

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
  replaceIndexedDb();
  logIn(userId);
  outbox = new MemberOutbox(currentAccount(), receiver);
});

afterEach(() => {
  // Aborts the waits of this test.
  clearSession();
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
    expect([...(await unsent.readAll(userId)).values()]).toEqual([]);
  });

  it("says when it is sent again if the server does not take it yet", async () => {
    server.use(
      api.post("/matches/{matchId}/notes", ({ response }) =>
        response.untyped(
          Response.json(
            { code: "E005", cause: "" },
            { status: 429, headers: { "Retry-After": "3600" } },
          ),
        ),
      ),
    );
    const startMs = Date.now();
    await outbox.addNote(matchId, "Hello");
    await vi.waitFor(() => expect(outbox.getState().delayed.get(matchId)).toBeDefined());
    const waitMs = (outbox.getState().delayed.get(matchId) ?? 0) - startMs;
    expect(waitMs).toBeGreaterThanOrEqual(3_600_000);
  });

  it("keeps its place after a clock that was put back, also in the next window", async () => {
    server.use(api.post("/matches/{matchId}/notes", breakConnection));
    await outbox.addNote(matchId, "first");
    const now = vi.spyOn(Date, "now").mockReturnValue(Date.now() - 3_600_000);
    await outbox.addNote(matchId, "second");
    now.mockRestore();
    clearSession();
    logIn(userId);
    const { handler, texts } = acceptNotes();
    server.use(handler);
    await new MemberOutbox(currentAccount(), receiver).start();
    await vi.waitFor(() => expect(texts).toEqual(["first", "second"]), 5_000);
  });

  it("is not sent by another window after the member has deleted it", async () => {
    server.use(api.post("/matches/{matchId}/notes", breakConnection));
    await outbox.addNote(matchId, "Hello");
    const other = new MemberOutbox(currentAccount(), receiver);
    await other.start();
    expect(other.getState().entries).toHaveLength(1);
    for (const { id } of outbox.getState().entries) await outbox.remove(id);
    await vi.waitFor(() => expect(other.getState().entries).toEqual([]));
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
    // Some calls are those of the database.
    const rows = vi.mocked(retry).mock.calls.filter(([, { policy }]) => policy === patientPolicy);
    expect(rows).toHaveLength(2);
  });

  it("is sent after a restart of the app", async () => {
    server.use(api.post("/matches/{matchId}/notes", breakConnection));
    await outbox.addNote(matchId, "Hello");
    await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(0));
    clearSession();

    const { handler, texts } = acceptNotes();
    server.use(handler);
    logIn(userId);
    const restarted = new MemberOutbox(currentAccount(), receiver);
    await restarted.start();
    await vi.waitFor(() => expect(texts).toEqual(["Hello"]));
    await vi.waitFor(() => expect(restarted.getState().entries).toEqual([]));
  });

  it("stays with its reason if the server refuses it, and can be sent again", async () => {
    server.use(api.post("/matches/{matchId}/notes", refuse(422, "E002"), { once: true }));
    await outbox.addNote(matchId, "\u202e");
    await vi.waitFor(() => expect(outbox.getState().entries).toMatchObject([{ failure: "E002" }]));
    const [entry] = outbox.getState().entries;
    expect(await unsent.read(userId, entry?.id ?? "")).toMatchObject({ failure: "E002" });

    const { handler } = acceptNotes();
    server.use(handler);
    outbox.retry(entry?.id ?? "");
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
    expect([...(await unsent.readAll(userId)).values()]).toEqual([]);
  });

  it("leaves the device although another window has sent it meanwhile", async () => {
    const { handler, texts, keys } = acceptNotes();
    server.use(handler);
    const other = new MemberOutbox(currentAccount(), receiver);
    await outbox.addNote(matchId, "Hello");
    await other.start();
    await vi.waitFor(isEmpty);
    await vi.waitFor(() => expect(other.getState().entries).toEqual([]));
    expect(keys).toHaveLength(1);
    expect(texts).toEqual(["Hello"]);
  });
});

it("a note that the member deletes while it waits is neither sent nor stored again", async () => {
  server.use(api.post("/matches/{matchId}/notes", breakConnection));
  await outbox.addNote(matchId, "Hello");
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
  await vi.waitFor(() => expect(outbox.getState().sending.size).toBe(0));
  await outbox.remove(outbox.getState().entries[0]?.id ?? "");
  server.use(api.post("/matches/{matchId}/notes", refuse(404, "E003")));
  window.dispatchEvent(new Event("online"));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(server.requests).toHaveLength(1);
  expect(await unsent.readAll(userId)).toEqual(new Map());
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

  it("does not count if the server has one already", async () => {
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
  expect([...(await unsent.readAll(userId)).values()]).toHaveLength(1);
});

it("leaves out records of other kinds", async () => {
  await unsent.write(userId, "draft:M1", "half a note");
  await outbox.start();
  isEmpty();
});
