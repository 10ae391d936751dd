/** What is kept, and how much room it takes. */
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

test("our keys are told one by one, what others keep as one sum", () => {
  writeText("registerPage", "you");
  writeText("debug", "縁");
  window.localStorage.setItem("LIFF_STORE:x", "12345");
  expect(readUsage()).toEqual({
    texts: [
      { key: "debug", bytes: "enmusubi:debug".length + 3, isInMemory: false },
      { key: "registerPage", bytes: "enmusubi:registerPage".length + 3, isInMemory: false },
    ],
    otherBytes: "LIFF_STORE:x".length + 5,
  });
});

test("what the browser refused to store is told too, once, and goes when it is forgotten", () => {
  writeText("debug", "old");
  vi.stubGlobal("localStorage", null);
  writeText("debug", "true");
  vi.unstubAllGlobals();
  const bytes = "enmusubi:debug".length + 4;
  expect(readUsage().texts).toEqual([{ key: "debug", bytes, isInMemory: true }]);
  removeStored("debug");
  expect(readUsage().texts).toEqual([]);
});

test("without storage nothing is told", () => {
  vi.stubGlobal("localStorage", null);
  expect(readUsage()).toEqual({ texts: [], otherBytes: 0 });
});

test("a browser that does not list its databases gives no counts", async () => {
  vi.stubGlobal("indexedDB", {});
  expect(await countRecords()).toBeNull();
});
