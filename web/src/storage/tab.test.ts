import { afterEach, expect, it, vi } from "vitest";
import { readTabJson, readTabText, removeTabText, writeTabJson, writeTabText } from "./tab";

const key = "console:draft:7";

afterEach(() => {
  vi.unstubAllGlobals();
  removeTabText(key);
});

it("keeps texts and values in the tab, below the prefix of the app", () => {
  expect(writeTabText(key, "text")).toBe(true);
  expect(window.sessionStorage.getItem("enmusubi:console:draft:7")).toBe("text");
  expect(readTabJson(key)).toBeNull();
  writeTabJson(key, { a: 1 });
  expect(readTabJson(key)).toEqual({ a: 1 });
  removeTabText(key);
  expect(readTabText(key)).toBeNull();
});

it("keeps them in memory if the browser refuses, until the page closes", () => {
  vi.stubGlobal("sessionStorage", {
    getItem: () => {
      throw new DOMException("no", "SecurityError");
    },
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
    removeItem: () => {
      throw new DOMException("no", "SecurityError");
    },
  });
  expect(writeTabText(key, "text")).toBe(false);
  expect(readTabText(key)).toBe("text");
  removeTabText(key);
  expect(readTabText(key)).toBeNull();
});
