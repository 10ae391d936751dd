import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deleteRecords } from "./delete-records";
import { heldInMemory, listKeys, readText, removeStored, writeJson, writeText } from "./local";
import { moveOldRecords } from "./old-records";
import { defineText, listAccounts, recordKey } from "./records";
import { readRecord } from "./storage.testing";

const ming = `U${"1".repeat(32)}`;
const hua = `U${"2".repeat(32)}`;
const mei = `U${"3".repeat(32)}`;

beforeEach(() => window.localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  for (const key of listKeys()) removeStored(key);
});

const draft = { schemaVersion: 1, account: ming, nickname: "小明", changes: { nickname: 5 } };
const photos = { userId: ming, photos: [{ key: "a", label: "a.png" }, null], document: null };
const entry = { userId: ming, idempotencyKey: "k", queuedAtMs: 7, nFailed: 2, sent: ["x"] };
const mailbox = { userId: ming, email: "ming@example.com", resendAtMs: 0 };
const token = { userId: ming, token: "t", expiresAt: "2026-12-01T00:00:00Z" };
const answers = { userId: hua, step: "1", draft: { nickname: "小華" }, idempotencyKey: "r" };

/** The storage of a build that had one key of each kind, in the middle of a form. */
function leaveOldForm(): void {
  writeJson("registerForm", draft);
  writeText("registerPage", "photos");
  writeText("registerFormUnread", '{"nickname":"小');
  writeJson("profilePhotos", photos);
  writeJson("outbox", entry);
  writeJson("workEmail", mailbox);
  writeJson("registrationTicket", token);
}

/** The records of two other LINE users, the one who came last first. */
function leaveOthers(): void {
  writeJson("registerFormAside", [
    { userId: hua, texts: { resubmission: JSON.stringify(answers) } },
    { userId: mei, texts: { registerForm: '{"nickname":"小梅"}', registerPage: "life" } },
  ]);
}

const read = readRecord;
const readDraft = (account: string) => defineText("draft").read(account);

function expectOldForm(): void {
  expect(readDraft(ming)).toBe(JSON.stringify(draft));
  expect(read(ming, "draftPage")).toBe("photos");
  expect(defineText("unreadDraft").read(ming)).toBe('{"nickname":"小');
  expect(read(ming, "photos")).toEqual(photos);
  expect(read(ming, "outbox")).toEqual(entry);
  expect(read(ming, "workEmail")).toEqual(mailbox);
  expect(read(ming, "registrationToken")).toEqual(token);
}

test("moves a half-filled form with its photos, outbox entry, mailbox and token", () => {
  leaveOldForm();
  moveOldRecords(ming);
  expectOldForm();
  expect(listKeys().filter((key) => !key.startsWith(ming))).toEqual(["accounts"]);
});

test("moves the records of other LINE users to their own keys", () => {
  leaveOldForm();
  leaveOthers();
  moveOldRecords(mei);
  expectOldForm();
  expect(read(hua, "resubmission")).toEqual(answers);
  expect(readDraft(mei)).toBe('{"nickname":"小梅"}');
  expect(read(mei, "draftPage")).toBe("life");
  expect(listAccounts()).toEqual([ming, hua, mei]);
});

test("moves the answers to a reviewer with their files", () => {
  writeJson("resubmission", answers);
  writeJson("profilePhotos", { ...photos, userId: hua });
  moveOldRecords(hua);
  expect(read(hua, "resubmission")).toEqual(answers);
  expect(read(hua, "photos")).toMatchObject({ photos: photos.photos });
});

test.each(['{"schemaVersion":99,"nickname":["later"]}', "{broken"])(
  "gives a draft without a readable account to the person who opens the app: %s",
  (text) => {
    writeText("registerForm", text);
    writeText("registerPage", "life");
    moveOldRecords(hua);
    expect(readDraft(hua)).toBe(text);
    expect(read(hua, "draftPage")).toBe("life");
  },
);

test("does not write over a record of this build", () => {
  defineText("draft").write(ming, "this build's");
  leaveOldForm();
  moveOldRecords(ming);
  expect(readDraft(ming)).toBe("this build's");
  expect(readText("registerForm")).toBeNull();
});

test("drops texts that are useless", () => {
  writeText("outbox", "{broken");
  writeText("registerFormAside", "{broken");
  moveOldRecords(ming);
  expect(listKeys()).toEqual([]);
});

/** Acts as a store with room for this number of characters. */
function limitStorage(maxChars: number): void {
  const { localStorage } = window;
  vi.stubGlobal(
    "localStorage",
    new Proxy(localStorage, {
      get(target, name) {
        if (name !== "setItem") {
          const value = Reflect.get(target, name);
          return typeof value === "function" ? value.bind(target) : value;
        }
        return (key: string, value: string) => {
          const others = Object.entries(target).filter(([other]) => other !== key);
          const nChars = others.flat().join("").length + key.length + value.length;
          if (nChars > maxChars) throw new DOMException("full", "QuotaExceededError");
          target.setItem(key, value);
        };
      },
    }),
  );
}

test("moves a large draft although the store has no room for a second copy", () => {
  const text = JSON.stringify({ account: ming, aboutMe: "x".repeat(1_000) });
  writeText("registerForm", text);
  limitStorage(1_500);
  moveOldRecords(ming);
  expect(window.localStorage.getItem(`enmusubi:${recordKey(ming, "draft")}`)).toBe(text);
  expect(readText("registerForm")).toBeNull();
});

test("leaves the old draft on the device if the store has no room even then", () => {
  const text = JSON.stringify({ account: ming, aboutMe: "x".repeat(1_000) });
  writeText("registerForm", text);
  limitStorage(`enmusubi:registerForm${text}`.length);
  moveOldRecords(ming);
  expect(readDraft(ming)).toBe(text);
  expect(heldInMemory().has(recordKey(ming, "draft"))).toBe(true);
  expect(window.localStorage.getItem("enmusubi:registerForm")).toBe(text);
});

test("deletes the old texts of a deleted account whose migration failed, and of no other", async () => {
  leaveOldForm();
  leaveOthers();
  writeJson("resubmission", answers);
  await deleteRecords(ming, "accountDeleted");
  moveOldRecords(hua);
  expect(listAccounts()).toEqual([hua, mei]);
  expect(read(hua, "resubmission")).toEqual(answers);
  expect(readDraft(mei)).toBe('{"nickname":"小梅"}');
});

test("deletes the old texts that lay aside for a deleted account", async () => {
  leaveOthers();
  await deleteRecords(hua, "accountDeleted");
  moveOldRecords(ming);
  expect(listAccounts()).toEqual([mei]);
});

test("leaves the old texts of an account that only logs out", async () => {
  leaveOldForm();
  await deleteRecords(ming, "loggedOut");
  moveOldRecords(ming);
  expectOldForm();
});
