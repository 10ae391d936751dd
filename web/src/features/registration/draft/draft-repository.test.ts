import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Core } from "#/core/core";
import { loadCore } from "#/core/load";
import { clearAnswers } from "#/features/registration/clear-answers";
import { AnswersStore } from "#/profile-form/answers/answers-store";
import { emptyPhotoList } from "#/profile-form/files/photo-list";
import { PhotoStore } from "#/profile-form/files/photo-store";
import { userId } from "#/profile-form/made-up.testing";
import { deleteRecords } from "#/storage/delete-records";
import { heldInMemory, readJson, readText, removeStored, writeText } from "#/storage/local";
import { limitWrites, recordKey } from "#/storage/records";
import { fillStorage } from "#/storage/storage.testing";
import { consentNow, DraftRepository, loadForm, loadPage, putDraftAside } from "./draft-repository";

const draftKey = recordKey(userId, "draft");
let core: Core;

beforeAll(async () => {
  core = await loadCore();
});
beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  for (const key of heldInMemory().keys()) removeStored(key);
});

function openForm({ hasConsent = true } = {}) {
  const loaded = loadForm(core, userId);
  const repository = new DraftRepository(userId, loaded);
  if (hasConsent) repository.consent ??= consentNow();
  const files = new PhotoStore(userId, emptyPhotoList(6));
  const store = new AnswersStore(core, loaded, { repository, files });
  return { repository, store };
}

const stored = () => readJson(draftKey) as Record<string, unknown> | null;

test("stores nothing before the person agrees, and everything then", () => {
  const { repository, store } = openForm({ hasConsent: false });
  store.setField("nickname", "小明");
  store.saveNow();
  store.repository.savePage?.("life");
  expect(Object.keys(localStorage)).toEqual([]);
  repository.consent = consentNow();
  store.saveNow();
  expect(stored()).toMatchObject({
    nickname: "小明",
    account: userId,
    idempotencyKey: repository.idempotencyKey,
    consent: { policyVersion: 1, consentedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
  });
});

test("loads consent, key and time together with the draft", () => {
  const { repository, store } = openForm();
  store.setField("nickname", "小明");
  store.saveNow();
  const again = loadForm(core, userId);
  expect(again.draft.nickname).toBe("小明");
  expect(again.consent).toEqual(repository.consent);
  expect(again.idempotencyKey).toBe(repository.idempotencyKey);
  expect(Date.now() - (again.savedAtMs ?? 0)).toBeLessThan(5000);
  expect(again.draft).not.toHaveProperty("consent");
});

test("asks for the consent again after the policy has changed its meaning", () => {
  const { repository, store } = openForm();
  repository.consent = { policyVersion: 0, consentedAt: "2020-01-01T00:00:00.000Z" };
  store.saveNow();
  expect(loadForm(core, userId).consent).toBeNull();
});

test("keeps the drafts of two LINE users apart", () => {
  openForm().store.saveNow();
  const other = `U${"f".repeat(32)}`;
  expect(loadForm(core, other).found).toBe("none");
  expect(loadForm(core, userId).found).toBe("loaded");
});

test("keeps the draft when storage is full, and says that it will not survive a reload", () => {
  const { store } = openForm();
  store.saveNow();
  fillStorage();
  for (const nickname of ["小", "小明"]) {
    store.setField("nickname", nickname);
    store.saveNow();
    expect(store.getState().isSaved).toBe(false);
  }
  expect(loadForm(core, userId).draft.nickname).toBe("小明");
  // The form may be opened again on this page, or in the window that takes it over.
  expect(openForm().store.getState().isSaved).toBe(false);
  vi.unstubAllGlobals();
  store.setField("nickname", "小美");
  store.saveNow();
  expect(store.getState().isSaved).toBe(true);
  expect(localStorage.getItem(`enmusubi:${draftKey}`)).toContain("小美");
});

test("does not write over the draft of a window that has taken the form over", () => {
  let mayWrite = true;
  const endLimit = limitWrites(userId, () => mayWrite);
  const { store } = openForm();
  store.saveNow();
  mayWrite = false;
  const theirs = JSON.stringify({ account: userId, nickname: "theirs" });
  writeText(draftKey, theirs);
  store.setField("nickname", "小明");
  store.saveNow();
  store.repository.savePage?.("life");
  expect(readText(draftKey)).toBe(theirs);
  expect(loadPage(userId)).toBeNull();
  expect(store.getState().isSaved).toBe(false);
  endLimit();
});

test("stores nothing more of a form that was sent", async () => {
  const { repository, store } = openForm();
  store.saveNow();
  repository.close();
  await deleteRecords(userId, "profileAccepted");
  store.setField("nickname", "小明");
  store.saveNow();
  expect(readText(draftKey)).toBeNull();
});

test("does not touch a draft of a newer build", () => {
  writeText(draftKey, '{"schemaVersion":99,"nickname":"later"}');
  const { store } = openForm();
  store.setField("nickname", "now");
  store.saveNow();
  expect(readText(draftKey)).toBe('{"schemaVersion":99,"nickname":"later"}');
});

test.each(["photos", "outbox", "workEmail"] as const)(
  "keeps the form closed while a newer build's record is there: %s",
  (name) => {
    openForm().store.saveNow();
    const draft = readText(draftKey);
    writeText(recordKey(userId, name), '{"version":99,"value":1}');
    const { store } = openForm();
    expect(loadForm(core, userId).found).toBe("newer");
    store.setField("nickname", "now");
    store.saveNow();
    expect(readText(draftKey)).toBe(draft);
    putDraftAside(userId);
    expect(readText(recordKey(userId, "aside"))).toContain(`${name}`);
    expect(readText(recordKey(userId, "unreadDraft"))).toBe(draft);
    expect(loadForm(core, userId).found).toBe("none");
  },
);

test("puts a draft that it cannot read under another name", () => {
  writeText(draftKey, "{broken");
  writeText(recordKey(userId, "draftPage"), '{"version":1,"value":"life"}');
  expect(loadForm(core, userId).found).toBe("unreadable");
  putDraftAside(userId);
  expect(readText(draftKey)).toBeNull();
  expect(loadPage(userId)).toBeNull();
  expect(readText(recordKey(userId, "unreadDraft"))).toBe("{broken");
});

test("says at every moment whether the draft is saved", () => {
  const { store } = openForm();
  expect(store.getState().savedAtMs).toBeNull();
  store.setField("nickname", "小明");
  expect(stored()).toMatchObject({ nickname: "小明" });
  expect(store.getState().isSaved).toBe(true);
  expect(store.getState().savedAtMs).not.toBeNull();
});

test("stores what the person types after removing all answers", () => {
  const { store } = openForm();
  store.setField("nickname", "小明");
  clearAnswers(store);
  expect(readText(draftKey)).toBeNull();
  expect(store.getState().savedAtMs).toBeNull();
  store.setField("school", "NTU");
  expect(stored()).toMatchObject({ school: "NTU", consent: { policyVersion: 1 } });
  expect(stored()).not.toHaveProperty("nickname");
});

const chars = (items: readonly [string, string][]) => items.flat().join("").length;

/** Acts as a store with room for this number of characters. */
function limitStorage(maxChars: number): void {
  const { localStorage } = window;
  fillStorage((key, value) => {
    const others = Object.entries(localStorage).filter(([other]) => other !== key);
    return chars([...others, [key, value]]) > maxChars;
  });
}

test("puts an unreadable draft aside although the store has no room for a second copy", () => {
  const text = `{"nickname":"${"x".repeat(1_000)}`;
  writeText(draftKey, text);
  limitStorage(1_500);
  putDraftAside(userId);
  vi.unstubAllGlobals();
  expect(localStorage.getItem(`enmusubi:${recordKey(userId, "unreadDraft")}`)).toBe(text);
  expect(localStorage.getItem(`enmusubi:${draftKey}`)).toBeNull();
});

test("leaves an unreadable draft in its place if the store refuses the copy", () => {
  const text = '{"nickname":"';
  writeText(draftKey, text);
  fillStorage((key) => key.endsWith(":unreadDraft"));
  putDraftAside(userId);
  vi.unstubAllGlobals();
  expect(window.localStorage.getItem(`enmusubi:${draftKey}`)).toBe(text);
});
