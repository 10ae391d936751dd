import { afterEach, expect, test, vi } from "vitest";
import { removeStored, writeText } from "./local";
import { capacityBytes, countRecords, readUsage } from "./usage";

afterEach(() => {
  vi.unstubAllGlobals();
  removeStored("debug");
  window.localStorage.clear();
});

test("the capacity of localStorage is 4.75 MiB", () => {
  expect(capacityBytes).toBe(4.75 * 1024 * 1024);
});

test("lists our keys one by one, and adds up the foreign ones", () => {
  writeText("language", "you");
  writeText("debug", "縁");
  window.localStorage.setItem("LIFF_STORE:x", "12345");
  expect(readUsage()).toEqual({
    texts: [
      { key: "debug", bytes: "enmusubi:debug".length + 3, isInMemory: false },
      { key: "language", bytes: "enmusubi:language".length + 3, isInMemory: false },
    ],
    otherBytes: "LIFF_STORE:x".length + 5,
  });
});

test("lists a text that the browser refused once, until it is deleted", () => {
  writeText("debug", "old");
  vi.stubGlobal("localStorage", null);
  writeText("debug", "true");
  vi.unstubAllGlobals();
  const bytes = "enmusubi:debug".length + 4;
  expect(readUsage().texts).toEqual([{ key: "debug", bytes, isInMemory: true }]);
  removeStored("debug");
  expect(readUsage().texts).toEqual([]);
});

test("lists nothing without storage", () => {
  vi.stubGlobal("localStorage", null);
  expect(readUsage()).toEqual({ texts: [], otherBytes: 0 });
});

test("returns no counts if the browser does not list its databases", async () => {
  vi.stubGlobal("indexedDB", {});
  expect(await countRecords()).toBeNull();
});
