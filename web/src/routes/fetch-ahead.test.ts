import { beforeEach, expect, it, vi } from "vitest";
import type { Core } from "../core/core";
import { loadCoreOrFallback } from "../core/load";
import { tryAreas } from "../i18n/load";
import { fetchAhead } from "./fetch-ahead";
import { pageParts } from "./page-parts";

vi.mock("../core/load");
vi.mock("../i18n/load");
vi.mock("./page-parts", () => ({
  pageParts: {
    index: { load: vi.fn(), words: [] },
    register: { load: vi.fn(), words: ["register"], needsCore: true },
  },
}));

const spoken = Promise.resolve();

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(loadCoreOrFallback).mockResolvedValue({} as Core);
});

it.each([
  ["the form", "/register", "?page=life"],
  ["the form, by a link of LINE's", "/", "?liff.state=%2Fregister%3Fpage%3Dlife%23x"],
])("brings %s, its words and its rules", async (_, pathname, search) => {
  fetchAhead({ pathname, search }, spoken);
  await spoken;
  expect(pageParts.register.load).toHaveBeenCalledTimes(1);
  expect(pageParts.index.load).not.toHaveBeenCalled();
  expect(tryAreas).toHaveBeenCalledWith("register");
  expect(loadCoreOrFallback).toHaveBeenCalledTimes(1);
});

it("brings no rules where none are needed", () => {
  fetchAhead({ pathname: "/", search: "" }, spoken);
  expect(pageParts.index.load).toHaveBeenCalledTimes(1);
  expect(loadCoreOrFallback).not.toHaveBeenCalled();
});

it.each([
  ["a place that is none of ours", "/nowhere", ""],
  ["a link that leads elsewhere", "/", "?liff.state=https%3A%2F%2Fevil.example%2Fregister"],
])("brings nothing for %s", (_, pathname, search) => {
  fetchAhead({ pathname, search }, spoken);
  for (const { load } of [pageParts.index, pageParts.register]) expect(load).not.toHaveBeenCalled();
});

it("keeps to itself what fails", async () => {
  vi.mocked(pageParts.register.load).mockRejectedValue(new Error("down"));
  vi.mocked(tryAreas).mockRejectedValue(new Error("down"));
  vi.mocked(loadCoreOrFallback).mockRejectedValue(new Error("down"));
  fetchAhead({ pathname: "/register", search: "" }, Promise.reject(new Error("down")));
  // A rejection that nobody handles would fail the run.
  await new Promise((resolve) => setTimeout(resolve));
});
