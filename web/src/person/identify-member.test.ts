import { beforeEach, describe, expect, it, vi } from "vitest";
import { fetchMyInfo, fetchReviewStatus, login, type MyInfo } from "#/api/account";
import { ApiError, apiErrorOf, NetworkError } from "#/api/error";
import { getLiffUser } from "#/liff/liff";
import { clearToken, clearUserInfo, readUserInfo } from "#/session/cookies";
import {
  clearSession,
  getSession,
  logOut,
  restoreSession,
  setRegistration,
  setReviewStatus,
  setToken,
  setUnreachable,
  setUserInfo,
} from "#/session/session";
import { answers } from "#/storage/account-store";
import { asMember, identifyMember, loadMyInfo, logInAgain } from "./identify-member";

vi.mock(import("#/api/account"));
vi.mock(import("#/liff/liff"));
vi.mock(import("#/storage/account-store"));

const review = { reasons: [] };
const info = {
  userId: "U1",
  nickname: "小美",
  reviewStatus: "PENDING",
  review,
} as unknown as MyInfo;
const answer = (status: number, code: ApiError["code"]) => new ApiError(status, code, "", []);

beforeEach(() => {
  vi.resetAllMocks();
  restoreSession("U1");
  clearSession();
  setRegistration("unknown");
  const user = { userId: "U1", displayName: "Mei", statusMessage: undefined };
  vi.mocked(getLiffUser).mockReturnValue(user);
  vi.mocked(fetchReviewStatus).mockResolvedValue({ reviewStatus: "PENDING" });
  vi.mocked(login).mockResolvedValue("new");
  vi.mocked(fetchMyInfo).mockResolvedValue(info);
});

describe("identifying the member", () => {
  it("logs in and stores the info that the server has", async () => {
    await identifyMember();
    expect(getSession()).toMatchObject({ registration: "registered", token: "new" });
    expect(getSession().userInfo?.nickname).toBe("小美");
  });

  it("notes that the member took the profile back, and forgets it with the status", async () => {
    const review = { reasons: [], takenBack: true };
    const takenBack = { ...info, reviewStatus: "NEEDS_INFO", review };
    vi.mocked(fetchReviewStatus).mockResolvedValue({
      reviewStatus: "NEEDS_INFO",
      takenBack: true,
    });
    vi.mocked(fetchMyInfo).mockResolvedValue(takenBack as unknown as MyInfo);
    await identifyMember();
    expect(getSession().userInfo?.isTakenBack).toBe(true);
    expect(readUserInfo()?.isTakenBack).toBe(true);
    setReviewStatus("PENDING");
    expect(getSession().userInfo?.isTakenBack).toBeUndefined();
  });

  it("knows that the member took the profile back on another phone before it has their data", async () => {
    await identifyMember();
    vi.mocked(fetchReviewStatus).mockResolvedValue({
      reviewStatus: "NEEDS_INFO",
      takenBack: true,
    });
    vi.mocked(fetchMyInfo).mockRejectedValue(new Error("no answer"));
    await identifyMember();
    expect(getSession().userInfo).toMatchObject({ reviewStatus: "NEEDS_INFO", isTakenBack: true });
  });

  it("does not log in if there is a session", async () => {
    setToken("old");
    await identifyMember();
    expect(login).not.toHaveBeenCalled();
    expect(getSession().token).toBe("old");
  });

  it("replaces an expired session once", async () => {
    setToken("old");
    vi.mocked(fetchMyInfo).mockRejectedValueOnce(answer(401, "E001B"));
    await identifyMember();
    expect(login).toHaveBeenCalledTimes(1);
    expect(getSession()).toMatchObject({ registration: "registered", token: "new" });
  });

  it("uses the session of another tab if its own has expired", async () => {
    setToken("old");
    vi.mocked(fetchMyInfo).mockImplementationOnce(async () => {
      setToken("of another tab");
      throw answer(401, "E001B");
    });
    await identifyMember();
    expect(login).not.toHaveBeenCalled();
    expect(getSession()).toMatchObject({ registration: "registered", token: "of another tab" });
  });

  it("does not log in forever if the server refuses every session", async () => {
    vi.mocked(fetchMyInfo).mockRejectedValue(answer(401, "E001A"));
    await identifyMember();
    expect(login).toHaveBeenCalledTimes(2);
    expect(getSession().registration).toBe("refused");
  });

  it("does not restore a session from a call that a logout overtook", async () => {
    setToken("mine");
    vi.mocked(fetchMyInfo).mockImplementationOnce(async () => {
      clearSession();
      return info;
    });
    await identifyMember();
    expect(getSession()).toMatchObject({ token: null, userInfo: null });
  });

  it("does not log in again for a call whose session the logout ended", async () => {
    setToken("mine");
    vi.mocked(fetchMyInfo).mockImplementationOnce(async () => {
      clearSession();
      throw answer(401, "E001A");
    });
    await identifyMember();
    expect(login).not.toHaveBeenCalled();
    expect(getSession().token).toBeNull();
  });

  it("clears a session that another tab has ended", async () => {
    setToken("mine");
    setUserInfo(info);
    clearToken();
    clearUserInfo();
    await identifyMember();
    expect(login).not.toHaveBeenCalled();
    expect(getSession()).toMatchObject({ token: null, userInfo: null });
  });

  it("reports that the server refuses LINE's ID token at the login", async () => {
    vi.mocked(login).mockRejectedValue(answer(401, "E001"));
    await expect(loadMyInfo()).rejects.toThrow();
    expect(getSession().registration).toBe("refused");
  });

  it.each([
    ["this build", async () => ({ reviewStatus: null })],
    ["an earlier build", () => Promise.reject(answer(404, "E003"))],
  ])(
    "clears the session and the cached profile of a person for whom a server of %s has no account",
    async (_, status) => {
      setUserInfo(info);
      vi.mocked(fetchReviewStatus).mockImplementation(status);
      await identifyMember();
      expect(getSession()).toMatchObject({
        registration: "notRegistered",
        token: null,
        userInfo: null,
      });
      expect(answers.deleteAll).toHaveBeenCalledExactlyOnceWith("U1");
    },
  );

  it.each([
    ["no network", new NetworkError("no answer"), "network"],
    ["a gateway without a server", apiErrorOf(502, "<html>"), "gateway"],
    ["an overloaded server", answer(503, "E503"), "server"],
    ["a broken server", answer(500, "E500"), "server"],
  ])("keeps the info that it has through %s, and says who failed", async (_, failure, source) => {
    setUserInfo(info);
    vi.mocked(fetchReviewStatus).mockRejectedValue(failure);
    await identifyMember();
    expect(getSession()).toMatchObject({ registration: "unreachable", failureSource: source });
    expect(getSession().userInfo?.nickname).toBe("小美");
    expect(answers.deleteAll).not.toHaveBeenCalled();
    vi.mocked(fetchReviewStatus).mockResolvedValue({ reviewStatus: "PENDING" });
    await identifyMember();
    expect(getSession()).toMatchObject({ registration: "registered", failureSource: null });
  });

  it("reports that the server refuses LINE's ID token", async () => {
    vi.mocked(fetchReviewStatus).mockRejectedValue(answer(401, "E001"));
    await identifyMember();
    expect(getSession().registration).toBe("refused");
  });
});

describe("after a logout", () => {
  beforeEach(async () => {
    await identifyMember();
    logOut();
    vi.mocked(login).mockClear();
  });

  it.each([
    ["a call that waited for another attempt", () => asMember(fetchMyInfo).catch(() => undefined)],
    ["the answer about the account", identifyMember],
  ])("%s does not log in", async (_, attempt) => {
    await attempt();
    expect(login).not.toHaveBeenCalled();
    expect(getSession()).toMatchObject({ token: null, userInfo: null, registration: "registered" });
  });

  it("a call whose session another window ends neither logs in nor calls again", async () => {
    await logInAgain();
    vi.mocked(login).mockClear();
    const call = vi.fn(async () => {
      clearToken();
      clearUserInfo();
      throw answer(401, "E001A");
    });
    await expect(asMember(call)).rejects.toMatchObject({ name: "LoggedOutMeanwhile" });
    expect(call).toHaveBeenCalledOnce();
    expect(login).not.toHaveBeenCalled();
  });

  it("does not log in although the server was out of reach", async () => {
    setUnreachable("network");
    logOut();
    await identifyMember();
    expect(login).not.toHaveBeenCalled();
  });

  it.each([
    ["fails", () => Promise.reject(new NetworkError("no answer"))],
    ["says that there is no account", async () => ({ reviewStatus: null })],
  ])("stays logged out if the question under way %s", async (_, late) => {
    await logInAgain();
    let settle = () => {};
    vi.mocked(fetchReviewStatus).mockImplementation(async () => {
      await new Promise<void>((resolve) => (settle = resolve));
      return await late();
    });
    const asked = identifyMember();
    logOut();
    settle();
    await asked;
    expect(getSession()).toMatchObject({ registration: "registered", userInfo: null });
  });

  it("the person can log in", async () => {
    await logInAgain();
    expect(login).toHaveBeenCalledOnce();
    expect(getSession()).toMatchObject({ token: "new", userInfo: { nickname: "小美" } });
  });
});
