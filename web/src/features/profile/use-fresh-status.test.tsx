import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { fetchReviewStatus } from "#/api/account";
import { loadMyInfo } from "#/person/identify-member";
import { setReviewStatus } from "#/session/session";
import { useFreshStatus } from "./use-fresh-status";

vi.mock(import("#/api/account"));
vi.mock(import("#/lib/return"), () => ({ useReturn: (onReturn) => onReturn() }));
vi.mock(import("#/person/identify-member"));
vi.mock(import("#/session/session"));

afterEach(() => {
  cleanup();
  vi.resetAllMocks();
});

it.each([
  [{ reviewStatus: "APPROVED" }, ["APPROVED", undefined]],
  [{ reviewStatus: "NEEDS_INFO", takenBack: true }, ["NEEDS_INFO", true]],
] as const)(
  "shows the status that the server has when the person returns: %j",
  async (status, shown) => {
    vi.mocked(fetchReviewStatus).mockResolvedValue(status);
    renderHook(useFreshStatus);
    await vi.waitFor(() => expect(setReviewStatus).toHaveBeenCalledExactlyOnceWith(...shown));
  },
);

it("fetches the data of a member with NEEDS_INFO, because an earlier server does not say who caused it", async () => {
  vi.mocked(fetchReviewStatus).mockResolvedValue({ reviewStatus: "NEEDS_INFO" });
  renderHook(useFreshStatus);
  await vi.waitFor(() => expect(loadMyInfo).toHaveBeenCalledOnce());
  expect(setReviewStatus).not.toHaveBeenCalled();
});

it("keeps the last known status while the server is out of reach", async () => {
  vi.mocked(fetchReviewStatus).mockRejectedValue(new Error("no answer"));
  renderHook(useFreshStatus);
  await vi.waitFor(() => expect(fetchReviewStatus).toHaveBeenCalledOnce());
  expect(setReviewStatus).not.toHaveBeenCalled();
});
