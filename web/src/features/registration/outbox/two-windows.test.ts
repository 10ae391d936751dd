import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Core } from "../../../core/core";
import { loadCore } from "../../../core/load";
import { prefix, type StorageKey } from "../../../storage/local";
import { consentNow } from "../draft/consent";
import { DraftKeeper } from "../draft/draft-keeper";
import { loadForm } from "../draft/draft-storage";
import { completeDraft, storeWith, userId } from "../form/testing";
import { type OpenedForm, openForm, outboxOf } from "../open-form";
import { fakeLocks } from "./locks.testing";
import { TestServer } from "./server.testing";

let core: Core;
let server: TestServer;
const stops: (() => void)[] = [];

beforeAll(async () => {
  core = await loadCore();
});
beforeEach(() => {
  localStorage.clear();
  server = new TestServer();
  vi.stubGlobal("navigator", { ...navigator, onLine: true, locks: fakeLocks() });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
});

type OpenWindow = OpenedForm & { close: () => void };

/** The window in which the form was filled in. */
async function openFirst(): Promise<OpenWindow> {
  const keeper = new DraftKeeper(core, loadForm(core, userId));
  keeper.consent = consentNow();
  const store = await storeWith(core, completeDraft, 1, keeper);
  store.saveNow();
  return follow({ store, keeper, outbox: outboxOf(store, keeper, server.ports), found: "none" });
}

/** Another one, opened after it. */
async function openSecond(): Promise<OpenWindow> {
  return follow(await openForm({ core, userId, ports: server.ports }));
}

function follow(opened: OpenedForm): OpenWindow {
  const { keeper, store, outbox } = opened;
  const ends = [keeper.start(store, () => undefined), outbox.start()];
  const close = () => {
    for (const end of ends.splice(0)) end();
  };
  stops.push(close);
  return { ...opened, close };
}

/** What the browser does in every other window. */
function tellOthers(key: StorageKey): void {
  window.dispatchEvent(new StorageEvent("storage", { key: prefix + key }));
}

const stepOf = ({ outbox }: OpenedForm) => outbox.getState().step;
const isAt = (opened: OpenedForm, step: string) =>
  vi.waitFor(() => expect(stepOf(opened)).toBe(step), { timeout: 3000 });

test("one window sends, the other shows it and is done with it", async () => {
  const first = await openFirst();
  const second = await openSecond();
  first.outbox.send();
  tellOthers("outbox");
  await isAt(second, "elsewhere");
  await isAt(first, "done");
  tellOthers("registerForm");
  tellOthers("outbox");
  await isAt(second, "done");
  expect(server.count("create")).toBe(1);
});

test("what one window stores while the other opens is in what the other sends", async () => {
  const first = await openFirst();
  const opening = openForm({ core, userId, ports: server.ports });
  first.store.setField("surprisePoint", "Typed while it opened");
  first.store.saveNow();
  const second = follow(await opening);
  second.outbox.send();
  await isAt(second, "done");
  expect(server.profiles).toMatchObject([{ surprisePoint: "Typed while it opened" }]);
});

test("taken back in one window, it is open in the other", async () => {
  server.faults.ticket = Array(20).fill("unreached");
  const first = await openFirst();
  const second = await openSecond();
  first.outbox.send();
  tellOthers("outbox");
  await isAt(second, "elsewhere");
  second.outbox.cancel();
  tellOthers("outbox");
  await isAt(first, "cancelled");
  expect(server.profiles).toHaveLength(0);
});

test("the window that sends is closed, and the other takes over with what is up already", async () => {
  server.held.create = new Promise(() => undefined);
  const first = await openFirst();
  const second = await openSecond();
  first.outbox.send();
  tellOthers("outbox");
  await isAt(second, "elsewhere");
  await isAt(first, "sending");
  delete server.held.create;
  tellOthers("profilePhotos");
  first.close();
  await isAt(second, "done");
  expect(server.count("upload")).toBe(1);
  expect(server.profiles).toHaveLength(1);
  expect(Object.keys(localStorage)).toEqual([]);
});

test("a window that a phone has frozen does not keep another from sending", async () => {
  server.held.create = new Promise(() => undefined);
  const first = await openFirst();
  const second = await openSecond();
  first.outbox.send();
  tellOthers("outbox");
  await isAt(second, "elsewhere");
  await isAt(first, "sending");
  delete server.held.create;
  tellOthers("profilePhotos");
  second.outbox.tryNow();
  await isAt(second, "done");
  tellOthers("registerForm");
  tellOthers("outbox");
  await isAt(first, "done");
  expect(server.profiles).toHaveLength(1);
});

test("without locks both may send, and the server's one profile is found by the other", async () => {
  vi.stubGlobal("navigator", { ...navigator, onLine: true, locks: undefined });
  const first = await openFirst();
  const second = await openSecond();
  first.outbox.send();
  tellOthers("outbox");
  await isAt(first, "done");
  await isAt(second, "done");
  expect(server.profiles).toHaveLength(1);
});

test("a browser that refuses its locks to the page sends without them", async () => {
  const request = async () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("navigator", { ...navigator, onLine: true, locks: { request } });
  const first = await openFirst();
  first.outbox.send();
  await isAt(first, "done");
  expect(server.profiles).toHaveLength(1);
});
