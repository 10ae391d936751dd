import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { publicConfig } from "../lib/config";
import { testConfig } from "../lib/config.testing";

vi.mock("../lib/config");

const answer = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.resetModules();
  answer.mockReset();
  vi.stubGlobal("fetch", answer);
  vi.mocked(publicConfig).mockReturnValue(testConfig);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const askAbout = async (path: string) => (await import("./route-rules")).fetchRouteRule(path);

it("asks once for each path, whatever is in it", async () => {
  answer.mockImplementation(async () =>
    Response.json({ redirect: { to: "/profile", statusCode: 302 } }),
  );
  expect(await askAbout("/a b&c")).toEqual({ to: "/profile" });
  expect(await askAbout("/a b&c")).toEqual({ to: "/profile" });
  expect(answer).toHaveBeenCalledTimes(1);
  expect(answer.mock.calls[0]?.[0]).toBe("/api/route-rules?path=%2Fa%20b%26c");
});

it.each([
  ["the server has none", async () => Response.json({})],
  ["the server is busy", async () => new Response(null, { status: 503 })],
  ["there is no network", () => Promise.reject(new TypeError())],
  ["the answer is no JSON", async () => new Response("<html>")],
])("counts as none when %s", async (_, given) => {
  answer.mockImplementation(given);
  expect(await askAbout("/old")).toBeNull();
});

it("counts as none when it takes too long, and is asked for again the next time", async () => {
  vi.useFakeTimers();
  answer.mockImplementationOnce(
    (_url, { signal }) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
  );
  const slow = askAbout("/old");
  await vi.advanceTimersByTimeAsync(1500);
  expect(await slow).toBeNull();
  answer.mockResolvedValue(Response.json({ redirect: { to: "/", statusCode: 302 } }));
  expect(await askAbout("/old")).toEqual({ to: "/" });
});
