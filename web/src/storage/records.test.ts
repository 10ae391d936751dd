import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { answers, unsent } from "./account-store";
import { deleteRecords, displaceOthers } from "./delete-records";
import { listFileRecords, writeFileRecord } from "./file-records";
import { clearIndexedDb } from "./indexed-db.testing";
import { listKeys, readText, removeStored, writeText } from "./local";
import {
  type AccountEvent,
  type AccountRecordName,
  accountRecords,
  defineRecord,
  defineText,
  hasRecord,
  isTextRecord,
  limitWrites,
  listAccounts,
  listNewerRecords,
  putNewerRecordsAside,
  recordKey,
  type TextRecordName,
} from "./records";
import { fillStorage } from "./storage.testing";

const ming = `U${"1".repeat(32)}`;
const hua = `U${"2".repeat(32)}`;
const mei = `U${"3".repeat(32)}`;
const jun = `U${"4".repeat(32)}`;

const names = Object.keys(accountRecords) as AccountRecordName[];
const outbox = defineRecord<{ value: unknown }>({
  name: "outbox",
  parse: (value) => ({ value }),
});

beforeEach(async () => {
  window.localStorage.clear();
  await clearIndexedDb();
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const key of listKeys()) removeStored(key);
});

function refuseStorage(): void {
  const refuse = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
}

/** Stores a record of version 1, as the account's form does. */
const writeRecord = (account: string, name: TextRecordName) =>
  defineText(name).write(account, JSON.stringify({ version: 1, value: name }));

/** Writes every record of this account, and the bytes of a photo. */
async function fillAccount(account: string, except: readonly AccountRecordName[] = []) {
  for (const name of names) {
    if (except.includes(name)) continue;
    if (name === "answers") await answers.write(account, "member/profile", { nickname: "小明" });
    else if (name === "unsent") await unsent.write(account, "note", { text: "Hello" });
    else writeRecord(account, name);
  }
  await writeFileRecord(account, "photo", {});
}

async function recordsOf(account: string): Promise<AccountRecordName[]> {
  const inDatabase = {
    answers: (await answers.read(account, "member/profile")) !== null,
    unsent: [...(await unsent.readAll(account)).values()].length > 0,
  };
  return names.filter((name) => (isTextRecord(name) ? hasRecord(account, name) : inDatabase[name]));
}

describe("a record", () => {
  test("belongs to one account", () => {
    outbox.write(ming, { value: "of Ming" });
    expect(outbox.read(ming)).toEqual({ value: { value: "of Ming" } });
    expect(outbox.read(hua)).toBeNull();
    outbox.remove(hua);
    expect(hasRecord(ming, "outbox")).toBe(true);
    outbox.remove(ming);
    expect(Object.keys(window.localStorage)).toEqual([]);
  });

  test.each([
    "{broken",
    "null",
    "7",
    "{}",
    '{"version":"2"}',
    '{"version":1,"value":1}',
    '{"version":3,"value":1}',
  ])("is not read from %s", (text) => {
    writeText(recordKey(ming, "outbox"), text);
    expect(outbox.read(ming)).toBeNull();
  });

  test("lasts until the page closes where the browser refuses to store it, and says so", () => {
    expect(outbox.write(ming, { value: "stored" })).toBe(true);
    expect(outbox.isDurable(ming)).toBe(true);
    refuseStorage();
    expect(outbox.write(ming, { value: "in memory" })).toBe(false);
    expect(outbox.isDurable(ming)).toBe(false);
    expect(outbox.read(ming)?.value).toEqual({ value: "in memory" });
    expect(listAccounts()).toEqual([ming]);
  });
});

describe("a record of a newer build", () => {
  const newer = '{"version":3,"value":{"later":true}}';
  const textOf = (name: TextRecordName) => readText(recordKey(ming, name));
  const linesAside = () =>
    textOf("aside")
      ?.split("\n")
      .map((line) => JSON.parse(line));
  beforeEach(() => void writeText(recordKey(ming, "outbox"), newer));

  test("is neither replaced nor removed by this build, and keeps the form closed", () => {
    expect(listNewerRecords(ming)).toEqual(["outbox"]);
    expect(outbox.write(ming, { value: "ours" })).toBe(false);
    outbox.remove(ming);
    expect(textOf("outbox")).toBe(newer);
    expect(listNewerRecords(hua)).toEqual([]);
  });

  test("is deleted by an event that makes it useless", async () => {
    await deleteRecords(ming, "profileAccepted");
    expect(Object.keys(window.localStorage)).toEqual([]);
  });

  test("gives way to a token, which the app can fetch again", () => {
    const token = defineRecord<string>({ name: "registrationToken", parse: String });
    writeText(recordKey(ming, "registrationToken"), newer);
    expect(listNewerRecords(ming)).toEqual(["outbox"]);
    expect(token.write(ming, "new")).toBe(true);
    expect(token.read(ming)).toBe("new");
  });

  test("is put aside once the person begins a new form, with those that were put there before", () => {
    writeText(recordKey(ming, "workEmail"), '{"version":9}');
    putNewerRecordsAside(ming);
    expect(listNewerRecords(ming)).toEqual([]);
    expect(outbox.write(ming, { value: "ours" })).toBe(true);
    const first = [
      [recordKey(ming, "outbox"), newer],
      [recordKey(ming, "workEmail"), '{"version":9}'],
    ];
    expect(linesAside()).toEqual(first);
    writeText(recordKey(ming, "outbox"), newer);
    putNewerRecordsAside(ming);
    expect(linesAside()).toEqual([...first, first[0]]);
  });

  test("stays in its place if the store refuses it under another name", () => {
    fillStorage((key) => key.endsWith(":aside"));
    putNewerRecordsAside(ming);
    vi.unstubAllGlobals();
    expect(localStorage.getItem(`enmusubi:${recordKey(ming, "outbox")}`)).toBe(newer);
  });
});

/** Rows: the event. Columns: the records in the order of the table. x: deleted. */
const table: [AccountEvent, string][] = [
  //                  draft page unread newer photos outbox mail asked facts texts token answers unsent
  [
    "profileAccepted",
    "x     x    x      x     x      x      x    .     .     .     x     .       .",
  ],
  [
    "startedOver",
    "    x     x    x      x     x      x      x    .     .     .     .     .       .",
  ],
  [
    "answersRemoved",
    " x     x    x      x     x      x      x    x     .     .     x     .       .",
  ],
  [
    "draftPutAside",
    "  .     x    .      .     .      x      .    .     .     .     .     .       .",
  ],
  [
    "requestOver",
    "    .     .    .      x     x      x      x    x     .     .     .     .       .",
  ],
  [
    "changesOver",
    "    .     .    .      .     x      .      x    .     x     .     .     .       .",
  ],
  [
    "loggedOut",
    "      .     .    .      .     .      .      .    .     .     .     .     x       .",
  ],
  [
    "accountDeleted",
    " x     x    x      x     x      x      x    x     x     x     x     x       x",
  ],
  [
    "displaced",
    "      x     x    x      x     x      x      x    x     x     x     x     x       x",
  ],
];

describe("deleteRecords", () => {
  test.each(table)(
    "deletes after %s what the table says, and of no other account",
    async (event, row) => {
      // The forms of members keep the photos when the profile is accepted, see below.
      await fillAccount(ming, event === "profileAccepted" ? ["resubmission", "editedFacts"] : []);
      await fillAccount(hua);
      const marks = row.trim().split(/\s+/);
      const deleted = names.filter((_, index) => marks[index] === "x");
      expect(marks).toHaveLength(names.length);

      const before = await recordsOf(ming);
      await deleteRecords(ming, event);
      expect(await recordsOf(ming)).toEqual(before.filter((name) => !deleted.includes(name)));
      expect(await recordsOf(hua)).toEqual(names);
      expect(await listFileRecords(ming)).toEqual(
        new Set(deleted.includes("photos") ? [] : ["photo"]),
      );
      expect(await listFileRecords(hua)).toEqual(new Set(["photo"]));
    },
  );

  test.each(["resubmission", "editedFacts"] as const)(
    "keeps the files of a member's form, %s, when it clears up after an accepted profile",
    async (form) => {
      const other = form === "resubmission" ? "editedFacts" : "resubmission";
      await fillAccount(ming, [other]);
      await deleteRecords(ming, "profileAccepted");
      expect(await recordsOf(ming)).toEqual([
        "aside",
        "photos",
        "outbox",
        "workEmail",
        form,
        "editedTexts",
        "answers",
        "unsent",
      ]);
      expect(await listFileRecords(ming)).toEqual(new Set(["photo"]));
    },
  );

  test("leaves no trace in localStorage of the last account", async () => {
    await fillAccount(ming);
    await deleteRecords(ming, "accountDeleted");
    expect(Object.keys(window.localStorage)).toEqual([]);
  });

  test("leaves the emptied list of photos for the next start if their bytes stay", async () => {
    await fillAccount(ming, ["resubmission", "editedFacts", "editedTexts"]);
    const open = vi.spyOn(IDBFactory.prototype, "open").mockImplementation(() => {
      throw new DOMException("gone", "InvalidStateError");
    });
    vi.spyOn(IDBObjectStore.prototype, "delete").mockImplementation(() => {
      throw new DOMException("gone", "InvalidStateError");
    });
    await deleteRecords(ming, "profileAccepted");
    open.mockRestore();
    expect(await recordsOf(ming)).toEqual(["photos", "answers", "unsent"]);
    expect(defineRecord({ name: "photos", parse: (value) => value }).read(ming)).toBeNull();
    vi.restoreAllMocks();
    await deleteRecords(ming, "profileAccepted");
    expect(Object.keys(window.localStorage)).toEqual([]);
    expect(await listFileRecords(ming)).toEqual(new Set());
  });
});

describe("displaceOthers", () => {
  test("keeps the two accounts that used the device last, with their photos", async () => {
    for (const account of [ming, hua, mei]) await fillAccount(account);
    outbox.write(ming, { value: "Ming came back" });
    await displaceOthers(jun);
    expect(listAccounts()).toEqual([ming, mei]);
    expect(await recordsOf(hua)).toEqual([]);
    expect(await listFileRecords(hua)).toEqual(new Set());
    expect(await listFileRecords(mei)).toEqual(new Set(["photo"]));
  });

  test("does not count accounts without unfinished work, and deletes their records", async () => {
    await fillAccount(ming);
    await fillAccount(hua);
    for (const account of [mei, jun]) writeRecord(account, "registrationToken");
    await displaceOthers(jun);
    expect(listAccounts()).toEqual([jun, hua, ming]);
  });
});

test("leaves the records of an account alone while another window has its form", () => {
  const token = defineRecord<string>({ name: "registrationToken", parse: String });
  outbox.write(ming, { value: "theirs" });
  const endLimit = limitWrites(ming, () => false);
  expect(outbox.write(ming, { value: "ours" })).toBe(false);
  outbox.remove(ming);
  expect(defineText("draft").write(ming, "ours")).toBe(false);
  expect(outbox.write(hua, { value: "of another person" })).toBe(true);
  // The token belongs to every window.
  expect(token.write(ming, "new")).toBe(true);
  endLimit();
  expect(outbox.read(ming)?.value).toEqual({ value: "theirs" });
  expect(hasRecord(ming, "draft")).toBe(false);
  expect(outbox.write(ming, { value: "ours" })).toBe(true);
});
