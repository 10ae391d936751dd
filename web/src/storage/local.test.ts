import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readJson, readText, removeStored, writeJson, writeText } from "./local";

/** Acts as a browser with a full store, or one that forbids pages to store anything. */
function refuseStorage() {
  const refuse = () => {
    throw new DOMException("refused", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  removeStored("language");
});

test("keys begin with the name of the app", () => {
  writeText("debug", "photos");
  expect(localStorage.getItem("enmusubi:debug")).toBe("photos");
});

test("memory keeps a text that the browser refuses, until the page closes", () => {
  writeText("language", "first");
  refuseStorage();
  expect(writeText("language", "second")).toBe(false);
  expect(readText("language")).toBe("second");
});

test("a text that is stored when there is room again replaces the one in memory", () => {
  refuseStorage();
  writeText("language", "in memory");
  vi.unstubAllGlobals();
  expect(writeText("language", "stored")).toBe(true);
  expect(readText("language")).toBe("stored");
  expect(localStorage.getItem("enmusubi:language")).toBe("stored");
});

test.each([["enmusubi:language"], [null]])(
  "a text in memory gives way to the text that another window stores (the key of the event: %s)",
  (key) => {
    refuseStorage();
    writeText("language", "in memory");
    vi.unstubAllGlobals();
    window.dispatchEvent(new StorageEvent("storage", { key: "enmusubi:debug" }));
    expect(readText("language")).toBe("in memory");
    localStorage.setItem("enmusubi:language", "of the other window");
    window.dispatchEvent(new StorageEvent("storage", { key }));
    expect(readText("language")).toBe("of the other window");
  },
);

test("a browser that refuses to read returns no text", () => {
  writeText("debug", "photos");
  refuseStorage();
  expect(readText("debug")).toBeNull();
});

test("a text that is not JSON has no value", () => {
  writeText("accounts", "{broken");
  expect(readJson("accounts")).toBeNull();
  writeJson("accounts", { photos: [] });
  expect(readJson("accounts")).toEqual({ photos: [] });
});
