import { afterEach, expect, it, vi } from "vitest";
import { prefetchAllowed } from "./prefetch-allowed";

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  ["the browser says nothing about the network", undefined, true],
  ["the network is fast", { effectiveType: "4g", saveData: false }, true],
  ["the person saves data", { effectiveType: "4g", saveData: true }, false],
  ["the network is 2g", { effectiveType: "2g" }, false],
  ["the network is slower than 2g", { effectiveType: "slow-2g" }, false],
])("decides about prefetching when %s", (_, connection, expected) => {
  vi.stubGlobal("navigator", { connection });
  expect(prefetchAllowed()).toBe(expected);
});
