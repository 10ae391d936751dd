import "#/storage/indexed-db.testing";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MyInfo } from "#/api/account";
import { ApiError, apiErrorOf, NetworkError } from "#/api/error";
import { ownBuildId } from "#/lib/build-id";
import { getLiffUser } from "#/liff/liff";
import { asMember, loadMyInfo } from "#/person/identify-member";
import { restoreSession, setRegistration } from "#/session/session";
import { answers } from "#/storage/account-store";
import { replaceIndexedDb } from "#/storage/indexed-db.testing";
import { fetchOwnProfile, ownProfile } from "./own-profile";
import { useMyInfo } from "./use-my-info";

vi.mock(import("#/person/identify-member"));
vi.mock(import("#/liff/liff"));
vi.mock(import("#/lib/build-id"));

const info = { userId: "U1", nickname: "小美", reviewStatus: "PENDING" } as MyInfo;
const approved = { ...info, reviewStatus: "APPROVED" } as MyInfo;
const offline = new NetworkError("no answer");

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(getLiffUser).mockReturnValue({
    userId: "U1",
    displayName: "Mei",
    statusMessage: undefined,
  });
  replaceIndexedDb();
  // Another session, so that no test has the profile of the one before.
  restoreSession("U1");
  vi.mocked(ownBuildId).mockReturnValue("build 2");
  vi.mocked(asMember).mockImplementation((call) => call());
  vi.mocked(loadMyInfo).mockResolvedValue(info);
  setRegistration("registered");
});

const store = (data: MyInfo, build = "build 2") =>
  answers.write("U1", "member/profile", { build, loadedAtMs: 1_000, data });

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
    await store(info);
    const { result } = renderHook(useMyInfo);
    await waitFor(() => expect(result.current).toMatchObject({ info, failedAt }));

    vi.mocked(loadMyInfo).mockResolvedValue(approved);
    act(() => setRegistration("registered"));
    await waitFor(() => expect(result.current).toMatchObject({ info: approved, failedAt: null }));
  },
);

it("asks again when the person comes back to the page", async () => {
  // The database needs true timers.
  vi.useFakeTimers({ toFake: ["Date"] });
  const { result } = renderHook(useMyInfo);
  await waitFor(() => expect(result.current.info).toEqual(info));
  vi.mocked(loadMyInfo).mockResolvedValue(approved);
  vi.setSystemTime(Date.now() + 10_000);
  document.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(result.current.info).toEqual(approved));
});

it("waits for the server with the stored info, whose status may be over", async () => {
  await store(info);
  let answer = (_: MyInfo) => {};
  vi.mocked(loadMyInfo).mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const { result } = renderHook(useMyInfo);
  await waitFor(() => expect(ownProfile().getState().data).toEqual(info));
  expect(result.current).toMatchObject({ info: null, isLoading: true, failedAt: null });
  await act(async () => answer(approved));
  await waitFor(() => expect(result.current).toMatchObject({ info: approved, isLoading: false }));
});

it("waits for the server when the page opens again, without the failure of the last time", async () => {
  await store(info);
  vi.mocked(loadMyInfo).mockRejectedValueOnce(offline);
  const { result, unmount } = renderHook(useMyInfo);
  await waitFor(() => expect(result.current).toMatchObject({ info, failedAt: "network" }));
  unmount();
  const again = renderHook(useMyInfo);
  expect(again.result.current).toMatchObject({ info: null, isLoading: true, failedAt: null });
  await waitFor(() => expect(again.result.current).toMatchObject({ info, failedAt: null }));
});

describe("without a network", () => {
  it.each([
    ["that another build stored", () => store(info, "build 1")],
    ["that the registration's form asked for", fetchOwnProfile],
  ])("shows the info %s", async (_, keep) => {
    await keep();
    restoreSession("U1");
    setRegistration("registered");
    vi.mocked(loadMyInfo).mockRejectedValue(offline);
    const { result } = renderHook(useMyInfo);
    await waitFor(() => expect(result.current).toMatchObject({ info, failedAt: "network" }));
    expect(await ownProfile().findStored()).toEqual(info);
  });

  it("has none after a logout", async () => {
    await store(info);
    await answers.deleteAll("U1");
    vi.mocked(loadMyInfo).mockRejectedValue(offline);
    const { result } = renderHook(useMyInfo);
    await waitFor(() => expect(result.current).toMatchObject({ info: null, failedAt: "network" }));
  });
});
