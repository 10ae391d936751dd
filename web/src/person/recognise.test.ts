import { beforeEach, describe, expect, it, vi } from "vitest";
import { fetchMyInfo, fetchReviewStatus, login, type MyInfo } from "../api/account";
import { ApiError, NetworkError } from "../api/error";
import { clearToken, clearUserInfo } from "../session/cookies";
import {
  clearSession,
  getSession,
  setRegistration,
  setToken,
  setUserInfo,
} from "../session/session";
import { loadMyInfo, recognise } from "./recognise";

vi.mock("../api/account");

const info = { userId: "U1", nickname: "小美", reviewStatus: "PENDING" } as MyInfo;
const answer = (status: number, code: ApiError["code"]) => new ApiError(status, code, "", []);

beforeEach(() => {
  vi.resetAllMocks();
  clearSession();
  setRegistration("unknown");
  vi.mocked(fetchReviewStatus).mockResolvedValue("PENDING");
  vi.mocked(login).mockResolvedValue("new");
  vi.mocked(fetchMyInfo).mockResolvedValue(info);
});

describe("recognising who is here", () => {
  it("logs in and keeps what the server knows", async () => {
    await recognise();
    expect(getSession()).toMatchObject({ registration: "registered", token: "new" });
    expect(getSession().userInfo?.nickname).toBe("小美");
  });

  it("does not log in where there is a session", async () => {
    setToken("old");
    await recognise();
    expect(login).not.toHaveBeenCalled();
    expect(getSession().token).toBe("old");
  });

  it("replaces a session that has ended, once", async () => {
    setToken("old");
    vi.mocked(fetchMyInfo).mockRejectedValueOnce(answer(401, "E001B"));
    await recognise();
    expect(login).toHaveBeenCalledTimes(1);
    expect(getSession()).toMatchObject({ registration: "registered", token: "new" });
  });

  it("goes on with what another tab was given when its own has ended", async () => {
    setToken("old");
    vi.mocked(fetchMyInfo).mockImplementationOnce(async () => {
      setToken("of another tab");
      throw answer(401, "E001B");
    });
    await recognise();
    expect(login).not.toHaveBeenCalled();
    expect(getSession()).toMatchObject({ registration: "registered", token: "of another tab" });
  });

  it("does not log in again and again where every session is refused", async () => {
    vi.mocked(fetchMyInfo).mockRejectedValue(answer(401, "E001A"));
    await recognise();
    expect(login).toHaveBeenCalledTimes(2);
    expect(getSession().registration).toBe("refused");
  });

  it("lets nothing of a call come back after a logout", async () => {
    setToken("mine");
    vi.mocked(fetchMyInfo).mockImplementationOnce(async () => {
      clearSession();
      return info;
    });
    await recognise();
    expect(getSession()).toMatchObject({ token: null, userInfo: null });
  });

  it("does not log in again for a call that the logout has ended", async () => {
    setToken("mine");
    vi.mocked(fetchMyInfo).mockImplementationOnce(async () => {
      clearSession();
      throw answer(401, "E001A");
    });
    await recognise();
    expect(login).not.toHaveBeenCalled();
    expect(getSession().token).toBeNull();
  });

  it("keeps nothing of a session that another tab has ended", async () => {
    setToken("mine");
    setUserInfo(info);
    clearToken();
    clearUserInfo();
    await recognise();
    expect(login).not.toHaveBeenCalled();
    expect(getSession()).toMatchObject({ token: null, userInfo: null });
  });

  it("says so when LINE's proof is refused at the login", async () => {
    vi.mocked(login).mockRejectedValue(answer(401, "E001"));
    await expect(loadMyInfo()).rejects.toThrow();
    expect(getSession().registration).toBe("refused");
  });

  it("knows someone without an account, and forgets what was kept of another time", async () => {
    setUserInfo(info);
    vi.mocked(fetchReviewStatus).mockRejectedValue(answer(404, "E003"));
    await recognise();
    expect(getSession()).toMatchObject({
      registration: "notRegistered",
      token: null,
      userInfo: null,
    });
  });

  it.each([
    ["no network", new NetworkError("no answer")],
    ["an overloaded server", answer(503, "E503")],
    ["a broken server", answer(500, "E500")],
  ])("keeps what it knows through %s", async (_, failure) => {
    setUserInfo(info);
    vi.mocked(fetchReviewStatus).mockRejectedValue(failure);
    await recognise();
    expect(getSession().registration).toBe("unreachable");
    expect(getSession().userInfo?.nickname).toBe("小美");
  });

  it("says so when LINE's proof is refused", async () => {
    vi.mocked(fetchReviewStatus).mockRejectedValue(answer(401, "E001"));
    await recognise();
    expect(getSession().registration).toBe("refused");
  });
});
