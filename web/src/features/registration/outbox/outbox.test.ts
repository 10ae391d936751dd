import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Core } from "#/core/core";
import { loadCore } from "#/core/load";
import {
  consentNow,
  DraftRepository,
  loadForm,
} from "#/features/registration/draft/draft-repository";
import {
  makeOutbox,
  openRegistration,
  type Registration,
} from "#/features/registration/registration";
import type { AnswersStore } from "#/profile-form/answers/answers-store";
import { storeWith } from "#/profile-form/answers/form.testing";
import { completeDraft, userId } from "#/profile-form/made-up.testing";
import { hasRecord } from "#/storage/records";
import { type Call, TestServer } from "./server.testing";

let core: Core;
let server: TestServer;
const stops: (() => void)[] = [];

beforeAll(async () => {
  core = await loadCore();
});
beforeEach(() => {
  localStorage.clear();
  server = new TestServer();
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 50 });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

/** Returns a complete form with two photos, before "Send". */
async function fillIn(): Promise<Registration> {
  const repository = new DraftRepository(userId, loadForm(core, userId));
  repository.consent = consentNow();
  const store = await storeWith(core, completeDraft, 2, repository);
  store.saveNow();
  const outbox = makeOutbox(store, repository, server.ports);
  return follow({ store, repository, outbox, found: "none" });
}

/** Closes all windows and opens the app again, with nothing but its storage. */
async function reopen(): Promise<Registration> {
  for (const stop of stops.splice(0)) stop();
  return follow(await openRegistration({ core, userId, ports: server.ports }));
}

function follow(opened: Registration): Registration {
  stops.push(opened.outbox.start());
  return opened;
}

const stepOf = ({ outbox }: Registration) => outbox.getState().step;
const isAt = (opened: Registration, step: string) =>
  vi.waitFor(() => expect(stepOf(opened)).toBe(step), { timeout: 20_000 });
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const setNickname = (store: AnswersStore, nickname: string) => {
  store.setField("nickname", nickname);
  store.saveNow();
};

/** Returns a promise, and the function that resolves it. */
function hold(): { held: Promise<void>; release: () => void } {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  return { held, release };
}

test("sends the form once, in the specified order, and deletes it from the device", async () => {
  const form = await fillIn();
  form.outbox.send();
  form.outbox.send();
  await isAt(form, "done");
  expect(server.calls).toEqual(["token", "upload", "upload", "create"]);
  expect(server.profiles).toHaveLength(1);
  expect(Object.keys(localStorage)).toEqual([]);
  form.store.setField("nickname", "later");
  form.store.saveNow();
  await passes(1000);
  expect(hasRecord(userId, "draft")).toBe(false);
});

test("waits 500 ms between the last upload and the profile", async () => {
  const form = await fillIn();
  form.outbox.send();
  await vi.waitFor(() => expect(server.count("upload")).toBe(2));
  await passes(300);
  expect(server.count("create")).toBe(0);
  await isAt(form, "done");
});

test.each(["token", "upload", "create"] as const)(
  "retries when the network is lost at the %s",
  async (call) => {
    server.faults[call] = ["unreached", "unreached"];
    const form = await fillIn();
    form.outbox.send();
    await isAt(form, "waiting");
    await isAt(form, "done");
    expect(server.profiles).toHaveLength(1);
    // No file was uploaded twice.
    expect(server.count("upload")).toBe(call === "upload" ? 4 : 2);
  },
);

test.each(["E503", "E500", "E005"] as const)("retries after %s", async (code) => {
  server.faults.create = [{ code }];
  const form = await fillIn();
  form.outbox.send();
  await isAt(form, "waiting");
  expect(form.outbox.getState()).toMatchObject({ code });
  await isAt(form, "done");
});

test("a network that returns ends a wait, but not one that the server asked for", async () => {
  const form = await fillIn();
  server.faults.token = Array(9).fill("unreached");
  form.outbox.send();
  await isAt(form, "waiting");
  await passes(200_000);
  const nTried = server.count("token");
  expect(nTried).toBeGreaterThan(4);
  server.faults.token = [{ code: "E503", retryAfterMs: 600_000 }];
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(server.count("token")).toBe(nTried + 1));
  await isAt(form, "waiting");
  window.dispatchEvent(new Event("online"));
  await passes(300_000);
  expect(server.count("token")).toBe(nTried + 1);
  form.outbox.tryNow();
  await isAt(form, "done");
});

test('a wait that the server asked for goes on after a restart, unless the person taps "Try now"', async () => {
  server.faults.token = [{ code: "E005", retryAfterMs: 600_000 }];
  const form = await fillIn();
  form.outbox.send();
  await isAt(form, "waiting");
  const again = await reopen();
  await isAt(again, "waiting");
  expect(again.outbox.getState()).toMatchObject({ code: "E005" });
  window.dispatchEvent(new Event("online"));
  await passes(300_000);
  expect(server.count("token")).toBe(1);
  again.outbox.tryNow();
  await isAt(again, "done");
});

test("ignores a wait that a changed clock has made too long", async () => {
  server.faults.token = [{ code: "E005", retryAfterMs: 600_000 }];
  const form = await fillIn();
  form.outbox.send();
  await isAt(form, "waiting");
  vi.setSystemTime(Date.now() - 24 * 3_600_000);
  await isAt(await reopen(), "done");
});

test.each(["token", "upload", "create"] as const satisfies Call[])(
  "continues at the next start if the app is closed during the %s",
  async (call) => {
    const { held, release } = hold();
    server.held[call] = held;
    const form = await fillIn();
    form.outbox.send();
    await vi.waitFor(() => expect(server.count(call)).toBe(1), { timeout: 3000 });
    delete server.held[call];
    const again = await reopen();
    expect(stepOf(again)).toBe("preparing");
    await isAt(again, "done");
    release();
    await passes(1000);
    expect(server.profiles).toHaveLength(1);
    expect(new Set(server.keys).size).toBe(1);
    expect(Object.keys(localStorage)).toEqual([]);
  },
);

test("sends again under the same key if the answer is lost", async () => {
  server.faults.create = ["answerLost"];
  const form = await fillIn();
  form.outbox.send();
  await isAt(form, "done");
  expect(server.count("create")).toBe(2);
  expect(new Set(server.keys).size).toBe(1);
  expect(server.profiles).toHaveLength(1);
  expect(form.outbox.getState()).toMatchObject({ outcome: "accepted" });
});

test("replaces a revoked token at once", async () => {
  server.faults.upload = [{ code: "E001A" }];
  const form = await fillIn();
  form.outbox.send();
  await isAt(form, "done");
  expect(server.count("token")).toBe(2);
});

test("waits for a login if LINE's ID token is too old, and continues after it", async () => {
  server.faults.token = [{ code: "E001" }];
  const form = await fillIn();
  form.outbox.send();
  await isAt(form, "needsLogin");
  await passes(600_000);
  expect(server.count("token")).toBe(1);
  await isAt(await reopen(), "done");
});

test("gives errors of the server back to the form once, and empties the outbox", async () => {
  const fields = [{ path: "reviewLink", code: "url", params: {} }];
  server.faults.create = [{ code: "E002", fields }];
  const form = await fillIn();
  form.outbox.send();
  await isAt(form, "rejected");
  expect(form.outbox.consumeRejection()).toEqual(fields);
  expect(form.outbox.consumeRejection()).toBeNull();
  expect(hasRecord(userId, "outbox")).toBe(false);
  form.outbox.send();
  await isAt(form, "done");
});

test("shows errors of the server after a restart, and does not send the form again", async () => {
  const fields = [{ path: "reviewLink", code: "url", params: {} }];
  server.faults.create = [{ code: "E002", fields }];
  const form = await fillIn();
  form.outbox.send();
  await isAt(form, "rejected");
  const again = await reopen();
  expect(stepOf(again)).toBe("rejected");
  await passes(1000);
  expect(server.count("create")).toBe(1);
  expect(again.outbox.consumeRejection()).toEqual(fields);
  expect(stepOf(await reopen())).toBe("idle");
});

test("uploads files again that the server has deleted during a wait", async () => {
  server.faults.create = ["unreached"];
  const form = await fillIn();
  form.outbox.send();
  await isAt(form, "waiting");
  server.deleteUploads();
  await isAt(form, "done");
  expect(server.count("upload")).toBe(4);
});

test("sends with a new key if the old one was used and there is no profile", async () => {
  server.faults.create = [{ code: "E004" }];
  const form = await fillIn();
  const { idempotencyKey } = form.repository;
  form.outbox.send();
  await isAt(form, "done");
  expect(form.repository.idempotencyKey).not.toBe(idempotencyKey);
  expect(server.profiles).toHaveLength(1);
});

test("reports a profile that another device has sent", async () => {
  const form = await fillIn();
  server.profiles.push({});
  form.outbox.send();
  await isAt(form, "done");
  expect(form.outbox.getState()).toMatchObject({ outcome: "notNeeded" });
  expect(server.profiles).toHaveLength(1);
});

test("sends the edited form if the person cancelled before it left", async () => {
  server.faults.token = ["unreached"];
  const form = await fillIn();
  form.outbox.send();
  await isAt(form, "waiting");
  form.outbox.cancel();
  expect(form.outbox.getState()).toEqual({ step: "cancelled", mayHaveArrived: false });
  expect(hasRecord(userId, "outbox")).toBe(false);
  setNickname(form.store, "小華");
  await passes(600_000);
  expect(server.profiles).toHaveLength(0);
  form.outbox.send();
  await isAt(form, "done");
  expect(server.profiles).toMatchObject([{ nickname: "小華" }]);
});

test.each(["token", "upload", "create"] as const satisfies Call[])(
  "sends nothing more after a cancel during the %s, and ignores the answer",
  async (call) => {
    const { held, release } = hold();
    server.held[call] = held;
    server.faults.status = ["unreached"];
    const form = await fillIn();
    form.outbox.send();
    await vi.waitFor(() => expect(server.count(call)).toBe(1), { timeout: 3000 });
    const { photos } = form.store.files;
    const nCalls = server.calls.length;
    form.outbox.cancel();
    release();
    await passes(600);
    expect(server.calls).toHaveLength(nCalls);
    expect(form.store.files.photos).toEqual(photos);
  },
);

test("reports an earlier version that arrived although the person cancelled", async () => {
  const { held } = hold();
  server.held.create = held;
  const form = await fillIn();
  form.outbox.send();
  await isAt(form, "sending");
  await vi.waitFor(() => expect(server.count("create")).toBe(1));
  form.outbox.cancel();
  expect(form.outbox.getState()).toEqual({ step: "cancelled", mayHaveArrived: true });
  setNickname(form.store, "小華");
  await isAt(form, "done");
  expect(form.outbox.getState()).toMatchObject({ outcome: "earlierAccepted" });
  expect(server.profiles).toMatchObject([{ nickname: "小明" }]);
});

test("makes no second profile if the person edits after a lost answer, and says which version arrived", async () => {
  server.faults.create = ["answerLost"];
  server.faults.status = ["unreached"];
  const form = await fillIn();
  form.outbox.send();
  await isAt(form, "waiting");
  form.outbox.cancel();
  setNickname(form.store, "小華");
  await passes(5000);
  expect(stepOf(form)).toBe("cancelled");
  form.outbox.send();
  await isAt(form, "done");
  expect(form.outbox.getState()).toMatchObject({ outcome: "earlierAccepted" });
  expect(server.profiles).toMatchObject([{ nickname: "小明" }]);
});

test("sends the form even if the browser stores nothing", async () => {
  const refuse = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  server.faults.create = ["unreached"];
  const form = await fillIn();
  expect(form.store.getState().isSaved).toBe(false);
  form.outbox.send();
  await isAt(form, "done");
  expect(server.profiles).toHaveLength(1);
  for (const name of ["draft", "outbox", "photos"] as const) {
    expect(hasRecord(userId, name)).toBe(false);
  }
  vi.unstubAllGlobals();
});

test("stops when another window takes the form over, which sends it under the same key", async () => {
  const { held, release } = hold();
  server.held.create = held;
  const first = await fillIn();
  first.outbox.send();
  await vi.waitFor(() => expect(server.count("create")).toBe(1), { timeout: 3000 });
  const state = first.outbox.getState();
  delete server.held.create;
  const second = await reopen();
  await isAt(second, "done");
  release();
  await passes(600_000);
  expect(first.outbox.getState()).toBe(state);
  expect(server.count("create")).toBe(2);
  expect(new Set(server.keys).size).toBe(1);
  expect(server.profiles).toHaveLength(1);
  expect(Object.keys(localStorage)).toEqual([]);
});
