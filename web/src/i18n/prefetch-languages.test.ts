import { expect, it, vi } from "vitest";
import { prefetchAllowed } from "#/lib/prefetch-allowed";
import { activate, prefetchOtherLanguages } from "./load";

vi.mock(import("#/lib/prefetch-allowed"));
const loaded = vi.hoisted(() => vi.fn<(language: string) => void>());
vi.mock(import("./messages/ja/start.ts"), async (original) => {
  loaded("ja");
  return await original();
});
vi.mock(import("./messages/zh-TW/start.ts"), async (original) => {
  loaded("zh-TW");
  return await original();
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
