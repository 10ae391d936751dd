import { HttpResponse } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { breakConnection, refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { fetchRouteRule } from "./route-rules";

const server = startFakeServer();

afterEach(() => vi.useRealTimers());

const answerWith = (to: string) =>
  server.use(
    api.get("/route-rules", ({ response }) =>
      response(200).json({ redirect: { to, statusCode: 302 } }),
    ),
  );

it("asks the server once for each path, whichever characters the path has", async () => {
  answerWith("/profile");
  expect(await fetchRouteRule("/a b&c")).toEqual({ to: "/profile" });
  expect(await fetchRouteRule("/a b&c")).toEqual({ to: "/profile" });
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]?.url).toContain("/api/route-rules?path=%2Fa%20b%26c");
});

it.each([
  ["the server has no rule", "/old/none", () => HttpResponse.json({}) as never],
  ["the server is busy", "/old/busy", refuse(503, "E503")],
  ["there is no network", "/old/offline", breakConnection],
  ["the answer is no JSON", "/old/html", () => new HttpResponse("<html>") as never],
])("finds no rule when %s", async (_, path, answer) => {
  server.use(api.get("/route-rules", answer));
  expect(await fetchRouteRule(path)).toBeNull();
});

it("finds no rule when the answer takes longer than 1500 ms, and asks again the next time", async () => {
  vi.useFakeTimers();
  server.use(api.get("/route-rules", () => new Promise<never>(() => undefined), { once: true }));
  const slow = fetchRouteRule("/slow");
  await vi.advanceTimersByTimeAsync(1500);
  expect(await slow).toBeNull();
  vi.useRealTimers();
  answerWith("/");
  expect(await fetchRouteRule("/slow")).toEqual({ to: "/" });
});
