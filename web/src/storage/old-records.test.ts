import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { deleteRecords } from "./delete-records";
import { heldInMemory, listKeys, readText, removeStored, writeJson, writeText } from "./local";
import { moveOldRecords } from "./old-records";
import { defineRecord, defineText, listAccounts, recordKey } from "./records";
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

/** Returns the copies in the record `aside` of this account, each as its name and its text. */
const aside = (account: string) =>
  (defineText("aside").read(account)?.split("\n") ?? []).map((line) => {
    const [key = "", text] = JSON.parse(line) as string[];
    return [key.split(":")[1], text];
  });

describe("after the operator went back to an earlier build for a while", () => {
  const later = JSON.stringify({
    ...draft,
    savedAt: 2000,
    aboutMe: "typed with the earlier build",
  });
  const earlier = JSON.stringify({ ...draft, savedAt: 1000, aboutMe: "typed with this build" });
  const ownPhotos = '{"version":2,"value":{"slots":[["b"]]}}';

  test("the form of the earlier build counts if it is newer, and this build's is put aside", () => {
    leaveOldForm();
    writeText("registerForm", later);
    defineText("draft").write(ming, earlier);
    defineText("photos").write(ming, ownPhotos);
    defineText("draftPage").write(ming, '{"version":1,"value":"life"}');
    moveOldRecords(ming);
    expect(readDraft(ming)).toBe(later);
    expect(read(ming, "photos")).toEqual(photos);
    expect(read(ming, "draftPage")).toBe("photos");
    expect(aside(ming)).toEqual([
      ["draft", earlier],
      ["photos", ownPhotos],
    ]);
    expect(listKeys().filter((key) => !key.startsWith(ming))).toEqual(["accounts"]);
  });

  test("the form of this build counts if it is newer, and the other one is put aside", () => {
    leaveOldForm();
    writeText("registerForm", earlier);
    defineText("draft").write(ming, later);
    defineText("photos").write(ming, ownPhotos);
    moveOldRecords(ming);
    expect(readDraft(ming)).toBe(later);
    expect(defineText("photos").read(ming)).toBe(ownPhotos);
    expect(aside(ming)).toEqual([
      ["draft", earlier],
      ["photos", JSON.stringify({ version: 1, value: photos })],
    ]);
    expect(readText("registerForm")).toBeNull();
  });

  test.each([
    [Date.now() + 60_000, "r"],
    [Date.now() - 60_000, "of this build"],
  ])("the newer answers to a reviewer count (changed at %s)", (changedAt, key) => {
    const answersRecord = defineRecord<object>({ name: "resubmission", parse: Object });
    answersRecord.write(hua, { idempotencyKey: "of this build" });
    writeJson("resubmission", { ...answers, changes: { nickname: changedAt } });
    moveOldRecords(hua);
    expect(read(hua, "resubmission")).toMatchObject({ idempotencyKey: key });
    expect(aside(hua)).toHaveLength(1);
  });

  test("the newer form of another LINE user counts too", () => {
    leaveOthers();
    defineText("draft").write(mei, later);
    moveOldRecords(ming);
    expect(readDraft(mei)).toBe(later);
    expect(aside(mei)).toEqual([["draft", '{"nickname":"小梅"}']]);
  });

  test("a form of a newer build keeps its place", () => {
    writeText("registerForm", later);
    writeText(recordKey(ming, "outbox"), '{"version":99}');
    defineText("draft").write(ming, earlier);
    moveOldRecords(ming);
    expect(readDraft(ming)).toBe(earlier);
    expect(aside(ming)).toEqual([["draft", later]]);
  });

  test("nothing is put aside if both builds stored the same", () => {
    writeText("registerForm", later);
    defineText("draft").write(ming, later);
    moveOldRecords(ming);
    expect(readDraft(ming)).toBe(later);
    expect(aside(ming)).toEqual([]);
  });
});

test("drops texts that are useless", () => {
  writeText("outbox", "{broken");
  writeText("registerFormAside", "{broken");
  moveOldRecords(ming);
  expect(listKeys()).toEqual([]);
});

const quoted = (text: string) => JSON.stringify(text).slice(1, -1);
const storedTexts = () => Object.values(window.localStorage) as string[];
const chars = () => Object.entries(window.localStorage).flat().join("").length;

/** The page closes, and its memory with it. The limit of the store ends too. */
function closePage(): void {
  vi.unstubAllGlobals();
  const texts = Object.entries(window.localStorage) as [string, string][];
  for (const key of heldInMemory().keys()) removeStored(key);
  for (const [key, text] of texts) window.localStorage.setItem(key, text);
}

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

test("loses none of the texts of several users if the store has room for some of them", () => {
  const small = { registerPage: "life", outbox: "{}", workEmail: "{}", profilePhotos: "{}" };
  const texts = { registerForm: JSON.stringify({ nickname: "x".repeat(500) }), ...small };
  const others = [hua, mei].map((userId) => ({ userId, texts }));
  writeJson("registerFormAside", others);
  const stored = readText("registerFormAside");
  limitStorage(chars() + 2);
  moveOldRecords(ming);
  expect(readDraft(hua)).toBe(texts.registerForm);
  expect(readDraft(mei)).toBe(texts.registerForm);
  closePage();
  expect(readText("registerFormAside")).toBe(stored);
  moveOldRecords(ming);
  expect([hua, mei].map(readDraft)).toEqual([texts.registerForm, texts.registerForm]);
});

test.each([0, 20, 40, 60, 80, 100])(
  "loses no text with room for %s characters more, whatever the browser refuses",
  (nFree) => {
    leaveOldForm();
    defineText("draft").write(ming, JSON.stringify({ ...draft, savedAt: 5, aboutMe: "ours" }));
    const before = storedTexts();
    limitStorage(chars() + nFree);
    moveOldRecords(ming);
    expect(readDraft(ming)).toContain("ours");
    closePage();
    moveOldRecords(ming);
    closePage();
    const after = JSON.stringify(storedTexts());
    for (const text of before) {
      // A record has its old text as its value, or beside its key among those that were put aside.
      const isThere = [text, JSON.stringify(text).slice(1, -1), quoted(quoted(text))].some((form) =>
        after.includes(quoted(form)),
      );
      expect(isThere, text).toBe(true);
    }
  },
);

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

test("deletes the old texts of a deleted account that was not the last user", async () => {
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
