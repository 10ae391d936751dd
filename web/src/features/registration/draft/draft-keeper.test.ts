import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Core } from "../../../core/core";
import { loadCore } from "../../../core/load";
import { prefix, readJson, readText, removeStored, writeText } from "../../../storage/local";
import { forgetAnswers } from "../form/forget-answers";
import { FormStore } from "../form/form-store";
import { userId } from "../form/testing";
import { emptyPhotoList } from "../photos/photo-list";
import { consentNow } from "./consent";
import { DraftKeeper } from "./draft-keeper";
import { loadForm } from "./draft-storage";

let core: Core;
const stops: (() => void)[] = [];

beforeAll(async () => {
  core = await loadCore();
});
beforeEach(() => localStorage.clear());
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function openWindow({ hasConsent = true, whileOpening = () => {} } = {}) {
  const loaded = loadForm(core, userId);
  const keeper = new DraftKeeper(core, loaded);
  whileOpening();
  if (hasConsent) keeper.consent ??= consentNow();
  const store = new FormStore(core, userId, loaded, emptyPhotoList(6), { keeping: keeper });
  const onReplaced = vi.fn();
  stops.push(keeper.start(store, onReplaced));
  return { keeper, store, onReplaced };
}

/** Two windows that have the same draft. */
function openTwo() {
  const first = openWindow();
  first.store.saveNow();
  return { first, second: openWindow() };
}

/** The browser tells every other window of a change. */
function tellOthers(): void {
  window.dispatchEvent(new StorageEvent("storage", { key: `${prefix}registerForm` }));
}

const stored = () => readJson("registerForm") as Record<string, unknown> | null;

test("nothing is stored before the person has agreed, and all of it then", () => {
  const { keeper, store } = openWindow({ hasConsent: false });
  store.setField("nickname", "小明");
  store.saveNow();
  store.keeping.savePage("life");
  expect(Object.keys(localStorage)).toEqual([]);
  keeper.consent = consentNow();
  store.saveNow();
  expect(stored()).toMatchObject({
    nickname: "小明",
    account: userId,
    idempotencyKey: store.idempotencyKey,
    consent: { policyVersion: 1, consentedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
  });
});

test("consent, key and time of a draft are there again with it", () => {
  const { keeper, store } = openWindow();
  store.setField("nickname", "小明");
  store.saveNow();
  const again = loadForm(core, userId);
  expect(again.consent).toEqual(keeper.consent);
  expect(again.idempotencyKey).toBe(store.idempotencyKey);
  expect(Date.now() - (again.savedAtMs ?? 0)).toBeLessThan(5000);
  expect(again.draft).not.toHaveProperty("consent");
});

test("a policy that means something else is asked about anew", () => {
  const { keeper, store } = openWindow();
  keeper.consent = { policyVersion: 0, consentedAt: "2020-01-01T00:00:00.000Z" };
  store.saveNow();
  expect(loadForm(core, userId).consent).toBeNull();
});

test("what is typed in two windows at once is all there in both", () => {
  const { first, second } = openTwo();
  first.store.setField("nickname", "小明");
  second.store.setField("school", "國立臺灣大學");
  first.store.saveNow();
  tellOthers();
  second.store.saveNow();
  tellOthers();
  for (const { store } of [first, second]) {
    expect(store.getState().draft).toMatchObject({ nickname: "小明", school: "國立臺灣大學" });
  }
  expect(stored()).toMatchObject({ nickname: "小明", school: "國立臺灣大學" });
});

test("a save does not write over what another window stored unheard", () => {
  const { first, second } = openTwo();
  first.store.setField("nickname", "小明");
  first.store.saveNow();
  second.store.setField("school", "NTU");
  second.store.saveNow();
  expect(stored()).toMatchObject({ nickname: "小明", school: "NTU" });
});

test("what is typed here and not stored yet is the later change of a field", () => {
  const { first, second } = openTwo();
  const now = vi.spyOn(Date, "now").mockReturnValue(1_000);
  second.store.setField("nickname", "A");
  first.store.setField("nickname", "B");
  first.store.saveNow();
  now.mockReturnValue(1_400);
  tellOthers();
  tellOthers();
  now.mockRestore();
  for (const { store } of [first, second]) expect(store.getState().draft.nickname).toBe("A");
  expect(stored()).toMatchObject({ nickname: "A" });
});

test("what a window stored that had not seen the other's work takes nothing of it away", () => {
  const { first, second } = openTwo();
  const unseen = readText("registerForm") ?? "";
  first.store.setField("nickname", "小明");
  first.store.saveNow();
  const written = readText("registerForm");
  // The second one's process has not heard of it yet.
  writeText("registerForm", unseen);
  second.store.setField("school", "NTU");
  second.store.saveNow();
  expect(stored()).not.toHaveProperty("nickname");
  expect(written).toContain("小明");

  tellOthers();
  for (const { store } of [first, second]) {
    expect(store.getState().draft).toMatchObject({ nickname: "小明", school: "NTU" });
  }
  expect(stored()).toMatchObject({ nickname: "小明", school: "NTU" });
});

test("what another window stores while this one still opens is in it", () => {
  const first = openWindow();
  first.store.saveNow();
  const { store } = openWindow({
    whileOpening: () => {
      first.store.setField("nickname", "小明");
      first.store.saveNow();
    },
  });
  expect(store.getState().draft.nickname).toBe("小明");
  store.setField("school", "NTU");
  store.saveNow();
  expect(stored()).toMatchObject({ nickname: "小明", school: "NTU" });
});

test("a draft that is gone from storage is not brought back by a window that still has it", () => {
  const { store, onReplaced } = openWindow();
  store.saveNow();
  removeStored("registerForm");
  store.setField("nickname", "小明");
  store.saveNow();
  expect(readText("registerForm")).toBeNull();
  tellOthers();
  expect(onReplaced).toHaveBeenCalledExactlyOnceWith(true);
});

test("a window whose draft was begun anew elsewhere does not write over the new one", () => {
  const { store, onReplaced } = openWindow();
  store.saveNow();
  writeText("registerForm", JSON.stringify({ account: userId, idempotencyKey: "other" }));
  store.setField("nickname", "小明");
  store.saveNow();
  expect(stored()).toEqual({ account: userId, idempotencyKey: "other" });
  tellOthers();
  expect(onReplaced).toHaveBeenCalledExactlyOnceWith(false);
});

test("a draft of a newer build is not touched", () => {
  writeText("registerForm", '{"schemaVersion":99,"nickname":"later"}');
  const { store } = openWindow();
  store.setField("nickname", "now");
  store.saveNow();
  expect(readText("registerForm")).toBe('{"schemaVersion":99,"nickname":"later"}');
});

test("what the form says of saving is true at every moment", () => {
  const { store } = openWindow();
  expect(store.getState()).toMatchObject({ isSaving: false, savedAtMs: null });
  store.setField("nickname", "小明");
  expect(store.getState().isSaving).toBe(true);
  store.saveNow();
  expect(store.getState()).toMatchObject({ isSaving: false, isSaved: true });
  expect(store.getState().savedAtMs).not.toBeNull();
});

test("what is typed after everything was forgotten on purpose is kept again", () => {
  const { store } = openWindow();
  store.setField("nickname", "小明");
  store.saveNow();
  forgetAnswers(store);
  expect(readText("registerForm")).toBeNull();
  expect(store.getState()).toMatchObject({ isSaving: false, savedAtMs: null });
  store.setField("school", "NTU");
  store.saveNow();
  expect(stored()).toMatchObject({ school: "NTU", consent: { policyVersion: 1 } });
  expect(stored()).not.toHaveProperty("nickname");
});
