import "./indexed-db.testing";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("indexedDB", new IDBFactory());
});
afterEach(() => vi.unstubAllGlobals());

const databases = async () => (await indexedDB.databases()).map(({ name }) => name).sort();

test("reading and deleting create no database", async () => {
  const files = await import("./file-records");
  const profiles = await import("./answer-cache");
  expect(await files.readFileRecord("Ua", "one")).toBeNull();
  expect(await files.listFileRecords("Ua")).toEqual(new Set());
  await files.updateFileRecord("Ua", "one", (record) => record);
  expect(await files.deleteFileRecords("Ua", ["one"])).toBe(true);
  expect(await files.deleteUnneededRecords(() => false)).toBe(true);
  expect(await profiles.readAnswer("Ua", "member/profile")).toBeNull();
  await profiles.removeAnswers("Ua");
  expect(await databases()).toEqual([]);
});

test("reading finds the records that another window has written since", async () => {
  const files = await import("./file-records");
  const profiles = await import("./answer-cache");
  expect(await files.readFileRecord("Ua", "one")).toBeNull();
  vi.resetModules();
  const other = await import("./file-records");
  expect(await other.writeFileRecord("Ua", "one", { text: "theirs" })).toBe(true);
  await profiles.writeAnswer("Ua", "member/profile", { nickname: "小明" });
  expect(await files.readFileRecord("Ua", "one")).toEqual({ text: "theirs" });
  expect(await profiles.readAnswer("Ua", "member/profile")).toEqual({ nickname: "小明" });
  expect(await databases()).toEqual(["enmusubi-profile", "enmusubi:blobs"]);
});
