import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MyInfo } from "../../api/account";
import { ApiError, apiErrorOf, NetworkError } from "../../api/error";
import { getLiffUser } from "../../liff/liff";
import { loadMyInfo } from "../../person/identify-member";
import { setRegistration } from "../../session/session";
import { readAnswer } from "../../storage/answer-cache";
import { useMyInfo } from "./use-my-info";

vi.mock(import("../../person/identify-member"));
vi.mock(import("../../liff/liff"));
vi.mock(import("../../storage/answer-cache"));

const info = { userId: "U1", nickname: "小美", reviewStatus: "PENDING" } as MyInfo;
const approved = { ...info, reviewStatus: "APPROVED" } as MyInfo;

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(getLiffUser).mockReturnValue({
    userId: "U1",
    displayName: "Mei",
    statusMessage: undefined,
  });
  vi.mocked(readAnswer).mockResolvedValue(null);
  vi.mocked(loadMyInfo).mockResolvedValue(info);
  setRegistration("registered");
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it.each([
  ["network", new NetworkError("no answer")],
  ["gateway", apiErrorOf(503, "<html>")],
  ["server", new ApiError(500, "E500", "")],
] as const)(
  "shows the stored info and the failed %s until the server answers",
  async (failedAt, error) => {
    setRegistration("unreachable");
    vi.mocked(loadMyInfo).mockRejectedValueOnce(error);
    vi.mocked(readAnswer).mockResolvedValue(info);
    const { result } = renderHook(useMyInfo);
    await waitFor(() => expect(result.current).toMatchObject({ info, failedAt }));

    vi.mocked(loadMyInfo).mockResolvedValue(approved);
    act(() => setRegistration("registered"));
    await waitFor(() => expect(result.current).toMatchObject({ info: approved, failedAt: null }));
  },
);

it("asks again when the person comes back to the page", async () => {
  vi.useFakeTimers();
  const { result } = renderHook(useMyInfo);
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(result.current.info).toEqual(info);
  vi.mocked(loadMyInfo).mockResolvedValue(approved);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  document.dispatchEvent(new Event("visibilitychange"));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(result.current.info).toEqual(approved);
});
