import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Core } from "../../../core/core";
import { loadCore } from "../../../core/load";
import { hasRecord } from "../../../storage/records";
import { DraftRepository } from "../draft/draft-repository";
import { consentNow, loadForm } from "../draft/draft-storage";
import type { FormStore } from "../form/form-store";
import { completeDraft, storeWith, userId } from "../form/testing";
import { makeOutbox, openRegistration, type Registration } from "../registration";
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

/** A complete form with two photos, as it stands before "Send". */
async function fillIn(): Promise<Registration> {
  const repository = new DraftRepository(userId, loadForm(core, userId));
  repository.consent = consentNow();
  const store = await storeWith(core, completeDraft, 2, repository);
  store.saveNow();
  return follow({
    store,
    repository,
    outbox: makeOutbox(store, repository, server.ports),
    found: "none",
  });
}

/** Closes all windows and opens the app anew: only what is stored is left. */
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
const setNickname = (store: FormStore, nickname: string) => {
  store.setField("nickname", nickname);
  store.saveNow();
};

/** A promise that a test keeps when it wants to. */
function hold(): { held: Promise<void>; release: () => void } {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  return { held, release };
}

test("a form is sent once, in the order of the specification, and nothing of it stays", async () => {
  const form = await fillIn();
  form.outbox.send();
  form.outbox.send();
  await isAt(form, "done");
  expect(server.calls).toEqual(["ticket", "upload", "upload", "create"]);
  expect(server.profiles).toHaveLength(1);
  expect(Object.keys(localStorage)).toEqual([]);
  form.store.setField("nickname", "later");
  form.store.saveNow();
  await passes(1000);
  expect(hasRecord(userId, "draft")).toBe(false);
});

test("500 ms pass between the last upload and the profile", async () => {
  const form = await fillIn();
  form.outbox.send();
  await vi.waitFor(() => expect(server.count("upload")).toBe(2));
  await passes(300);
  expect(server.count("create")).toBe(0);
  await isAt(form, "done");
});

test.each(["ticket", "upload", "create"] as const)(
  "a network that is lost at the %s is waited for",
  async (call) => {
    server.faults[call] = ["unreached", "unreached"];
    const form = await fillIn();
    form.outbox.send();
    await isAt(form, "waiting");
    await isAt(form, "done");
    expect(server.profiles).toHaveLength(1);
    // What was up already did not go up again.
    expect(server.count("upload")).toBe(call === "upload" ? 4 : 2);
  },
);

test.each(["E503", "E500", "E005"])("%s passes by itself", async (code) => {
  server.faults.create = [{ code }];
  const form = await fillIn();
  form.outbox.send();
  await isAt(form, "waiting");
  expect(form.outbox.getState()).toMatchObject({ code });
  await isAt(form, "done");
});

test("a network that comes back ends the wait, a server's own wish does not end with it", async () => {
  const form = await fillIn();
  server.faults.ticket = Array(9).fill("unreached");
  form.outbox.send();
  await isAt(form, "waiting");
  await passes(200_000);
  const nTried = server.count("ticket");
  expect(nTried).toBeGreaterThan(4);
  server.faults.ticket = [{ code: "E503", retryAfterMs: 600_000 }];
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(server.count("ticket")).toBe(nTried + 1));
  await isAt(form, "waiting");
  window.dispatchEvent(new Event("online"));
  await passes(300_000);
  expect(server.count("ticket")).toBe(nTried + 1);
  form.outbox.tryNow();
  await isAt(form, "done");
});

test("a server that asked for a wait gets it after a restart too, unless the person wants otherwise", async () => {
  server.faults.ticket = [{ code: "E005", retryAfterMs: 600_000 }];
  const form = await fillIn();
  form.outbox.send();
  await isAt(form, "waiting");
  const again = await reopen();
  await isAt(again, "waiting");
  expect(again.outbox.getState()).toMatchObject({ code: "E005" });
  window.dispatchEvent(new Event("online"));
  await passes(300_000);
  expect(server.count("ticket")).toBe(1);
  again.outbox.tryNow();
  await isAt(again, "done");
});

test("a wait that the clock of the device has made too long is not waited for", async () => {
  server.faults.ticket = [{ code: "E005", retryAfterMs: 600_000 }];
  const form = await fillIn();
  form.outbox.send();
  await isAt(form, "waiting");
  vi.setSystemTime(Date.now() - 24 * 3_600_000);
  await isAt(await reopen(), "done");
});

test.each(["ticket", "upload", "create"] as const satisfies Call[])(
  "closed during the %s, the app goes on when it is opened again",
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
    expect(Object.keys(localStorage)).toEqual([]);
  },
);

test("an answer that is lost comes again for the same key", async () => {
  server.faults.create = ["answerLost"];
  const form = await fillIn();
  form.outbox.send();
  await isAt(form, "done");
  expect(server.count("create")).toBe(2);
  expect(server.profiles).toHaveLength(1);
  expect(form.outbox.getState()).toMatchObject({ arrival: "sent" });
});

test("a ticket that was revoked is replaced at once, a stale proof waits for the person", async () => {
  server.faults.upload = [{ code: "E001A" }];
  const form = await fillIn();
  form.outbox.send();
  await isAt(form, "done");
  expect(server.count("ticket")).toBe(2);
});

test("with LINE's proof too old, the form waits for a login and goes on after it", async () => {
  server.faults.ticket = [{ code: "E001" }];
  const form = await fillIn();
  form.outbox.send();
  await isAt(form, "needsLogin");
  await passes(600_000);
  expect(server.count("ticket")).toBe(1);
  await isAt(await reopen(), "done");
});

test("what the server wants changed empties the outbox and comes back to the form once", async () => {
  const fields = [{ path: "reviewLink", code: "url", params: {} }];
  server.faults.create = [{ code: "E002", ...{ fields } }];
  const form = await fillIn();
  form.outbox.send();
  await isAt(form, "refused");
  expect(form.outbox.takeRefusal()).toEqual(fields);
  expect(form.outbox.takeRefusal()).toBeNull();
  expect(hasRecord(userId, "outbox")).toBe(false);
  form.outbox.send();
  await isAt(form, "done");
});

test("what the server wants changed is told once the app is opened again, and not sent", async () => {
  const fields = [{ path: "reviewLink", code: "url", params: {} }];
  server.faults.create = [{ code: "E002", ...{ fields } }];
  const form = await fillIn();
  form.outbox.send();
  await isAt(form, "refused");
  const again = await reopen();
  expect(stepOf(again)).toBe("refused");
  await passes(1000);
  expect(server.count("create")).toBe(1);
  expect(again.outbox.takeRefusal()).toEqual(fields);
  expect(stepOf(await reopen())).toBe("idle");
});

test("uploads that were swept meanwhile go up again by themselves", async () => {
  server.faults.create = ["unreached"];
  const form = await fillIn();
  form.outbox.send();
  await isAt(form, "waiting");
  server.sweep();
  await isAt(form, "done");
  expect(server.count("upload")).toBe(4);
});

test("a key that was used for what is no profile gives way to a new one", async () => {
  server.faults.create = [{ code: "E004" }];
  const form = await fillIn();
  const { idempotencyKey } = form.store;
  form.outbox.send();
  await isAt(form, "done");
  expect(form.store.idempotencyKey).not.toBe(idempotencyKey);
  expect(server.profiles).toHaveLength(1);
});

test("a profile from another device is found, and said to be that", async () => {
  const form = await fillIn();
  server.profiles.push({});
  form.outbox.send();
  await isAt(form, "done");
  expect(form.outbox.getState()).toMatchObject({ arrival: "found" });
  expect(server.profiles).toHaveLength(1);
});

test("taken back before it left, it is edited and sent as it is then", async () => {
  server.faults.ticket = ["unreached"];
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

test.each(["ticket", "upload", "create"] as const satisfies Call[])(
  "taken back during the %s, nothing more leaves, and what was heard changes nothing",
  async (call) => {
    const { held, release } = hold();
    server.held[call] = held;
    server.faults.status = ["unreached"];
    const form = await fillIn();
    form.outbox.send();
    await vi.waitFor(() => expect(server.count(call)).toBe(1), { timeout: 3000 });
    const { picks } = form.store.getState();
    const nMade = server.calls.length;
    form.outbox.cancel();
    release();
    await passes(600);
    expect(server.calls).toHaveLength(nMade);
    expect(form.store.getState().picks).toEqual(picks);
  },
);

test("taken back while it may arrive, the person is told, and what arrived is found", async () => {
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
  expect(form.outbox.getState()).toMatchObject({ arrival: "earlier" });
  expect(server.profiles).toMatchObject([{ nickname: "小明" }]);
});

test("edited after an answer was lost, no second profile is made and the person is told the truth", async () => {
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
  expect(form.outbox.getState()).toMatchObject({ arrival: "earlier" });
  expect(server.profiles).toMatchObject([{ nickname: "小明" }]);
});

test("where the browser keeps nothing, it is sent all the same", async () => {
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
  for (const key of ["draft", "outbox", "photos"] as const) {
    expect(hasRecord(userId, key)).toBe(false);
  }
  vi.unstubAllGlobals();
});
