import { expect, it, vi } from "vitest";
import { prefetchAllowed } from "../lib/prefetch-allowed";
import { activate, prefetchOtherLanguages } from "./load";

vi.mock(import("../lib/prefetch-allowed"));
const loaded = vi.hoisted(() => vi.fn<(language: string) => void>());
vi.mock("./messages/ja/start.ts", () => {
  loaded("ja");
  return { messages: {} };
});
vi.mock("./messages/zh-TW/start.ts", () => {
  loaded("zh-TW");
  return { messages: {} };
});

it("loads the other languages ahead only if prefetching is allowed", async () => {
  await activate("en");
  vi.mocked(prefetchAllowed).mockReturnValue(false);
  expect(await prefetchOtherLanguages()).toBe(true);
  expect(loaded).not.toHaveBeenCalled();

  vi.mocked(prefetchAllowed).mockReturnValue(true);
  expect(await prefetchOtherLanguages()).toBe(true);
  expect(loaded.mock.calls.flat().sort()).toEqual(["ja", "zh-TW"]);
});
