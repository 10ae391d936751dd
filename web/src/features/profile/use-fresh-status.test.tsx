import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sleep } from "#/lib/sleep";
import { getLiffUser } from "#/liff/liff";
import { loadMyInfo } from "#/person/identify-member";
import { setReviewStatus } from "#/session/session";
import { breakConnection, startFakeServer } from "#/testing/fake-server";
import { api, type Schemas } from "#/testing/mock/api";
import { useFreshStatus } from "./use-fresh-status";

vi.mock(import("#/liff/liff"));
vi.mock(import("#/lib/return"), () => ({ useReturn: (onReturn) => onReturn() }));
vi.mock(import("#/person/identify-member"));
vi.mock(import("#/session/session"));

const server = startFakeServer();

beforeEach(() => {
  const user = { userId: "U1", displayName: "Mei", statusMessage: undefined };
  vi.mocked(getLiffUser).mockReturnValue(user);
});
afterEach(() => {
  cleanup();
  vi.resetAllMocks();
});

const statusOf = (status: Schemas["StandingResponse"]) =>
  api.get("/user/review-status/{userId}", ({ response }) => response(200).json(status));

it.each([
  [{ reviewStatus: "APPROVED" }, ["APPROVED", undefined]],
  [{ reviewStatus: "NEEDS_INFO", takenBack: true }, ["NEEDS_INFO", true]],
] as const)(
  "shows the status that the server has when the person returns: %j",
  async (status, shown) => {
    server.use(statusOf(status));
    renderHook(useFreshStatus);
    await vi.waitFor(() => expect(setReviewStatus).toHaveBeenCalledExactlyOnceWith(...shown));
  },
);

it("fetches the data of a member with NEEDS_INFO, because an earlier server does not say who caused it", async () => {
  server.use(statusOf({ reviewStatus: "NEEDS_INFO" }));
  renderHook(useFreshStatus);
  await vi.waitFor(() => expect(loadMyInfo).toHaveBeenCalledOnce());
  expect(setReviewStatus).not.toHaveBeenCalled();
});

it("keeps the last known status while the server is out of reach", async () => {
  server.use(api.get("/user/review-status/{userId}", breakConnection));
  renderHook(useFreshStatus);
  // The client tries a safe call three times.
  await vi.waitFor(() =>
    expect(server.paths()).toEqual(Array(3).fill("GET /user/review-status/U1")),
  );
  // The third failure arrives a moment after the request that the list has.
  await sleep(50);
  expect(setReviewStatus).not.toHaveBeenCalled();
});
