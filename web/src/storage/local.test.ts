import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readJson, readText, removeStored, writeJson, writeText } from "./local";

/** A browser with a full store, or one that keeps pages from storing at all. */
function refuseStorage() {
  const refuse = () => {
    throw new DOMException("refused", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  removeStored("registerForm");
});

test("keys carry the name of the app", () => {
  writeText("registerPage", "photos");
  expect(localStorage.getItem("enmusubi:registerPage")).toBe("photos");
});

test("what the browser refuses to keep is kept until the page closes", () => {
  writeText("registerForm", "first");
  refuseStorage();
  expect(writeText("registerForm", "second")).toBe(false);
  expect(readText("registerForm")).toBe("second");
});

test("a value stored once there is room again replaces the copy in memory", () => {
  refuseStorage();
  writeText("registerForm", "in memory");
  vi.unstubAllGlobals();
  expect(writeText("registerForm", "stored")).toBe(true);
  expect(readText("registerForm")).toBe("stored");
  expect(localStorage.getItem("enmusubi:registerForm")).toBe("stored");
});

test("a browser that refuses to read gives nothing", () => {
  writeText("registerPage", "photos");
  refuseStorage();
  expect(readText("registerPage")).toBeNull();
});

test("text that is not JSON is read as nothing", () => {
  writeText("profilePhotos", "{broken");
  expect(readJson("profilePhotos")).toBeNull();
  writeJson("profilePhotos", { photos: [] });
  expect(readJson("profilePhotos")).toEqual({ photos: [] });
});
