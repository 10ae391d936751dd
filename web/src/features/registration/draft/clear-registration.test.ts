import "#/storage/indexed-db.testing";
import { beforeEach, expect, test } from "vitest";
import { readFileRecord, writeFileRecord } from "#/storage/file-records";
import { clearIndexedDb } from "#/storage/indexed-db.testing";
import { listAccounts } from "#/storage/records";
import { readRecord, writeRecord } from "#/storage/storage.testing";
import { clearRegistration, clearResubmission } from "./clear-registration";

const ming = `U${"1".repeat(32)}`;
const hua = `U${"2".repeat(32)}`;
const photos = { slots: [["a"]], document: [], ageProof: [], nTries: {} };

beforeEach(async () => {
  localStorage.clear();
  await clearIndexedDb();
});

test("deletes the form of a person who is registered, with all that belongs to it", async () => {
  for (const name of ["draft", "draftPage", "outbox", "photos", "registrationToken"] as const) {
    writeRecord(ming, name, {});
  }
  await clearRegistration(ming);
  expect(Object.keys(localStorage)).toEqual([]);
});

test("finishes a deletion of photos that the browser interrupted", async () => {
  await writeFileRecord(ming, "a", {});
  writeRecord(ming, "photos", null);
  await clearRegistration(ming);
  expect(listAccounts()).toEqual([]);
  expect(await readFileRecord(ming, "a")).toBeNull();
});

test("keeps the files of the answers to a reviewer", async () => {
  await writeFileRecord(ming, "a", {});
  writeRecord(ming, "draft", {});
  writeRecord(ming, "resubmission", {});
  writeRecord(ming, "photos", photos);
  await clearRegistration(ming);
  expect(readRecord(ming, "draft")).toBeNull();
  expect(readRecord(ming, "photos")).toEqual(photos);
  expect(await readFileRecord(ming, "a")).not.toBeNull();
});

test("deletes the answers to a reviewer who does not ask any more", async () => {
  await writeFileRecord(ming, "a", {});
  writeRecord(ming, "photos", photos);
  await clearResubmission(ming);
  expect(readRecord(ming, "photos")).toEqual(photos);
  writeRecord(ming, "resubmission", {});
  await clearResubmission(ming);
  expect(listAccounts()).toEqual([]);
  expect(await readFileRecord(ming, "a")).toBeNull();
});

test("leaves the form of another person on the device alone", async () => {
  for (const account of [ming, hua]) writeRecord(account, "draft", { account });
  await clearRegistration(ming);
  await clearResubmission(ming);
  expect(listAccounts()).toEqual([hua]);
});
