import "#/storage/indexed-db.testing";
import { screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "#/api/error";
import { text } from "#/i18n/use-text";
import { whenIdle } from "#/lib/idle";
import { prefetch } from "#/navigation/navigation";
import { startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { MemberPage, Shown } from "./member-page";
import { draw, loadMessages, logInMember, logOutMember } from "./people.testing";
import type { UsedResource } from "./resource";

vi.mock(import("#/liff/liff"));
vi.mock(import("#/lib/idle"));
vi.mock(import("#/navigation/navigation"), { spy: true });

const server = startFakeServer([
  api.get("/matches", ({ response }) => response(200).json({ matches: [] })),
  api.get("/news", ({ response }) => response(200).json({ news: [] })),
]);

let becomeIdle = () => {};
beforeAll(loadMessages);
beforeEach(() => {
  logInMember();
  vi.mocked(whenIdle).mockReturnValue(new Promise((resolve) => (becomeIdle = resolve)));
});
afterEach(logOutMember);

// The first test of this file: the other pages load once, after the first data on any page.
it("loads the other pages after a page shows its data", async () => {
  const prefetched = vi.mocked(prefetch).mockResolvedValue();
  const state = { loadedAtMs: 0, isLoading: false, isOpening: false, error: null };
  const page = (data: string | null) => (
    <MemberPage title="Today" tab="today">
      <Shown state={{ ...state, data, refresh: async () => undefined }}>
        {(shown) => <p>{shown}</p>}
      </Shown>
    </MemberPage>
  );
  vi.mocked(whenIdle).mockResolvedValue();
  const { redraw } = draw(page(null));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(prefetched).not.toHaveBeenCalled();
  redraw(page("a card"));
  await vi.waitFor(() => expect(prefetched).toHaveBeenCalledWith("/matches"));
});

describe("the numbers in the bar", () => {
  const page = (
    <MemberPage title="Me" tab="me">
      <p>content</p>
    </MemberPage>
  );

  it("are asked for when the browser has nothing else to do", async () => {
    draw(page);
    expect(server.requests).toEqual([]);
    becomeIdle();
    await vi.waitFor(() => expect(server.paths().sort()).toEqual(["GET /matches", "GET /news"]));
  });

  it("are not asked for after the page has gone, which would log in again after a logout", async () => {
    const { unmount } = draw(page);
    unmount();
    becomeIdle();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.requests).toEqual([]);
  });
});

it("leads from a page below to the page above, and marks none in the bar", () => {
  draw(
    <MemberPage title="Privacy" tab="me" parent={{ to: "/profile", label: "Back to me" }}>
      <p>content</p>
    </MemberPage>,
  );
  expect(screen.getByRole("link", { name: "Back to me" }).getAttribute("href")).toBe("/profile");
  expect(document.querySelector("[aria-current]")).toBeNull();
});

describe("the data of a page", () => {
  const refresh = async () => undefined;
  function open(state: Partial<UsedResource<string[]>>) {
    const full = { data: null, loadedAtMs: 0, isLoading: false, isOpening: false, error: null };
    draw(
      <Shown state={{ ...full, refresh, ...state }} isEmpty={(data) => data.length === 0}>
        {(data) => <p>data: {data.join()}</p>}
      </Shown>,
    );
    return document.body.textContent ?? "";
  }

  it.each<[string, Partial<UsedResource<string[]>>]>([
    ["before the first answer", { isOpening: true }],
    ["while an empty list may be out of date", { data: [], isOpening: true }],
  ])("is awaited %s", (_, state) => {
    const page = open(state);
    expect(page).toContain(text("shell.loading"));
    expect(page).not.toContain("data:");
  });

  it.each<[string, Partial<UsedResource<string[]>>]>([
    ["from this device while the server is asked", { data: ["one"], isOpening: true }],
    ["after an empty answer", { data: [] }],
  ])("is shown %s", (_, state) => {
    const page = open(state);
    expect(page).toContain("data:");
    expect(page).not.toContain(text("shell.loading"));
  });

  it.each([
    ["the network", new NetworkError("no answer"), "shell.offline"],
    ["the server", new ApiError(503, "E503", "busy"), "shell.serverProblem"],
  ] as const)("has the failure of %s above it, with its age", (_, error, id) => {
    const page = open({ data: [], error, isOpening: true, loadedAtMs: Date.now() });
    expect(page).toContain(text(id));
    expect(page).toContain("Last updated");
    expect(page).toContain("data:");
  });

  it("has no age if there is none", () => {
    const page = open({ error: new NetworkError("no answer") });
    expect(page).toContain(text("shell.offline"));
    expect(page).not.toContain("Last updated");
    expect(page).not.toContain("data:");
  });
});
