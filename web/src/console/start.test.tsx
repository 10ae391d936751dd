import { act, screen } from "@testing-library/react";
import { HttpResponse } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { queueOf, signedIn } from "./console.testing";
import { enrolmentToken } from "./enrolment-token";
import { start } from "./start";

const server = startFakeServer([
  ...signedIn,
  queueOf(),
  api.post("/logger", ({ response }) => response(204).empty()),
]);

beforeEach(() => {
  window.sessionStorage.clear();
  for (const level of ["info", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["en"]);
  document.body.innerHTML = '<div id="loading"></div><div id="root"></div>';
});
afterEach(() => vi.restoreAllMocks());

async function open(path: string) {
  window.history.replaceState(null, "", path);
  await act(start);
}

it("makes no call in LINE’s browser, and shows the whole address to open elsewhere", async () => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (iPhone) Line/14.5.0");
  await open("/review/enrol#token");
  expect(screen.getByRole("heading", { name: "Open this in your browser" })).toBeDefined();
  expect(screen.getByText(/\/review\/enrol#token$/)).toBeDefined();
  expect(server.requests).toEqual([]);
  expect(document.getElementById("loading")?.hidden).toBe(true);
});

it("says that the server does not answer, and offers another try", async () => {
  server.use(api.get("/review/session", refuse(503, "E503")));
  await open("/review");
  expect(screen.getByRole("heading", { name: "The console couldn’t start" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
});

it("takes the token out of the address before any call", async () => {
  const hashes: string[] = [];
  server.use(
    api.post("/review/enrolment/options", () => {
      hashes.push(window.location.hash);
      return HttpResponse.json({ code: "E003", cause: "" }, { status: 404 }) as never;
    }),
  );
  vi.stubGlobal("PublicKeyCredential", class {});
  await open("/review/enrol#secret");
  expect(await screen.findByText(/expired or was used/)).toBeDefined();
  expect(hashes).toEqual([""]);
  expect(enrolmentToken()).toBe("secret");
  expect(window.location.pathname).toBe("/review/enrol");
  vi.unstubAllGlobals();
});
