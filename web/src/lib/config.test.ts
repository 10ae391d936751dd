import { afterEach, expect, it, vi } from "vitest";
import { loadConfig } from "./config";
import { testConfig } from "./config.testing";

afterEach(() => {
  document.head.innerHTML = "";
  vi.unstubAllGlobals();
});

it("takes the configuration that the server has written into the page, and requests none", async () => {
  const fetch = vi.fn();
  vi.stubGlobal("fetch", fetch);
  const block = document.createElement("script");
  block.id = "config";
  block.type = "application/json";
  block.textContent = JSON.stringify({ ...testConfig, buildId: "written" });
  document.head.append(block);
  expect(await loadConfig()).toEqual({ ...testConfig, buildId: "written" });
  expect(fetch).not.toHaveBeenCalled();
});

it("requests the configuration from a development server, and says how that failed", async () => {
  const fetch = vi.fn(async () => Response.json(testConfig));
  vi.stubGlobal("fetch", fetch);
  expect(await loadConfig()).toEqual(testConfig);
  fetch.mockResolvedValue(new Response(null, { status: 503 }));
  await expect(loadConfig()).rejects.toThrow("config.json answered 503");
});
