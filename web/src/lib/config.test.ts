import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fetchConfig } from "./config";
import { testConfig } from "./config.testing";

const fetch = vi.fn();

beforeEach(() => {
  fetch.mockReset().mockImplementation(async () => Response.json(testConfig));
  vi.stubGlobal("fetch", fetch);
});
afterEach(() => {
  window.earlyConfig = undefined;
  vi.unstubAllGlobals();
});

it("takes the answer that the page requested before its code was there, and requests no other", async () => {
  window.earlyConfig = Promise.resolve(Response.json({ ...testConfig, buildId: "early" }));
  expect(await fetchConfig()).toMatchObject({ buildId: "early" });
  expect(fetch).not.toHaveBeenCalled();
  // The body of an answer can be read once.
  expect(await fetchConfig()).toEqual(testConfig);
});

it.each([
  ["failed", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["was refused", async () => new Response(null, { status: 503 })],
  ["was not made", () => undefined],
])("requests the configuration if the early request %s", async (_, early) => {
  window.earlyConfig = early();
  window.earlyConfig?.catch(() => undefined);
  expect(await fetchConfig()).toEqual(testConfig);
  expect(fetch).toHaveBeenCalledOnce();
});
